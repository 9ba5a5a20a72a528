import FlowOperators
import FlowSizing
import FlowSystem
import FlowText
import FlowTrace

/// Writes the forecasts for a store for people.
enum SizeText {
    private static let titles = ["", "dropped", "range", "held at most", "median wait", "99 %", "longest", "delivered"]

    static func lines(of report: SizeReport) -> [String] {
        let (history, recorded) = (report.history, report.recorded)
        var lines = [head(of: history)]
        let fates =
            history.hasSize ? "\(arrivals(recorded)), \(fates(recorded, of: history))" : UnsizedText.kept(history, recorded)
        lines.append("  recorded: \(fates)")
        if history.isCut { lines.append("  it had more values than are read: this is about its first \(recorded.arrived)") }
        if history.hasSize, let services = services(report) { lines.append("  " + services) }
        if let doubt = report.doubt { return lines + ["  nothing foretold: \(doubt.words)"] }
        guard history.hasSize else { return lines + UnsizedText.lines(of: report) }
        lines.append("  \(trust(in: report))")
        if history.hidesSource {
            lines.append("  its source waited for room, and since when is unknown: no other consumer or rate is foretold")
        }
        let recordedRow = ["as recorded"] + cells(recorded, dropped: "\(recorded.dropped)", range: "–")
        let rows = report.rows.map { row in
            let forecast = row.forecast
            return [name(of: row.change, history)]
                + cells(forecast.outcome, dropped: losses(forecast.outcome), range: losses(of: forecast))
        }
        lines += [""] + TextTable.lines([titles, recordedRow] + rows, .right).map { "  " + $0 } + [""]
        lines += curve(report).map { $0.isEmpty ? "" : "  " + $0 }
        return lines + answers(report).map { "  " + $0 }
    }

    /// A line on each store. Stages of one kind without a size share a line.
    static func summaries(of reports: some Sequence<SizeReport>) -> [String] {
        var (groups, indices): ([[SizeReport]], [Kind: Int]) = ([], [:])
        for report in reports {
            let kind = Kind(report)
            guard let kind, let index = indices[kind] else {
                if let kind { indices[kind] = groups.count }
                groups.append([report])
                continue
            }
            groups[index].append(report)
        }
        return groups.map { $0.count == 1 ? summary(of: $0[0]) : summary(ofLike: $0) }
    }

    /// What stages without a size have in common.
    private struct Kind: Hashable {
        let operation: OperatorID
        let consumers: [String]
        let reason: String

        /// `nil` for a stage with a size.
        init?(_ report: SizeReport) {
            guard !report.history.hasSize, let doubt = report.doubt else { return nil }
            (operation, consumers, reason) = (report.history.operation, report.history.consumers, doubt.words)
        }
    }

    /// `delay, 21 stages without a size; taken by flatMap: 60 values waited, at most 1 at once in each; nothing foretold: …`
    private static func summary(ofLike reports: [SizeReport]) -> String {
        let (history, recorded) = (reports[0].history, reports.map(\.recorded))
        let values = ValueCount.words(recorded.reduce(0) { $0.saturatingSum($1.arrived) })
        let taken = history.consumers.isEmpty ? "" : "; taken by \(ValueList.names(history.consumers))"
        return
            "\(history.operation.name), \(reports.count) stages without a size\(taken): \(values) waited, "
            + "at most \(recorded.map(\.peak).max() ?? 0) at once in each; nothing foretold: \(reports[0].doubt?.words ?? "")"
    }

    /// A line on a store: `AsyncStream:152 at service.swift:152, without a limit: 90 arrived, 0 dropped, at most 3 held; …`.
    private static func summary(of report: SizeReport) -> String {
        let recorded = report.recorded
        let fates = "\(recorded.arrived) arrived, \(recorded.dropped) dropped, at most \(recorded.peak) held"
        let counts = report.history.hasSize ? fates : UnsizedText.kept(report.history, recorded)
        let answer = report.history.hasSize ? smallest(report) : UnsizedText.answer(report)
        let result = report.doubt.map { "nothing foretold: \($0.words)" } ?? answer
        return "\(head(of: report.history)): \(counts); \(result)"
    }

    // MARK: The recording

    /// `AsyncStream at Feed.swift:31 run(), of size 3: a full one drops the arriving value; taken by for await:40`
    private static func head(of history: StoreHistory) -> String {
        let place = history.place.map { " at \($0.short)" } ?? ""
        let taken = history.consumers.isEmpty ? "" : "; taken by \(ValueList.names(history.consumers))"
        let lives = history.lives.count > 1 ? ", \(history.lives.count) of them" : ""
        return "\(history.name)\(place)\(lives), \(size(of: history))\(taken)"
    }

    private static func size(of history: StoreHistory) -> String {
        guard history.hasSize else { return "which has no size" }
        switch history.source {
        case .senders: return "which holds nothing: its senders wait"
        case .pulled, .fed:
            guard let low = history.lowMark else {
                return "of size \(history.capacity ?? 0): it requests no more while it is full"
            }
            return "which stops its producer at \(history.capacity ?? 0) held values, until it holds fewer than \(low)"
        case .open: break
        }
        guard let capacity = history.capacity else { return "without a limit" }
        if let dropper = history.dropper { return "of size \(capacity): while it is full, \(dropper) drops" }
        guard capacity > 0 else { return "which holds nothing: a value without demand is dropped" }
        switch history.overflow {
        case .dropOldest?: return "of size \(capacity): a full one drops its oldest value"
        case .dropNewest?: return "of size \(capacity): a full one drops the arriving value"
        case .fail?: return "of size \(capacity): a full one fails"
        case .stopProducer?, .wait?, .unknown?, nil: return "of size \(capacity)"
        }
    }

    /// `300 arrived (100/s)`
    private static func arrivals(_ outcome: QueueOutcome) -> String {
        "\(outcome.arrived) arrived" + (outcome.arrivalRate.map { " (\(Seconds.rate($0)))" } ?? "")
    }

    private static func fates(_ outcome: QueueOutcome, of history: StoreHistory) -> String {
        let held = history.source == .senders ? "at most \(outcome.peak) waited in send" : "at most \(outcome.peak) held"
        // Without the subscription that takes the values, the records do not tell what became of them.
        if history.doubt == .unknownDemand { return "\(outcome.dropped) dropped, \(held)" }
        let left = outcome.left > 0 ? ", \(outcome.left) still held at the end" : ""
        return "\(outcome.delivered) delivered, \(outcome.dropped) dropped, \(held)\(left)"
    }

    /// `its consumer takes 9.8 ms a value, at most 102/s`
    private static func services(_ report: SizeReport) -> String? {
        let (mean, count) = report.services
        guard count > 0 else { return nil }
        let consumers = max(1, report.history.consumersAtOnce)
        let takers =
            consumers == 1 ? "it takes" : report.history.slots == nil ? "they take" : "\(consumers) at once take"
        let most = mean > 0 ? ", so \(takers) about \(Seconds.rate(Double(consumers) * 1e9 / mean))" : ""
        let subject =
            report.history.slots != nil
            ? "an inner publisher needs" : consumers == 1 ? "its consumer needs" : "each of its \(consumers) consumers needs"
        return "\(subject) \(Seconds.duration(nanoseconds: UInt64(saturating: mean))) for a value\(most)"
    }

    /// The ground on which the forecasts stand.
    private static func trust(in report: SizeReport) -> String {
        let recorded = report.recorded.dropped
        let check = report.checked.dropped == recorded ? "which is right" : "where \(recorded) were"
        return
            "foretold from the times of \(ValueCount.words(report.services.count)); checked: with the recorded numbers it foretells "
            + "\(report.checked.dropped) dropped, \(check)"
    }

    // MARK: The table

    private static func cells(_ outcome: QueueOutcome, dropped: String, range: String) -> [String] {
        [dropped, range, "\(outcome.peak)"] + times(outcome)
    }

    /// The cells of the waits and of the rate.
    static func times(_ outcome: QueueOutcome) -> [String] {
        let waits = outcome.waitTimes.map { [$0.median, $0.most, $0.longest].map(Seconds.duration(nanoseconds:)) }
        return (waits ?? ["–", "–", "–"]) + [outcome.deliveredRate.map(Seconds.rate) ?? "–"]
    }

    private static func losses(_ outcome: QueueOutcome) -> String {
        outcome.failed.map { "fails at \(Seconds.text(nanoseconds: $0)) s" } ?? "\(outcome.dropped)"
    }

    private static func losses(of forecast: SizeForecast) -> String {
        forecast.outcome.failed == nil ? text(of: forecast.dropped) : "–"
    }

    static func text(of range: ClosedRange<Int>) -> String {
        range.lowerBound == range.upperBound ? "\(range.lowerBound)" : "\(range.lowerBound)–\(range.upperBound)"
    }

    static func name(of change: SizeReport.Change, _ history: StoreHistory) -> String {
        switch change {
        case .size(let size):
            "\(history.lowMark == nil ? "size" : "stopped at") \(size)\(size == history.capacity ? " (its own)" : "")"
        case .policy(let dropsOldest): dropsOldest ? "drops its oldest value" : "drops the arriving value"
        case .speed(let speed): "\(history.hasSize ? "consumer" : "work") \(factor(speed)) times as fast"
        case .consumers(let count): history.slots == nil ? "\(count) consumers" : "flatMap of \(count) publishers"
        case .rate(let rate): "source at \(multiple(rate))"
        case .input(let input, let rate): "\(history.inputs[input]) at \(multiple(rate))"
        }
    }

    private static func multiple(_ rate: Double) -> String { rate < 1 ? "half the rate" : "\(factor(rate)) times the rate" }

    private static func factor(_ factor: Double) -> String {
        factor == factor.rounded() ? "\(Int(factor))" : "\(factor)"
    }

    // MARK: The curve

    /// The drops and the waits over the sizes, as bars.
    private static func curve(_ report: SizeReport) -> [String] {
        guard let points = report.curve?.points, points.count > 3, let first = points.first, let last = points.last else {
            return []
        }
        func ends(_ text: (SizeCurve.Point) -> String) -> String { "\(text(first)) to \(text(last))" }
        return [
            "dropped    \(bars(points.map { Double($0.dropped) }))  \(ends { "\($0.dropped)" })",
            "99 % wait  \(bars(points.map { Double($0.wait) }))  \(ends { Seconds.duration(nanoseconds: $0.wait) })",
            "with sizes from \(first.size) to \(last.size)", "",
        ]
    }

    private static func bars(_ heights: [Double]) -> String {
        let most = max(heights.max() ?? 0, .leastNonzeroMagnitude)
        return heights.map { height in
            height == 0 ? " " : String("▁▂▃▄▅▆▇█".dropFirst(min(7, Int(height / most * 8))).prefix(1))
        }.joined()
    }

    // MARK: Answers

    private static func answers(_ report: SizeReport) -> [String] {
        var answers = [smallest(report)]
        if report.recorded.dropped > 0, report.history.source == .open { answers += consumers(report) }
        if let (limit, forecast, isAny) = report.limited { answers.append(within(limit, forecast, isAny: isAny)) }
        return answers
    }

    /// `with its own size, 3 consumers would drop nothing`
    private static func consumers(_ report: SizeReport) -> [String] {
        guard report.history.takesSeveral else { return ["another subscriber would not help: each gets every value"] }
        guard report.history.foretellsConsumers else { return [] }
        let isFlatMap = report.history.slots != nil
        guard let (fewest, forecast) = report.fewestConsumers else { return [] }
        let name = isFlatMap ? "flatMap(maxPublishers: .max(\(fewest)))" : "\(fewest) consumer\(fewest == 1 ? "" : "s")"
        let least = forecast.outcome.dropped
        guard least < report.recorded.dropped else { return ["with its own size, more consumers would drop as many"] }
        let result = least == 0 ? "nothing" : "\(least), and more consumers no fewer"
        return ["with its own size, \(name) would drop \(result)\(range(of: forecast))"]
    }

    private static func smallest(_ report: SizeReport) -> String {
        guard let size = report.smallestLossless else { return "nothing is dropped with any size: its producer waits" }
        guard size > 0 else { return "no buffer is needed: a consumer waited for each value" }
        let range = report.lossless.map(SizeText.range) ?? ""
        guard let load = report.load, load.arriving > load.taken else {
            let enough = report.load.map { load in
                "; on average it keeps up: \(Seconds.rate(load.arriving)) arrive, and \(takers(report)) about "
                    + Seconds.rate(load.taken)
            }
            return "the smallest size that drops nothing in this recording: \(size)\(range)\(enough ?? "")"
        }
        let rates = "\(Seconds.rate(load.arriving)) arrive, and \(takers(report)) about \(Seconds.rate(load.taken))"
        guard report.isOverloaded else {
            return
                "the smallest size that drops nothing in this recording: \(size)\(range); it would not suffice in a longer one: \(rates)"
        }
        return
            "no size is large enough: \(rates); \(remedies(report, load.arriving / load.taken)); for this recording only: \(size)\(range)"
    }

    /// ` (range of drops 0–31)`
    private static func range(of forecast: SizeForecast) -> String {
        forecast.dropped.upperBound > forecast.outcome.dropped ? " (range of drops \(text(of: forecast.dropped)))" : ""
    }

    private static func takers(_ report: SizeReport) -> String {
        let consumers = max(1, report.history.consumersAtOnce)
        if report.history.slots != nil { return "flatMap takes" }
        return consumers == 1 ? "its consumer takes" : "its \(consumers) consumers take"
    }

    /// `2 consumers would keep up, or a source that sends 27 % less`
    private static func remedies(_ report: SizeReport, _ ratio: Double) -> String {
        let history = report.history
        let less = "a source that sends \(Percent.text(1 - 1 / ratio)) less"
        guard history.takesSeveral else { return "\(less) would fit" }
        let needed = Int((ratio * Double(max(1, history.consumersAtOnce))).rounded(.up))
        let reader = history.operation.isAsyncStream ? " (tasks behind the one loop that reads the stream)" : ""
        guard history.slots == nil else { return "flatMap(maxPublishers: .max(\(needed))) would keep up, or \(less)" }
        return "\(needed) consumers\(reader) would keep up, or \(less)"
    }

    static func within(_ limit: UInt64, _ forecast: SizeForecast?, isAny: Bool) -> String {
        let limit = Seconds.duration(nanoseconds: limit)
        guard let forecast, let capacity = forecast.plan.capacity else {
            return "no size keeps every wait below \(limit)"
        }
        if isAny { return "no value waits longer than \(limit), whatever the size" }
        return "the largest size with which no value waits longer than \(limit): \(capacity); "
            + "\(forecast.outcome.dropped) of \(forecast.outcome.arrived) dropped"
    }
}
