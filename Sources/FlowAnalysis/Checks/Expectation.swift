/// A property that a run must have.
public enum Expectation: Hashable, Sendable {
    /// No stage with this name, or none at all, ever holds more values than this.
    case maxHeld(Int, of: String? = nil)
    /// No value is lost at a stage with this name, or anywhere, except for the given reasons.
    ///
    /// A value counts as lost if a stage dropped it, or if it waits in a stage whose consumers have all left. If a publisher may
    /// have sent values without demand, and the trace cannot show them, the expectation does not hold, because it cannot be
    /// verified.
    case noDrops(at: String? = nil, except: [DropException] = [])
    /// No value waits longer than a duration in a stage with this name, or anywhere; waits that are open at the end count.
    case maxWait(Duration, in: String? = nil)
    /// The outputs of a stage with this name have finished by the end; without a name, all outputs that lead to no other stage.
    case completes(String? = nil)

    /// No rule of the contract between publishers and subscribers is broken at a stage with this name, or anywhere. Permitted
    /// events, such as a late request, are no violations. Known violations by OpenCombine's own operators count, and are marked
    /// as known.
    case noViolations(at: String? = nil)

    /// No job waits longer than a duration for the thread pool or the main actor; a wait that is open at the end counts. Without
    /// recorded waits, the expectation does not hold, because it cannot be verified.
    case maxExecutorDelay(Duration)

    /// The stage it is about; `nil` for all.
    public var stage: String? {
        switch self {
        case .maxHeld(_, let stage), .noDrops(let stage, _), .maxWait(_, let stage), .completes(let stage),
            .noViolations(let stage):
            stage
        case .maxExecutorDelay: nil
        }
    }

    /// The stages whose losses do not count.
    var exceptedStages: [String] {
        guard case .noDrops(_, let exceptions) = self else { return [] }
        return exceptions.compactMap { if case .stage(let name) = $0 { name } else { nil } }
    }

    /// Whether the loss of a superseded value does not count.
    var passesSuperseded: Bool { if case .noDrops(_, let exceptions) = self { exceptions.contains(.superseded) } else { false } }
}

/// A loss that does not count as a drop.
public enum DropException: Hashable, Sendable {
    /// Another value took its place: a newer one, as in `debounce` and `CurrentValueSubject`, or an older one, as in
    /// `throttle(latest: false)`.
    case superseded
    /// The loss happened at a stage with this name.
    case stage(String)
}
