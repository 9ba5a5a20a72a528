import FlowTrace

/// Holds a run to expectations while its events come, and keeps the first event that breaks each.
///
/// - Complexity: O(expectations) an event.
public struct RunCheck: Sendable {
    /// What has been counted so far.
    public private(set) var tally = RunTally()
    private let expectations: [Expectation]
    private var broken: [Expectation: CheckFailure] = [:]
    /// Where rules are asked for.
    private var rules: RuleCheck?

    /// Creates a check of nothing yet.
    public init(_ expectations: [Expectation]) {
        self.expectations = expectations
        if expectations.contains(where: { if case .noViolations = $0 { true } else { false } }) { rules = RuleCheck() }
    }

    /// Takes the next event.
    public mutating func take(_ entry: TraceEntry, in log: TraceLog) {
        let wait = tally.take(entry, in: log)
        for expectation in expectations where broken[expectation] == nil {
            guard let text = offence(of: entry, against: expectation, wait: wait, log) else { continue }
            broken[expectation] = CheckFailure(
                .broken, expectation, sequence: entry.sequence, time: entry.time, text: text)
        }
        for violation in rules?.take(entry, in: log) ?? [] where !violation.isNote { note(violation) }
    }

    /// Keeps the first event that breaks a rule, which may show after a later one.
    private mutating func note(_ violation: Violation) {
        for case .noViolations(let stage) in expectations where tally.isOf(stage, violation.edge) {
            let expectation = Expectation.noViolations(at: stage)
            if let earlier = broken[expectation]?.sequence, earlier <= violation.sequence { continue }
            let known = violation.known.map { "; \($0)" } ?? ""
            let rule = "rule \(violation.rule.number), \(violation.rule.title), \(violation.rule.source)"
            broken[expectation] = CheckFailure(
                .broken, expectation, sequence: violation.sequence, time: violation.time,
                text: "\(violation.words): \(rule)\(known)")
        }
    }

    /// What does not hold when the run is over, by the order of the expectations.
    ///
    /// - Parameters:
    ///   - time: When it was over; with its last event where that is later or left out.
    ///   - gaps: What was not recorded of it, in words. Nothing is said to hold of a run with gaps.
    public func failures(endingAt time: TraceTime? = nil, gaps: [String] = []) -> [CheckFailure] {
        let end = max(tally.end.time, time ?? .zero)
        return expectations.compactMap { expectation in
            if let problem = expectation.stage.flatMap(tally.problem(withStage:)) {
                return CheckFailure(.unknownStage, expectation, time: end, text: problem)
            }
            if let failure = broken[expectation] ?? failureAtEnd(expectation, end) { return failure }
            guard !gaps.isEmpty else { return nil }
            let text = "cannot be told, the record has gaps: \(gaps.joined(separator: "; "))"
            return CheckFailure(.untold, expectation, time: end, text: text)
        }
    }

    private func offence(
        of entry: TraceEntry, against expectation: Expectation, wait: UInt64?, _ log: TraceLog
    ) -> String? {
        let name = tally.name(of: entry.edge)
        switch expectation {
        case .maxHeld(let limit, let stage):
            guard entry.kind == .buffered, tally.isOf(stage, entry.edge), tally.held(on: entry.edge) > limit else { return nil }
            return "\(name) holds \(tally.held(on: entry.edge)), with \(RunCheck.text(entry, log)); at most \(limit) may wait"
        case .noDrops(let stage):
            guard entry.kind == .dropped, tally.isOf(stage, entry.edge) else { return nil }
            let reason = entry.event.dropReason.map { ", \($0.name)" } ?? ""
            return "\(name) lost \(RunCheck.text(entry, log))\(reason)"
        case .maxWait(let limit, let stage):
            guard let wait, wait > limit, tally.isOf(stage, entry.edge) else { return nil }
            return RunCheck.waited(RunCheck.text(entry, log), in: name, wait, limit)
        case .completes, .noViolations: return nil
        }
    }

    private func failureAtEnd(_ expectation: Expectation, _ end: TraceTime) -> CheckFailure? {
        switch expectation {
        case .maxHeld, .noDrops, .noViolations: return nil
        case .maxWait(let limit, let stage):
            guard let oldest = tally.oldestHeld(in: stage), end - oldest.item.time > limit else { return nil }
            let value = oldest.item.value?.description ?? "a value"
            let text = RunCheck.waited(value, in: tally.name(of: oldest.edge), end - oldest.item.time, limit) + " and waits still"
            return CheckFailure(.broken, expectation, sequence: oldest.item.entered, time: oldest.item.time, text: text)
        case .completes(let stage):
            let exits = tally.exits(of: stage)
            guard let open = exits.first(where: { $0.end != .finished }) ?? (exits.isEmpty ? (EdgeID(rawValue: 0), nil) : nil)
            else {
                return nil
            }
            let text =
                exits.isEmpty ? "nothing was subscribed" : "\(tally.name(of: open.edge)) \(RunCheck.words(ofEnd: open.end))"
            return CheckFailure(.broken, expectation, time: end, text: text)
        }
    }

    private static func words(ofEnd end: SignalKind?) -> String {
        switch end {
        case .failure: "failed"
        case .cancel: "was cancelled"
        default: "has not finished"
        }
    }

    private static func waited(_ value: String, in name: String, _ wait: UInt64, _ limit: UInt64) -> String {
        "\(value) waited \(Seconds.duration(nanoseconds: wait)) in \(name); at most \(Seconds.duration(nanoseconds: limit)) are allowed"
    }

    private static func text(_ entry: TraceEntry, _ log: TraceLog) -> String {
        log.value(of: entry)?.description ?? "a value"
    }
}
