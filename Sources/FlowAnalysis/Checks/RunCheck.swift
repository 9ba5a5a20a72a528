import FlowModel
import FlowTrace

/// Checks a run against expectations, and keeps, for each expectation and stage, the first event that breaks it.
///
/// - Complexity: O(expectations) an event; memory of O(edges) for the broken expectations.
public struct RunCheck: Sendable {
    public private(set) var tally = RunTally()
    private let expectations: [Expectation]
    private var broken: [Expectation: [BreachKey: CheckFailure]] = [:]
    /// The check of the rules, if an expectation is about them.
    private var rules: RuleCheck?
    /// The waits for the executors of the program.
    private var executors = ExecutorHistory()
    /// The times in which viewers held stages.
    private var held = HeldSpans()

    /// The breaches that are counted together while the run is read.
    private struct BreachKey: Hashable {
        let edge: EdgeID
        var rule: ContractRule?
    }

    public init(_ expectations: [Expectation]) {
        self.expectations = expectations
        if expectations.contains(where: { if case .noViolations = $0 { true } else { false } }) { rules = RuleCheck() }
    }

    /// Adds the next event.
    public mutating func fold(_ entry: TraceEntry, in log: TraceLog) {
        let wait = tally.fold(entry, in: log)
        held.fold(entry, in: log)
        for expectation in expectations {
            guard let figure = figure(of: entry, breaking: expectation, wait: wait) else { continue }
            record(figure, of: entry, against: expectation, in: log)
        }
        for violation in rules?.fold(entry, in: log) ?? [] where !violation.isNote { record(violation) }
    }

    /// Takes the waits for the program's executors from the log of the whole run.
    public mutating func readExecutors(of log: TraceLog) { executors = log.executors }

    /// Counts an event over a limit. Only the first one of its edge is described.
    private mutating func record(_ figure: UInt64, of entry: TraceEntry, against expectation: Expectation, in log: TraceLog) {
        let key = BreachKey(edge: entry.edge)
        if broken[expectation]?[key]?.add(1, worst: figure) != nil { return }
        guard tally.isOf(expectation.stage, entry.edge), let fact = offence(of: entry, against: expectation, figure, log) else {
            return
        }
        broken[expectation, default: [:]][key] = CheckFailure(
            .broken, expectation, sequence: entry.sequence, time: entry.time, fact)
    }

    /// Counts a violation, and keeps the first event, which may be found after a later one.
    private mutating func record(_ violation: Violation) {
        let key = BreachKey(edge: violation.edge, rule: violation.rule)
        for case .noViolations(let stage) in expectations where tally.isOf(stage, violation.edge) {
            let expectation = Expectation.noViolations(at: stage)
            var found = failure(of: expectation, violation)
            if var earlier = broken[expectation]?[key] {
                if earlier.sequence ?? .max > violation.sequence { swap(&earlier, &found) }
                earlier.add(found)
                found = earlier
            }
            broken[expectation, default: [:]][key] = found
        }
    }

    private func failure(of expectation: Expectation, _ violation: Violation) -> CheckFailure {
        CheckFailure(.broken, expectation, sequence: violation.sequence, time: violation.time, .violated(violation))
    }

    /// The expectations that fail at the end of the run, in their order: each with the first event that broke it at every
    /// stage.
    ///
    /// - Parameters:
    ///   - time: The end of the run, or the time of its last event if that is later.
    ///   - isOver: Whether the run has ended, so that nothing more can happen in it.
    ///   - gaps: The missing records, in words. No expectation holds for a run with gaps.
    public func failures(endingAt time: TraceTime? = nil, isOver: Bool = true, gaps: [String] = []) -> [CheckFailure] {
        // Values that seem unread may have been taken by a consumer whose records are missing.
        let unread: CheckFailure.Kind? = gaps.isEmpty ? isOver ? .broken : .undecided : nil
        let end = max(tally.end.time, time ?? .zero)
        let failures = expectations.flatMap { expectation -> [CheckFailure] in
            if let missing = tally.missingStage(of: expectation) {
                return [CheckFailure(.unknownStage, expectation, time: end, .noStage(missing))]
            }
            let left = unread.map { self.unread(against: expectation, as: $0) } ?? []
            let broken =
                byStage(expectation, atEnd: failuresAtEnd(expectation, end, isOver: isOver && gaps.isEmpty))
                + left.filter { $0.kind == .broken }
            let missing = gaps.isEmpty ? [] : [CheckFailure(.undecided, expectation, time: end, .gaps(gaps))]
            return (broken.isEmpty ? missing : broken) + left.filter { $0.kind == .undecided } + unknown(expectation, end)
        }
        let places = failures.isEmpty ? [:] : tally.places
        return failures.map { failure in
            var failure = failure
            failure.place = failure.fact.stage.map { places[$0] ?? StagePlace(name: $0, place: nil) }
            failure.heldStages = failure.span.map(held.edges(during:))?.compactMap(tally.consumer(below:)) ?? []
            return failure
        }
    }

    /// The failures of an expectation, one for each stage, and within a stage for each broken rule or kind of end, in order of
    /// their first events.
    private func byStage(_ expectation: Expectation, atEnd: [CheckFailure]) -> [CheckFailure] {
        // Losses are already summed up by stage, and ordered by their kind.
        if case .noDrops = expectation { return atEnd }
        let found = broken[expectation, default: [:]].values.sorted(by: CheckFailure.isEarlier)
        var byLikeness: [Likeness: CheckFailure] = [:]
        for failure in found + atEnd {
            let likeness = Likeness(failure.fact)
            if byLikeness[likeness]?.add(failure) == nil { byLikeness[likeness] = failure }
        }
        return byLikeness.values.sorted(by: CheckFailure.isEarlier)
    }

    /// The number of held values or the wait of an event that breaks a limit; `nil` if it breaks none.
    private func figure(of entry: TraceEntry, breaking expectation: Expectation, wait: UInt64?) -> UInt64? {
        switch expectation {
        case .maxHeld(let limit, _):
            guard entry.kind == .buffered else { return nil }
            let held = tally.held(on: entry.edge).count
            return held > limit ? UInt64(clamping: held) : nil
        case .maxWait(let limit, _): return wait.flatMap { $0 > limit.inNanoseconds ? $0 : nil }
        case .noDrops, .completes, .noViolations, .maxExecutorDelay: return nil
        }
    }

    private func offence(
        of entry: TraceEntry, against expectation: Expectation, _ figure: UInt64, _ log: TraceLog
    ) -> CheckFailure.Fact? {
        let (name, value) = (tally.name(of: entry.edge), log.value(of: entry)?.description)
        switch expectation {
        case .maxHeld(let limit, _): return .held(tally.held(on: entry.edge), at: name, with: value, limit: limit)
        case .maxWait(let limit, _):
            return .waited(value, at: name, figure, limit: limit.inNanoseconds, isWaiting: false)
        case .noDrops, .completes, .noViolations, .maxExecutorDelay: return nil
        }
    }

    private func failuresAtEnd(_ expectation: Expectation, _ end: TraceTime, isOver: Bool) -> [CheckFailure] {
        switch expectation {
        case .maxHeld: return []
        case .noViolations(let stage):
            return (rules?.violationsAtEnd(end) ?? []).filter { tally.isOf(stage, $0.edge) }.map { failure(of: expectation, $0) }
        case .noDrops: return lost(against: expectation, isOver: isOver)
        case .maxExecutorDelay(let limit): return delays(against: expectation, limit.inNanoseconds, end)
        case .maxWait(let limit, let stage):
            return tally.openWaits(over: limit.inNanoseconds, in: stage, until: end).map { open in
                let fact = CheckFailure.Fact.waited(
                    open.oldest.value?.description, at: tally.name(of: open.edge), end - open.oldest.time,
                    limit: limit.inNanoseconds, isWaiting: true)
                var failure = CheckFailure(
                    .broken, expectation, sequence: open.oldest.entered, time: open.oldest.time, fact)
                failure.count = open.count
                return failure
            }
        case .completes(let stage):
            let exits = tally.exits(of: stage)
            guard !exits.isEmpty else { return [CheckFailure(.broken, expectation, time: end, .nothingSubscribed)] }
            return exits.filter { $0.end != .finished }.map {
                let fact = CheckFailure.Fact.notFinished(tally.name(of: $0.edge), $0.end)
                let moment = tally.tallies[$0.edge]?.ended
                var failure = CheckFailure(.broken, expectation, sequence: moment?.sequence, time: moment?.time ?? end, fact)
                failure.error = tally.tallies[$0.edge]?.failure
                return failure
            }
        }
    }

    /// All losses, stage by stage: dropped values first, then values that will never be taken, then values that waited for
    /// another stream.
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

    /// The publishers that may have sent values without demand, and the operators that may have discarded values. No record shows
    /// these losses.
    private func unknown(_ expectation: Expectation, _ end: TraceTime) -> [CheckFailure] {
        guard case .noDrops = expectation else { return [] }
        let discarding = expectation.passesSuperseded ? [] : tally.discarding(against: expectation)
        return (discarding + tally.unasked(against: expectation, until: end)).map {
            CheckFailure(.undecided, expectation, time: end, $0)
        }
    }
}

extension RunCheck {
    /// The executors for which a job waited too long.
    private func delays(against expectation: Expectation, _ limit: UInt64, _ end: TraceTime) -> [CheckFailure] {
        guard !executors.measured.isEmpty else { return [CheckFailure(.undecided, expectation, time: end, .unmeasured)] }
        return executors.excesses(over: limit).map { excess in
            let fact = CheckFailure.Fact.delayed(excess.executor, excess.longest, limit: limit, isWaiting: excess.isOpen)
            return CheckFailure(.broken, expectation, time: excess.first, fact)
        }
    }
}

extension CheckFailure {
    /// Whether its first event is earlier. The end of a run comes last.
    fileprivate static func isEarlier(_ one: CheckFailure, _ other: CheckFailure) -> Bool {
        func order(_ failure: CheckFailure) -> (Int, TraceTime, String, UInt8) {
            (failure.sequence ?? .max, failure.time, failure.fact.stage ?? "", failure.fact.executor?.rawValue ?? 0)
        }
        return order(one) < order(other)
    }
}

extension CheckFailure.Fact {
    /// The executor whose jobs waited; `nil` for the failure of a stage.
    fileprivate var executor: TracedExecutor? {
        if case .delayed(let executor, _, _, _) = self { executor } else { nil }
    }
}

/// The stage of a failure, with its rule, its end or its executor. Failures of one expectation that agree in all of these are counted together.
private struct Likeness: Hashable {
    let stage: String?
    var rule: ContractRule?
    var end: SignalKind?
    let executor: TracedExecutor?

    init(_ fact: CheckFailure.Fact) {
        (stage, executor) = (fact.stage, fact.executor)
        if case .violated(let violation) = fact { rule = violation.rule }
        if case .notFinished(_, let end) = fact { self.end = end }
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
