/// The call that a place in a text is in.
public struct CallHelp: Hashable, Sendable {
    /// What is called.
    public let name: String
    /// Its forms that what is written before the place fits, as Swift declares them, the plainest first. Never empty.
    public let signatures: [String]
    /// What it does, in a sentence.
    public let summary: String
    /// A whole chain that uses it.
    public let example: String
}
