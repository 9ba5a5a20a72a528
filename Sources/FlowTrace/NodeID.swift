/// Names one operator instance in the stream graph.
///
/// Ids are small and sequential within one ``Recorder``, starting at 1.
public struct NodeID: Hashable, Comparable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The number, from 1.
    public let rawValue: UInt32

    /// Wraps a number read from a trace.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static func < (lhs: NodeID, rhs: NodeID) -> Bool {
        lhs.rawValue < rhs.rawValue
    }

    public var description: String {
        "node \(rawValue)"
    }
}
