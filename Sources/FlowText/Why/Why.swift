import FlowAnalysis
import FlowModel
import FlowTrace

/// The explanation of an event: its causes, across stores, and its consequences.
public struct Why: Sendable {
    /// The causes in order of time, the event, and its consequences.
    public let steps: [WhyStep]
    /// The index of the event among the steps.
    public let index: Int
    /// The explanation in a sentence: `B was delivered at 1.00 because the pace timer fired → …`, unsanitised.
    public let sentence: String
    /// Whether causes are missing: forgotten by the log, or beyond the limit.
    public let isCut: Bool

    init(steps: [WhyStep], index: Int, sentence: String, isCut: Bool) {
        self.steps = steps
        self.index = index
        self.sentence = sentence
        self.isCut = isCut
    }

    /// Explains an event; `nil` if it is unknown.
    ///
    /// - Complexity: O(log *n*) for each step, plus the next 512 events.
    public init?(_ sequence: Int, in model: StreamModel) {
        guard let event = model.log[sequence: sequence] else { return nil }
        let chain = WhyChain(to: event, in: model)
        let words = WhyWords(StreamFacts(model, at: model.moment(ofEvent: sequence)))
        let before = chain.entries.map { words.step($0, chain.links[$0.sequence] ?? .cause) }
        steps = before + Why.effects(of: event, in: model).map { words.step($0, .effect) }
        index = before.firstIndex { $0.link == .event } ?? 0
        sentence = words.sentence(of: chain)
        isCut = chain.isCut
    }

    /// The events in the call of an event, and the departure of the value that the event put into a store.
    private static func effects(of event: TraceEntry, in model: StreamModel) -> [TraceEntry] {
        let near = model.log.entries(after: event.sequence, upTo: event.sequence + 512)
        let called = near.filter { model.cause(of: $0) == event.sequence }.prefix(16)
        let exit = model.item(begunBy: event)?.left.flatMap { model.log[sequence: $0] }
        return called + [exit].compactMap(\.self).filter { exit in !called.contains { $0.sequence == exit.sequence } }
    }
}

/// One event of a cause chain.
public struct WhyStep: Hashable, Sendable {
    /// The relation of an event to the explained one.
    public enum Link: String, Hashable, Sendable {
        /// A cause: each step happened in the call of the cause before it, down to the explained event.
        case cause
        /// A precondition: the arrival of a waiting value, the demand that released it, a held end.
        case condition
        /// The explained event.
        case event
        /// A consequence.
        case effect
    }

    /// Its relation to the explained event.
    public let link: Link
    /// Its time, and its position in the trace.
    public let moment: Moment
    /// The name of its lane; the label of its edge if it has none.
    public let lane: String
    /// The sign for the kind of event.
    public let sign: Sign
    /// Its colour.
    public let tone: Tone
    /// The event, without the lane's name, unsanitised.
    public let text: String
}

extension Why {
    /// Whether a step happened in the call of one above it; views indent such a step.
    public func isCalled(_ index: Int) -> Bool {
        switch steps[index].link {
        case .cause, .event: index > steps.firstIndex { $0.link == .cause || $0.link == .event } ?? 0
        case .condition: false
        case .effect: true
        }
    }

    /// Explains the journey of an event's value: its events, and the journey in a sentence.
    ///
    /// - Returns: `nil` if the event is unknown, or not about a value.
    /// - Complexity: O(*n*) for *n* kept events.
    public init?(journeyOf sequence: Int, in model: StreamModel) {
        guard let journey = Journey(of: sequence, in: model.log) else { return nil }
        let facts = StreamFacts(model, at: model.moment(ofEvent: sequence))
        let words = WhyWords(facts)
        let entries = journey.events.compactMap { model.log[sequence: $0] }
        let steps = entries.indices.map { index in
            let isCalled = index > 0 && entries[index].cause == entries[index - 1].sequence
            return words.step(entries[index], entries[index].sequence == sequence ? .event : isCalled ? .cause : .condition)
        }
        self.init(
            steps: steps, index: entries.firstIndex { $0.sequence == sequence } ?? 0,
            sentence: journey.words(in: model.log, text: facts.text) + ".", isCut: false)
    }
}

extension StreamModel {
    /// The event of the previous or the next value on the same edge; `nil` if none is known.
    ///
    /// - Complexity: O(events in between).
    public func neighbour(of sequence: Int, _ direction: Direction) -> Int? {
        guard let entry = log[sequence: sequence] else { return nil }
        let isNeighbour = { (other: TraceEntry) in other.edge == entry.edge && other.kind == entry.kind }
        switch direction {
        case .next: return log.entries(after: sequence).first(where: isNeighbour)?.sequence
        case .previous: return log.entries(after: 0, upTo: sequence - 1).last(where: isNeighbour)?.sequence
        }
    }
}
