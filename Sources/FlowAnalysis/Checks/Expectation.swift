/// What a run is held to.
public enum Expectation: Hashable, Sendable {
    /// No stage with this name, or none at all where it is `nil`, holds more values than `count` at once.
    case maxHeld(Int, of: String? = nil)
    /// No value is lost, at a stage with this name or anywhere.
    case noDrops(at: String? = nil)
    /// No value waits longer than a duration, in a stage with this name or anywhere; one that waits still at the end counts.
    case maxWait(Duration, in: String? = nil)
    /// What leads to no other stage has finished by the end: all of it, or what comes out of a stage with this name.
    case completes(String? = nil)

    /// No rule of the contract between publishers and subscribers is broken, at a stage with this name or anywhere. What the rules allow,
    /// as a late request, is no breach; what OpenCombine's own operators are known to break is, and is said to be known.
    case noViolations(at: String? = nil)

    /// The stage it is about, `nil` where it is about all.
    public var stage: String? {
        switch self {
        case .maxHeld(_, let stage), .noDrops(let stage), .maxWait(_, let stage), .completes(let stage),
            .noViolations(let stage):
            stage
        }
    }
}
