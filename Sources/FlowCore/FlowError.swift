/// An error with a message, for streams that are tried out.
public struct FlowError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    public let message: String

    public init(_ message: String) {
        self.message = message
    }

    /// The message.
    public var description: String { message }
}
