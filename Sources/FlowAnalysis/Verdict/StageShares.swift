/// How a stage spent the time it was subscribed; the parts need not add up to 1.
public struct StageShares: Hashable, Sendable {
    /// Wanted to go on and not asking for more: working, holding, or keeping its demand to itself.
    public let busy: Double
    /// Asking and getting nothing; of a source, asked and not sending.
    public let starved: Double
    /// Able to go on, with an outstanding demand of 0.
    public let heldBack: Double
}
