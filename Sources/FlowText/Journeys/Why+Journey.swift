import FlowAnalysis
import FlowModel
import FlowTrace

extension Why {
    /// Tells where the value of an event went: the events of its way, and the way in a sentence.
    ///
    /// - Returns: `nil` where the event is not known, or is not of a value.
    /// - Complexity: O(*n*) for *n* events kept.
    public init?(wayOf sequence: Int, in model: StreamModel) {
        guard let journey = Journey(of: sequence, in: model.log) else { return nil }
        let facts = StreamFacts(model, at: model.moment(ofEvent: sequence))
        let words = WhyWords(facts)
        let entries = journey.events.compactMap { model.log[sequence: $0] }
        let steps = entries.indices.map { place in
            let isCalled = place > 0 && entries[place].cause == entries[place - 1].sequence
            return words.step(entries[place], entries[place].sequence == sequence ? .event : isCalled ? .cause : .condition)
        }
        self.init(
            steps: steps, place: entries.firstIndex { $0.sequence == sequence } ?? 0,
            sentence: journey.words(in: model.log, text: facts.text) + ".", isCut: false)
    }
}

extension StreamModel {
    /// The event by which the value before or after that of an event came to the same place; `nil` where none is known.
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
