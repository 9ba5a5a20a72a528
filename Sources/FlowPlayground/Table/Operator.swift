/// A row of the playground's table: what can be written, what it does, and how it looks.
///
/// The same rows check what is typed, complete it, explain it, and build what runs.
public struct Operator: Sendable {
    /// Where help lists it.
    public enum Group: String, CaseIterable, Sendable {
        case sources = "Sources"
        case values = "Values one by one"
        case errors = "Errors"
        case reducing = "Many values to one"
        case parts = "Parts of a stream"
        case combining = "Several streams"
        case time = "Time"
        case backpressure = "Backpressure"
        case sharing = "Sharing and looking"
        case sinks = "Sinks"
        case words = "Values to write"
        case library = "In closures"
    }

    /// The name.
    public let name: String
    /// Where help lists it.
    public let group: Group
    /// What it does, in a sentence.
    public let summary: String
    /// A whole chain that uses it.
    public let example: String
    /// Its forms, the plainest first. Never empty.
    public let overloads: [Overload]

    init(_ name: String, _ group: Group, _ summary: String, example: String, _ overloads: [Overload]) {
        self.name = name
        self.group = group
        self.summary = summary
        self.example = example
        self.overloads = overloads
    }

    /// Its forms as Swift declares them.
    public var signatures: [String] {
        overloads.map(\.signature.text)
    }
}
