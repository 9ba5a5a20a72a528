import FlowModel
import FlowTrace

/// Checks a run against expectations, and keeps the first event that breaks each.
///
/// - Complexity: O(expectations) an event.
public struct RunCheck: Sendable {
    public private(set) var tally = RunTally()
    private let expectations: [Expectation]
    private var broken: [Expectation: CheckFailure] = [:]
    /// The check of the rules, if an expectation is about them.
    private var rules: RuleCheck?

    public init(_ expectations: [Expectation]) {
        self.expectations = expectations
        if expectations.contains(where: { if case .noViolations = $0 { true } else { false } }) { rules = RuleCheck() }
    }

    /// Adds the next event.
    public mutating func fold(_ entry: TraceEntry, in log: TraceLog) {
        let wait = tally.fold(entry, in: log)
        for expectation in expectations where broken[expectation] == nil {
            guard let fact = offence(of: entry, against: expectation, wait: wait, log) else { continue }
            broken[expectation] = CheckFailure(.broken, expectation, sequence: entry.sequence, time: entry.time, fact)
        }
        for violation in rules?.fold(entry, in: log) ?? [] where !violation.isNote { record(violation) }
    }

    /// Keeps the first event that breaks a rule, which may be found after a later one.
    private mutating func record(_ violation: Violation) {
        for case .noViolations(let stage) in expectations where tally.isOf(stage, violation.edge) {
            let expectation = Expectation.noViolations(at: stage)
            if let earlier = broken[expectation]?.sequence, earlier <= violation.sequence { continue }
            broken[expectation] = failure(of: expectation, violation)
        }
    }

    private func failure(of expectation: Expectation, _ violation: Violation) -> CheckFailure {
        CheckFailure(.broken, expectation, sequence: violation.sequence, time: violation.time, .violated(violation))
    }

    /// The expectations that fail at the end of the run, in their order: each with the first event that broke it, and for an
    /// expectation of no drops, the first loss of every stage that lost values.
    ///
    /// - Parameters:
    ///   - time: The end of the run, or the time of its last event if that is later.
    ///   - isOver: Whether it has ended, so that nothing more can happen in it.
    ///   - gaps: The missing records, in words. No expectation holds for a run with gaps.
    public func failures(endingAt time: TraceTime? = nil, isOver: Bool = true, gaps: [String] = []) -> [CheckFailure] {
        // If records are missing, those of a reader may be among them.
        let unread: CheckFailure.Kind? = gaps.isEmpty ? isOver ? .broken : .untold : nil
        let end = max(tally.end.time, time ?? .zero)
        return expectations.flatMap { expectation -> [CheckFailure] in
            if let missing = tally.missingStage(of: expectation) {
                return [CheckFailure(.unknownStage, expectation, time: end, .noStage(missing))]
            }
            let left = unread.map { self.unread(against: expectation, as: $0) } ?? []
            let broken =
                (broken[expectation].map { [$0] } ?? failuresAtEnd(expectation, end, isOver: isOver && gaps.isEmpty))
                + left.filter { $0.kind == .broken }
            let missing = gaps.isEmpty ? [] : [CheckFailure(.untold, expectation, time: end, .gaps(gaps))]
            return (broken.isEmpty ? missing : broken) + left.filter { $0.kind == .untold } + unknown(expectation, end)
        }
    }

    private func offence(
        of entry: TraceEntry, against expectation: Expectation, wait: UInt64?, _ log: TraceLog
    ) -> CheckFailure.Fact? {
        var name: String { tally.name(of: entry.edge) }
        var value: String? { log.value(of: entry)?.description }
        switch expectation {
        case .maxHeld(let limit, let stage):
            guard entry.kind == .buffered else { return nil }
            let held = tally.held(on: entry.edge)
            guard held.count > limit, tally.isOf(stage, entry.edge) else { return nil }
            return .held(held, at: name, with: value, limit: limit)
        case .maxWait(let limit, let stage):
            guard let wait, wait > limit.inNanoseconds, tally.isOf(stage, entry.edge) else { return nil }
            return .waited(value, at: name, wait, limit: limit.inNanoseconds, isWaiting: false)
        case .noDrops, .completes, .noViolations: return nil
        }
    }

    private func failuresAtEnd(_ expectation: Expectation, _ end: TraceTime, isOver: Bool) -> [CheckFailure] {
        switch expectation {
        case .maxHeld: return []
        case .noViolations(let stage):
            let violation = rules?.violationsAtEnd(end).first { tally.isOf(stage, $0.edge) }
            return violation.map { [failure(of: expectation, $0)] } ?? []
        case .noDrops: return lost(against: expectation, isOver: isOver)
        case .maxWait(let limit, let stage):
            guard let oldest = tally.oldestHeld(in: stage), end - oldest.item.time > limit.inNanoseconds else { return [] }
            let fact = CheckFailure.Fact.waited(
                oldest.item.value?.description, at: tally.name(of: oldest.edge), end - oldest.item.time,
                limit: limit.inNanoseconds, isWaiting: true)
            return [CheckFailure(.broken, expectation, sequence: oldest.item.entered, time: oldest.item.time, fact)]
        case .completes(let stage):
            let exits = tally.exits(of: stage)
            guard !exits.isEmpty else { return [CheckFailure(.broken, expectation, time: end, .nothingSubscribed)] }
            return exits.first { $0.end != .finished }.map {
                [CheckFailure(.broken, expectation, time: end, .notFinished(tally.name(of: $0.edge), $0.end))]
            } ?? []
        }
    }

    /// All losses, stage by stage: dropped values first, then values that will never be taken, then values that waited for another stream.
    private func lost(against expectation: Expectation, isOver: Bool) -> [CheckFailure] {
        let found =
            tally.losses(against: expectation) + tally.stranded(against: expectation, isOver: isOver)
            + tally.leftInJoins(against: expectation)
        return found.map { CheckFailure(.broken, expectation, sequence: $0.moment.sequence, time: $0.moment.time, $0.fact) }
    }

    /// Values that were never requested.
    private func unread(against expectation: Expectation, as kind: CheckFailure.Kind) -> [CheckFailure] {
        guard case .noDrops = expectation else { return [] }
        return tally.unread(against: expectation).map {
            CheckFailure(kind, expectation, sequence: $0.moment.sequence, time: $0.moment.time, $0.fact)
        }
    }

    /// The publishers that may have sent values without demand, and the operators that may have discarded some: no record shows those.
    private func unknown(_ expectation: Expectation, _ end: TraceTime) -> [CheckFailure] {
        guard case .noDrops = expectation else { return [] }
        let discarding = expectation.passesSuperseded ? [] : tally.discarding(against: expectation)
        return (discarding + tally.unasked(against: expectation, until: end)).map {
            CheckFailure(.untold, expectation, time: end, $0)
        }
    }
}

extension Duration {
    /// The duration in whole nanoseconds, clamped to the range of `UInt64`.
    package var inNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let whole = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let sum = whole.partialValue.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
        return whole.overflow || sum.overflow ? .max : sum.partialValue
    }
}
