import FlowModel
import FlowTrace

/// Why an event happened: what led to it, across stores, and what it led to.
public struct Why: Sendable {
    /// What led to the event in the order in which it happened, the event, and what followed from it.
    public let steps: [WhyStep]
    /// The place of the event among the steps.
    public let place: Int
    /// All of it in a sentence: `B was delivered at 1.00 because the pace timer fired → …`, unsanitised.
    public let sentence: String
    /// Whether something that led to it is not known any more.
    public let isCut: Bool

    init(steps: [WhyStep], place: Int, sentence: String, isCut: Bool) {
        self.steps = steps
        self.place = place
        self.sentence = sentence
        self.isCut = isCut
    }

    /// Explains an event; `nil` where it is not known.
    ///
    /// - Complexity: O(log *n*) for each step, and a look at the 512 events that follow.
    public init?(_ sequence: Int, in model: StreamModel) {
        guard let event = model.log[sequence: sequence] else { return nil }
        let chain = WhyChain(to: event, in: model)
        let words = WhyWords(StreamFacts(model, at: model.moment(ofEvent: sequence)))
        let before = chain.entries.map { words.step($0, chain.links[$0.sequence] ?? .cause) }
        steps = before + Why.effects(of: event, in: model).map { words.step($0, .effect) }
        place = before.firstIndex { $0.link == .event } ?? 0
        sentence = words.sentence(of: chain)
        isCut = chain.isCut
    }

    /// What happened in the call of an event, and how the stay ended that it began.
    private static func effects(of event: TraceEntry, in model: StreamModel) -> [TraceEntry] {
        let near = model.log.entries(after: event.sequence, upTo: event.sequence + 512)
        let called = near.filter { model.cause(of: $0) == event.sequence }.prefix(16)
        let exit = model.item(begunBy: event)?.left.flatMap { model.log[sequence: $0] }
        return called + [exit].compactMap(\.self).filter { exit in !called.contains { $0.sequence == exit.sequence } }
    }
}
