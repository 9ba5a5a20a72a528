import FlowWords

/// Values pass, and no stage limits them: the verdict if no cause holds.
struct Flowing: Cause {
    /// The only source still live, and the stage that joins it with ended ones.
    struct LastInput: Hashable, Sendable {
        let source: String
        let stage: String
    }

    /// Whether the verdict covers the whole life of the pipeline.
    let isWhole: Bool
    /// The arrivals a second in the window, at the sink with the fewest and at the sink with the most; `nil` if no time has
    /// passed.
    let rates: ClosedRange<Double>?
    let sinks: Int
    /// The length of the window, in nanoseconds.
    let window: UInt64
    /// The source for which all other stages wait most of the time.
    let source: String?
    /// The sources, if all have ended.
    let ended: [String]
    /// The only remaining input of a stage that joins several, if there is one.
    let lastInput: LastInput?
    /// The stages that hold values.
    let holdings: [Verdict.Holding]
    /// Whether the buffers of the other stages are known.
    let isHeldKnown: Bool
    let rateLimits: [RateLimit]
    let burst: EarlyBurst?

    static func found(by reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause? { flow(reporter, span) }

    static func flow(_ reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause {
        let (stages, judge) = (reporter.stages, reporter.judge)
        let sinks = judge.order.filter { stages[$0].outputs.isEmpty }
        let length = span.isRun ? reporter.life : reporter.window
        let rates = length > 0 ? sinks.map { stages[$0].totals(span.isRun).incoming / (Double(length) / 1e9) } : []
        let lost = span.isRun ? nil : reporter.lost
        // While values are lost, the source does not limit the rate.
        let source = length > 0 && lost == nil ? judge.slowestSource(overall: span.isRun) : nil
        let flow = Flowing(
            isWhole: span.isRun, rates: rates.min().map { $0...(rates.max() ?? $0) }, sinks: sinks.count, window: length,
            source: source.map { stages[$0].name }, ended: judge.endedSources.map { stages[$0].name },
            lastInput: lastInput(reporter), holdings: judge.present.holdings, isHeldKnown: reporter.isHeldKnown,
            rateLimits: RateLimit.all(in: reporter), burst: EarlyBurst.found(by: reporter))
        return FoundCause(flow, at: source, lost: lost)
    }

    /// The only source that may still send, and the stage whose other inputs have ended.
    private static func lastInput(_ reporter: BottleneckReporter) -> LastInput? {
        reporter.judge.onlySource.flatMap { source in
            reporter.join(lastFedBy: source).map { LastInput(source: reporter.stages[source].name, stage: $0) }
        }
    }

    /// If nothing arrived, nothing flows.
    var kind: Verdict.Kind { hasArrivals ? .flowing : .waitingForSource }
    private var hasArrivals: Bool { rates.map { $0.upperBound > 0 } ?? true }
    var limits: Bool { false }
    var standstill: Standstill { .never }

    /// Unproven if values of ended sources may still wait, or if the demand on the slowest source is unknown.
    func proven(_ verdict: Verdict, by reporter: BottleneckReporter, at culprit: Int?) -> Verdict? {
        let isSettled = ended.isEmpty || isHeldKnown
        return isSettled && (source == nil || reporter.knowsDemandIsOpen(culprit)) ? verdict : nil
    }

    /// `flowing: no stage holds values back; 4.0 a second arrived in the last 10 s`.
    var words: VerdictWords {
        guard let rates else {
            let facts = window == 0 ? "it has just begun" : "no stage \(isWhole ? "held" : "holds") values back"
            return VerdictWords("flowing: \(facts)", brief: "flowing")
        }
        guard hasArrivals || !ended.isEmpty else { return nothing }
        let arrived = arrived(rates)
        let held = Verdict.Holding.text(holdings)
        let paced = source.map { "values pass as fast as \($0) sends them" }
        let end = ended.count == 1 ? "has ended, but its end has" : "have ended, but their ends have"
        let over = ended.isEmpty ? nil : "\(ValueList.names(ended)) \(end) not arrived yet"
        let last = lastInput.map { "\($0.stage) has no input left but \($0.source)" }
        let limits = rateLimits.map(\.text)
        if isWhole {
            let facts = ([paced].compactMap(\.self) + limits).joined(separator: ", ")
            let text = [facts.isEmpty ? nil : facts, arrived, burst?.text].compactMap(\.self).joined(separator: "; ")
            return VerdictWords("flowing: \(text)", brief: "flowing", shorter: ["flowing: \(facts.isEmpty ? arrived : facts)"])
        }
        let present = ([over, last, paced, held].compactMap(\.self) + limits).joined(separator: ", ")
        guard !present.isEmpty || isHeldKnown else { return VerdictWords("flowing: \(arrived)", brief: "flowing") }
        // If only the end is left, nothing flows.
        if let over, held == nil { return VerdictWords("\(present); \(arrived)", brief: "ending", shorter: [present, over]) }
        let head = "flowing: \(present.isEmpty ? "no stage holds values back" : present)"
        return VerdictWords("\(head); \(arrived)", brief: "flowing", shorter: [head, "flowing: \(held ?? arrived)"])
    }

    /// `nothing arrived in the last 9.4 ms; no stage holds values back`.
    private var nothing: VerdictWords {
        let held = Verdict.Holding.text(holdings) ?? (isHeldKnown ? "no stage \(isWhole ? "held" : "holds") values back" : nil)
        let text = "nothing arrived \(span)"
        return VerdictWords([text, held].compactMap(\.self).joined(separator: "; "), brief: "nothing arrived", shorter: [text])
    }

    private var span: String { "in \(isWhole ? "" : "the last ")\(Percent.seconds(window))" }

    /// `4.0 a second arrived in the last 10 s`, `2 values arrived in the last 9.4 ms`; of several subscribers, the range.
    private func arrived(_ rates: ClosedRange<Double>) -> String {
        guard hasArrivals else { return "nothing arrived \(span)" }
        let (least, most) = (amount(rates.lowerBound), amount(rates.upperBound))
        let unit = window < Flowing.shortestForRate ? most == "1" ? " value" : " values" : " a second"
        guard sinks > 1 else { return "\(most)\(unit) arrived \(span)" }
        return "each of \(sinks) subscribers got \(least == most ? most : "\(least) to \(most)")\(unit) \(span)"
    }

    /// A rate, or the number of values if the window is too short for a rate.
    private func amount(_ rate: Double) -> String {
        guard window < Flowing.shortestForRate else { return rate > 0 ? Percent.rate(rate) : Percent.decimal(rate) }
        return "\(Int((min(1e12, rate) * Double(window) / 1e9).rounded()))"
    }

    /// The shortest window with a rate, in nanoseconds.
    static let shortestForRate: UInt64 = 100_000_000
}

/// The sources have ended, and all their values have arrived: nothing is held back except the end.
enum Drained: Condition {
    static func found(by reporter: BottleneckReporter, _ span: VerdictSpan) -> FoundCause? {
        let judge = reporter.judge
        guard !span.isRun, reporter.window > 0, judge.present.holdings.isEmpty, reporter.isHeldKnown, !judge.present.isPaused,
            !judge.endedSources.isEmpty
        else { return nil }
        return Flowing.flow(reporter, .present)
    }
}
