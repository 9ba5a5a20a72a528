import FlowCore

/// What came out of a chain: a value or an end that a sink was given.
public struct ChainOutput: Hashable, Sendable, CustomStringConvertible {
    /// When.
    public let time: VirtualTime
    /// The name of the sink's lane.
    public let sink: String
    /// The value, `finished`, or `failure` and the error.
    public let text: String

    /// `0.5 s output A`.
    public var description: String {
        "\(time) \(sink) \(text)"
    }
}
