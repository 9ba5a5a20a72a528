/// What cannot be read of a marble picture.
public struct MarbleError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where it stands, in characters from 1.
    public let column: Int
    /// What is wrong there.
    public let message: String

    /// `marbles, column 3: …`.
    public var description: String { "marbles, column \(column): \(message)" }
}
