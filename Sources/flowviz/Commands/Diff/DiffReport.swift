import FlowAnalysis
import FlowModel
import FlowSessions
import FlowText
import FlowTrace

/// The output of `diff`: the values of each subscriber, the stages with changed counts, then each stage's first difference.
struct DiffReport {
    private let diff: RunDiff
    private let sources: [RunSource]

    init(_ diff: RunDiff, of sources: [RunSource]) {
        self.diff = diff
        self.sources = sources
    }

    func lines() throws -> [String] {
        let differences = diff.differences()
        guard !differences.isEmpty else { return ["no difference over \(diff.firstCount) events"] }
        let receptions = diff.receptions()
        let events = try [
            texts(differences.compactMap(\.first) + receptions.flatMap(\.firstEvents), of: 0),
            texts(differences.compactMap(\.second) + receptions.flatMap(\.secondEvents), of: 1),
        ]
        let firstDifferences = differences.map { difference in
            let sides = [(difference.first, 0), (difference.second, 1)].map { sequence, side in
                sequence.flatMap { events[side][$0]?.words } ?? "nothing more"
            }
            return "\(difference.stage), event \(difference.number): \(sides[0]) → \(sides[1])"
        }
        let sections = [
            ("what each subscriber got", receptions.flatMap { lines(of: $0, events[0], events[1]) }),
            ("counts that differ, by stage", diff.pairs().flatMap(countLines)), ("first differences, by stage", firstDifferences),
        ]
        return Array(sections.filter { !$0.1.isEmpty }.map { [$0.0] + $0.1.map { "  \($0)" } }.joined(separator: [""]))
    }

    /// `output: 10 values → 8 values`, followed by the values from the first difference on.
    private func lines(of reception: RunDiff.Reception, _ first: [Int: Event], _ second: [Int: Event]) -> [String] {
        let counts = [reception.first, reception.second].map { $0.map { "\($0) value\($0 == 1 ? "" : "s")" } ?? "nothing" }
        guard let difference = reception.difference else { return ["\(reception.subscriber): \(counts[0]), the same"] }
        guard let firstCount = reception.first, let secondCount = reception.second else {
            return ["\(reception.subscriber): \(counts[0]) → \(counts[1])"]
        }
        let sides = [
            values(reception.firstEvents.compactMap { first[$0]?.value }, of: firstCount - difference + 1),
            values(reception.secondEvents.compactMap { second[$0]?.value }, of: secondCount - difference + 1),
        ]
        return [
            "\(reception.subscriber): \(counts[0]) → \(counts[1])", "  from value \(difference) on: \(sides[0]) → \(sides[1])",
        ]
    }

    private func values(_ texts: [String], of count: Int) -> String {
        texts.isEmpty ? "nothing more" : texts.joined(separator: ", ") + (texts.count < count ? ", …" : "")
    }

    private func countLines(_ pair: RunDiff.Pair) -> [String] {
        let name = pair.stage
        guard let old = pair.first else { return ["\(name): only in the second"] }
        guard let new = pair.second else { return ["\(name): only in the first"] }
        let counts: [(String, KeyPath<StageTally, Int>)] = [
            ("values", \.values), ("dropped", \.dropped), ("held", \.held), ("most held", \.maxHeld), ("finished", \.finished),
            ("failed", \.failed), ("cancelled", \.cancelled),
        ]
        var changes = counts.filter { old[keyPath: $0.1] != new[keyPath: $0.1] }.map {
            "\($0.0) \(old[keyPath: $0.1]) → \(new[keyPath: $0.1])"
        }
        if old.requested != new.requested { changes.append("asked \(old.requested) → \(new.requested)") }
        return changes.isEmpty ? [] : ["\(name): \(changes.joined(separator: ", "))"]
    }

    /// An event of a run.
    private struct Event {
        /// The event in words, with its time.
        let words: String
        let value: String
    }

    /// The events of a run with these sequences.
    private func texts(_ sequences: [Int], of source: Int) throws -> [Int: Event] {
        let wanted = Set(sequences)
        var found: [Int: Event] = [:]
        try sources[source].forEach { entry, log in
            if wanted.contains(entry.sequence) {
                let value = log.value(of: entry)?.description ?? StreamModel.undescribed
                found[entry.sequence] = Event(words: "\(EventWords.text(entry, in: log)) at \(entry.time) s", value: value)
            }
        }
        return found
    }
}
