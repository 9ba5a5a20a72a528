/// Names one observed place of a stream: a subscription, or the store or source a node reports for itself.
///
/// Ids are small and sequential within one ``Recorder``, starting at 1, so that a trace reads the same every run.
public struct EdgeID: Hashable, Comparable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The number, from 1; it stands in the upper half of a ``TraceEvent``'s meta word.
    public let rawValue: UInt32

    /// Wraps a number read from a trace.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static func < (lhs: EdgeID, rhs: EdgeID) -> Bool {
        lhs.rawValue < rhs.rawValue
    }

    public var description: String {
        "edge \(rawValue)"
    }
}
