import FlowModel
import FlowTrace

/// Holds a run to expectations, and keeps the first event that breaks each.
///
/// - Complexity: O(expectations) an event.
public struct RunCheck: Sendable {
    public private(set) var tally = RunTally()
    private let expectations: [Expectation]
    private var broken: [Expectation: CheckFailure] = [:]
    /// Only if an expectation is about rules.
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
            broken[expectation] = CheckFailure(
                .broken, expectation, sequence: violation.sequence, time: violation.time, .violated(violation))
        }
    }

    /// The expectations that do not hold at the end of the run, in order.
    ///
    /// - Parameters:
    ///   - time: The end of the run; that of its last event if that is later.
    ///   - gaps: What was not recorded. No expectation is said to hold for a run with gaps.
    public func failures(endingAt time: TraceTime? = nil, gaps: [String] = []) -> [CheckFailure] {
        let end = max(tally.end.time, time ?? .zero)
        return expectations.compactMap { expectation in
            if let missing = tally.missingStage(of: expectation) {
                return CheckFailure(.unknownStage, expectation, time: end, .noStage(missing))
            }
            if let failure = broken[expectation] ?? failureAtEnd(expectation, end) { return failure }
            return gaps.isEmpty ? nil : CheckFailure(.untold, expectation, time: end, .gaps(gaps))
        }
    }

    private func offence(
        of entry: TraceEntry, against expectation: Expectation, wait: UInt64?, _ log: TraceLog
    ) -> CheckFailure.Fact? {
        let name = tally.name(of: entry.edge)
        let value = log.value(of: entry)?.description
        switch expectation {
        case .maxHeld(let limit, let stage):
            let held = tally.held(on: entry.edge)
            guard entry.kind == .buffered, tally.isOf(stage, entry.edge), held.count > limit else { return nil }
            return .held(held, at: name, with: value, limit: limit)
        case .noDrops(let stage):
            guard entry.kind == .dropped, tally.isOf(stage, entry.edge) else { return nil }
            return .lost(value, at: name, entry.event.dropReason)
        case .maxWait(let limit, let stage):
            guard let wait, wait > limit.inNanoseconds, tally.isOf(stage, entry.edge) else { return nil }
            return .waited(value, at: name, wait, limit: limit.inNanoseconds, isWaiting: false)
        case .completes, .noViolations: return nil
        }
    }

    private func failureAtEnd(_ expectation: Expectation, _ end: TraceTime) -> CheckFailure? {
        switch expectation {
        case .maxHeld, .noDrops, .noViolations: return nil
        case .maxWait(let limit, let stage):
            guard let oldest = tally.oldestHeld(in: stage), end - oldest.item.time > limit.inNanoseconds else { return nil }
            return CheckFailure(
                .broken, expectation, sequence: oldest.item.entered, time: oldest.item.time,
                .waited(
                    oldest.item.value?.description, at: tally.name(of: oldest.edge), end - oldest.item.time,
                    limit: limit.inNanoseconds, isWaiting: true))
        case .completes(let stage):
            let exits = tally.exits(of: stage)
            guard !exits.isEmpty else { return CheckFailure(.broken, expectation, time: end, .nothingSubscribed) }
            return exits.first { $0.end != .finished }.map {
                CheckFailure(.broken, expectation, time: end, .notFinished(tally.name(of: $0.edge), $0.end))
            }
        }
    }
}

extension Duration {
    /// In whole nanoseconds, clamped to what `UInt64` holds.
    package var inNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let whole = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let sum = whole.partialValue.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
        return whole.overflow || sum.overflow ? .max : sum.partialValue
    }
}

/// Why an expectation does not hold, or is not known to hold.
public struct CheckFailure: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case broken
        /// It names a stage that does not exist, or none that values can wait in.
        case unknownStage
        /// It may have been broken where nothing was recorded.
        case untold
    }

    /// What happened, or what is missing.
    public enum Fact: Hashable, Sendable {
        /// A stage held more than `limit` values, from this value on.
        case held(HeldCount, at: String, with: String?, limit: Int)
        case lost(String?, at: String, DropReason?)
        /// A value waited too long in a stage; times in nanoseconds.
        case waited(String?, at: String, UInt64, limit: UInt64, isWaiting: Bool)
        case violated(Violation)
        /// A stage ended otherwise, or not at all.
        case notFinished(String, SignalKind?)
        /// Nothing was subscribed.
        case nothingSubscribed
        case noStage(MissingStage)
        case gaps([String])
    }

    public let kind: Kind
    public let expectation: Expectation
    /// The first event that broke it, `nil` if something never happened.
    public let sequence: Int?
    /// The time of that event, or else the end of the run.
    public let time: TraceTime
    public let fact: Fact

    init(_ kind: Kind, _ expectation: Expectation, sequence: Int? = nil, time: TraceTime, _ fact: Fact) {
        (self.kind, self.expectation, self.sequence, self.time, self.fact) = (kind, expectation, sequence, time, fact)
    }
}

/// What is expected of a run.
public enum Expectation: Hashable, Sendable {
    /// No stage with this name, or none at all, ever holds more values than this.
    case maxHeld(Int, of: String? = nil)
    /// No value is lost at a stage with this name, or anywhere.
    case noDrops(at: String? = nil)
    /// No value waits longer than a duration in a stage with this name, or anywhere; waits that are open at the end count.
    case maxWait(Duration, in: String? = nil)
    /// The outputs of a stage with this name have finished by the end, or else all outputs that lead to no other stage.
    case completes(String? = nil)

    /// No rule of the contract between publishers and subscribers is broken at a stage with this name, or anywhere. What the rules allow,
    /// such as a late request, is no violation. What OpenCombine's own operators are known to break is one, and is marked as known.
    case noViolations(at: String? = nil)

    /// The stage it is about, `nil` for all.
    public var stage: String? {
        switch self {
        case .maxHeld(_, let stage), .noDrops(let stage), .maxWait(_, let stage), .completes(let stage),
            .noViolations(let stage):
            stage
        }
    }
}
