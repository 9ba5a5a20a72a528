/// A stream chain that teaches one thing: what it is called, what it explains, and how to run it.
public struct Scenario: Sendable, Identifiable {
    /// The groups of the picker, in its order.
    public enum Group: String, CaseIterable, Sendable {
        /// Demand, pausing, stepping.
        case control = "Control the publisher"
        /// Values that wait.
        case buffer = "Buffer"
        /// Values that are lost.
        case drop = "Drop"
        /// Several streams, and operators made of others.
        case combine = "Combine"
    }

    /// The name on the command line: `pace`.
    public let id: String
    /// A few words.
    public let title: String
    /// Where the picker lists it.
    public let group: Group
    /// A paragraph of explanation.
    public let explanation: String
    /// One line: what to press, and what to look for.
    public let tryThis: String
    /// The variants; the first is the default. Never empty.
    public let variants: [Variant]

    /// Creates a scenario.
    ///
    /// - Precondition: It has a variant.
    public init(
        id: String, title: String, group: Group, explanation: String, tryThis: String, variants: [Variant]
    ) {
        precondition(!variants.isEmpty, "scenario '\(id)' has no variant")
        self.id = id
        self.title = title
        self.group = group
        self.explanation = explanation
        self.tryThis = tryThis
        self.variants = variants
    }

    /// The variant with this id.
    public func variant(_ id: String) -> Variant? {
        variants.first { $0.id == id }
    }
}
