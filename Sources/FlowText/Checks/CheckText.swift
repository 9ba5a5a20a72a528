import FlowAnalysis
import FlowTrace

extension Expectation: CustomStringConvertible {
    /// As the command line has it: `max-buffered buffer=100`.
    public var description: String {
        let prefix = stage.map { "\($0)=" } ?? ""
        switch self {
        case .maxHeld(let count, _): return "max-buffered \(prefix)\(count)"
        case .noDrops: return "no-drops" + (stage.map { " \($0)" } ?? "")
        case .maxWait(let limit, _): return "max-wait \(prefix)\(Seconds.duration(nanoseconds: limit.inNanoseconds))"
        case .completes: return "completes" + (stage.map { " \($0)" } ?? "")
        case .noViolations: return "no-violations" + (stage.map { " \($0)" } ?? "")
        }
    }
}

extension CheckFailure {
    /// The expectation, what happened and where, in one line.
    public var line: String {
        guard kind == .broken else { return "\(expectation): \(text)" }
        let location = sequence.map { "event \($0) at \(time) s" } ?? "at the end, \(time) s"
        return "\(expectation): \(text) (\(location))"
    }

    /// What happened, in one line.
    public var text: String {
        switch fact {
        case .held(let count, let stage, let value, let limit):
            return "\(stage) holds \(count.words), with \(value ?? "a value"); at most \(limit) may wait"
        case .lost(let value, let stage, let reason):
            return "\(stage) dropped \(value ?? "a value")\(reason.map { ", \($0.name)" } ?? "")"
        case .waited(let value, let stage, let wait, let limit, let isWaiting):
            let (waited, allowed) = (Seconds.duration(nanoseconds: wait), Seconds.duration(nanoseconds: limit))
            let text = "\(value ?? "a value") waited \(waited) in \(stage); at most \(allowed) are allowed"
            return isWaiting ? "\(text) and waits still" : text
        case .violated(let violation):
            let rule = "rule \(violation.rule.number), \(violation.rule.title), \(violation.rule.source)"
            return "\(violation.words): \(rule)\(violation.known.map { "; \($0)" } ?? "")"
        case .notFinished(let stage, .failure): return "\(stage) failed"
        case .notFinished(let stage, .cancel): return "\(stage) was cancelled"
        case .notFinished(let stage, _): return "\(stage) has not finished"
        case .nothingSubscribed: return "nothing was subscribed"
        case .noStage(let missing): return missing.text
        case .gaps(let gaps): return "cannot be decided, because the record has gaps: \(gaps.joined(separator: "; "))"
        }
    }
}

extension MissingStage {
    private static let listed = 16

    /// That there is no such stage, or that nothing can wait in it, and which one may have been meant.
    public var text: String {
        let list = names.prefix(MissingStage.listed).joined(separator: ", ") + (names.count > MissingStage.listed ? " …" : "")
        if isThere { return "no value can wait in '\(name)'" + (names.isEmpty ? "" : "; stages that hold values are \(list)") }
        if let nearest { return "no stage '\(name)'; did you mean '\(nearest)'?" }
        guard !names.isEmpty else { return "no stage '\(name)'; nothing was subscribed" }
        return "no stage '\(name)'; stages are \(list)"
    }
}
