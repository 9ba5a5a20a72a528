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
            guard let fact = offence(of: entry, against: expectation, wait: wait, log) else { continue }
            broken[expectation] = CheckFailure(.broken, expectation, sequence: entry.sequence, time: entry.time, fact)
        }
        for violation in rules?.take(entry, in: log) ?? [] where !violation.isNote { note(violation) }
    }

    /// Keeps the first event that breaks a rule, which may show after a later one.
    private mutating func note(_ violation: Violation) {
        for case .noViolations(let stage) in expectations where tally.isOf(stage, violation.edge) {
            let expectation = Expectation.noViolations(at: stage)
            if let earlier = broken[expectation]?.sequence, earlier <= violation.sequence { continue }
            broken[expectation] = CheckFailure(
                .broken, expectation, sequence: violation.sequence, time: violation.time, .violated(violation))
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
                return CheckFailure(.unknownStage, expectation, time: end, .noStage(problem))
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
            guard entry.kind == .buffered, tally.isOf(stage, entry.edge), tally.held(on: entry.edge) > limit else { return nil }
            return .held(tally.held(on: entry.edge), at: name, with: value, limit: limit)
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
    /// In whole nanoseconds: 0 where it is negative, the most that a number holds where it is longer.
    package var inNanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let whole = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let sum = whole.partialValue.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
        return whole.overflow || sum.overflow ? .max : sum.partialValue
    }
}

/// Where a run broke what it is held to, or why nobody can say that it does not.
public struct CheckFailure: Hashable, Sendable {
    /// Why an expectation is not said to hold.
    public enum Kind: Hashable, Sendable {
        /// It was broken.
        case broken
        /// There is no stage of the name that it is about.
        case unknownStage
        /// It may have been broken in what was not recorded.
        case untold
    }

    /// What happened, or is not known.
    public enum Fact: Hashable, Sendable {
        /// A stage came to hold more than `limit`, with a value.
        case held(Int, at: String, with: String?, limit: Int)
        /// A stage lost a value.
        case lost(String?, at: String, DropReason?)
        /// A value waited too long in a stage; all in nanoseconds.
        case waited(String?, at: String, UInt64, limit: UInt64, isWaiting: Bool)
        /// A rule was broken.
        case violated(Violation)
        /// A stage ended so, or has not.
        case notFinished(String, SignalKind?)
        /// Nothing was subscribed.
        case nothingSubscribed
        /// Why there is no such stage.
        case noStage(String)
        /// What was not recorded.
        case gaps([String])
    }

    /// Why.
    public let kind: Kind
    /// What was broken.
    public let expectation: Expectation
    /// The first event that broke it, `nil` where something never happened.
    public let sequence: Int?
    /// When that was; the end of the run where there is no event.
    public let time: TraceTime
    /// What happened.
    public let fact: Fact

    init(_ kind: Kind, _ expectation: Expectation, sequence: Int? = nil, time: TraceTime, _ fact: Fact) {
        (self.kind, self.expectation, self.sequence, self.time, self.fact) = (kind, expectation, sequence, time, fact)
    }
}

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
