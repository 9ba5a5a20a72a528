import FlowAnalysis
import FlowTrace
import FlowVerdict
import FlowWords

extension Expectation: CustomStringConvertible {
    /// The expectation in the command line's syntax: `max-buffered buffer=100`.
    public var description: String {
        let prefix = stage.map { "\($0)=" } ?? ""
        switch self {
        case .maxHeld(let count, _): return "max-buffered \(prefix)\(count)"
        case .noDrops(_, let exceptions):
            let excepted = exceptions.map(\.description).joined(separator: ", ")
            return "no-drops" + (stage.map { " \($0)" } ?? "") + (excepted.isEmpty ? "" : " except \(excepted)")
        case .maxWait(let limit, _): return "max-wait \(prefix)\(Seconds.duration(nanoseconds: limit.inNanoseconds))"
        case .completes: return "completes" + (stage.map { " \($0)" } ?? "")
        case .noViolations: return "no-violations" + (stage.map { " \($0)" } ?? "")
        case .maxExecutorDelay(let limit):
            return "max-executor-delay \(Seconds.duration(nanoseconds: limit.inNanoseconds))"
        }
    }
}

extension DropException: CustomStringConvertible {
    /// The exception in the command line's syntax: `superseded`, `stage=debounce`.
    public var description: String {
        switch self {
        case .superseded: "superseded"
        case .stage(let name): "stage=\(name)"
        }
    }
}

extension StageLoss {
    /// `buffer dropped 3 values, overflow: oldest; the first was 2`.
    var words: String {
        let reasons = DropReason.allCases.filter { counts[$0] > 0 }
        let all =
            reasons.count == 1
            ? ", \(reasons[0].words(leavesOut: leavesOut))"
            : ": " + reasons.map { "\(counts[$0]) \($0.words(leavesOut: leavesOut))" }.joined(separator: ", ")
        let which = first.map { "; \(counts.total == 1 ? "it" : "the first") was \(ValueList.brief($0))" } ?? ""
        let who = MissedValues.text(missed).map { "; \($0)" } ?? ""
        return "\(stage) dropped \(ValueCount.words(counts.total))\(all)\(which)\(who)"
    }
}

extension CheckFailure {
    /// The expectation, the failure, its extent, and its first event and place, in one line.
    public var line: String { line(.exact) }

    /// The same with the decimals of a report.
    package func line(_ places: TimePlaces) -> String {
        kind == .broken ? "\(expectation): \(text)\(extent) (\(whereText(places)))" : "\(expectation): \(text)"
    }

    /// The first event with its time, as `flowviz why` takes them: `event 22 at 0.2 s`.
    package func whenText(_ places: TimePlaces) -> String {
        let time = places.text(time)
        if case .delayed = fact { return "at \(time) s" }
        return sequence.map { "event \($0) at \(time) s" } ?? "at the end, \(time) s"
    }

    /// The first event, and the place of the stage if known: `event 22 at 0.2 s, Orders.swift:9`.
    private func whereText(_ places: TimePlaces) -> String { whenText(places) + (place?.place.map { ", \($0.short)" } ?? "") }

    /// `; a viewer held or slowed for await then`, for a wait `meanwhile`.
    private var held: String {
        guard !heldStages.isEmpty else { return "" }
        let time = if case .waited = fact { "meanwhile" } else { "then" }
        return "; a viewer held or slowed \(ValueList.names(heldStages)) \(time)"
    }

    /// The number of breaches if there are several and the text does not have it, and the worst of them.
    private var extent: String {
        guard count > 1 else { return "" }
        switch fact {
        case .held: return "; it held more \(count) times" + (worst.map { ", up to \($0) values" } ?? "")
        case .waited:
            return "; \(count) values waited too long" + (worst.map { ", up to \(Seconds.duration(nanoseconds: $0))" } ?? "")
        case .violated: return "; \(count) times"
        case .notFinished: return "; \(count) subscriptions"
        case .lost, .stranded, .left, .unread, .nothingSubscribed, .noStage, .gaps, .unasked, .discarding, .delayed, .unmeasured:
            return ""
        }
    }

    /// The failure, in one line, with the stages that a viewer held or slowed at the time.
    public var text: String { whatText + held }

    private var whatText: String {
        switch fact {
        case .held(let count, let stage, let value, let limit):
            let newest = value.map { ", the newest is \($0)" } ?? ""
            return "\(stage) holds \(count.ofValues)\(newest); at most \(limit) may wait"
        case .lost(let loss): return loss.words
        case .stranded(let values): return values.text
        case .left(let count, let input, let stage):
            return
                "\(ValueCount.words(count)) of \(input) \(count == 1 ? "was" : "were") left in \(stage), waiting for another stream"
        case .unread(let count, let stage, let isSubscribed):
            guard kind == .broken else {
                return "cannot know: nobody has \(isSubscribed ? "asked \(stage) for a value" : "read \(stage)") yet, and it "
                    + "holds \(count.ofValues)"
            }
            let head = isSubscribed ? "nobody ever asked \(stage) for a value" : "nobody ever read \(stage)"
            return "\(head): \(count.ofValues) \(count.count == 1 ? "was" : "were") left in it"
        case .waited(let value, let stage, let wait, let limit, let isWaiting):
            let (waited, allowed) = Seconds.durations(nanoseconds: wait, toldFrom: limit)
            let name = value.map { "value \(ValueList.brief($0))" } ?? "a value"
            let wait = isWaiting ? "has waited \(waited) in \(stage) and still waits" : "waited \(waited) in \(stage)"
            return "\(name) \(wait); at most \(allowed) is allowed"
        case .violated(let violation):
            let rule = "rule \(violation.rule.number), \(violation.rule.title), \(violation.rule.source)"
            return "\(violation.words): \(rule)\(violation.known.map { "; \($0)" } ?? "")"
        case .notFinished(let stage, .failure): return "\(stage) \(FailureText.words(error.flatMap(FailureText.line) ?? ""))"
        case .notFinished(let stage, .cancel): return "\(stage) was cancelled"
        case .notFinished(let stage, _): return "\(stage) has not finished"
        case .nothingSubscribed: return "nothing was subscribed"
        case .noStage(let missing): return missing.text
        case .unasked(let stage, let share):
            return
                "cannot know: \(stage) had no demand for \(Percent.text(share)) of its time, and values sent then leave no record"
        case .delayed(let executor, let wait, let limit, let isWaiting):
            let (waited, allowed) = Seconds.durations(nanoseconds: wait, toldFrom: limit)
            let wait = isWaiting ? "has waited \(waited) and still waits" : "waited \(waited)"
            return "a job for \(executor.words) \(wait); at most \(allowed) is allowed"
        case .unmeasured: return "cannot know: the trace has no waits for executors"
        case .discarding(let stage):
            return "cannot know: the values that \(stage) discards from a replaced sequence are not recorded"
        case .gaps(let gaps): return "cannot be decided, because the record has gaps: \(gaps.joined(separator: "; "))"
        }
    }
}

extension MissingStage {
    private static let listed = 16

    /// States that there is no such stage, or that it has no buffer, and suggests another.
    public var text: String {
        let list = names.prefix(MissingStage.listed).joined(separator: ", ") + (names.count > MissingStage.listed ? " …" : "")
        if isThere { return "no value can wait in '\(name)'" + (names.isEmpty ? "" : "; stages that hold values are \(list)") }
        if let nearest { return "no stage '\(name)'; did you mean '\(nearest)'?" }
        guard !names.isEmpty else { return "no stage '\(name)'; nothing was subscribed" }
        return "no stage '\(name)'; stages are \(list)"
    }
}
