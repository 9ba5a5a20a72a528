import FlowSizing
import FlowSystem
import FlowText
import FlowTrace

/// Writes the forecasts for a stage without a size, which holds values until its scheduler takes them, or until other values come.
enum UnsizedText {
    private static let titles = ["", "held at most", "range", "median wait", "99 %", "longest", "delivered"]

    /// The lines below those on the recording.
    static func lines(of report: SizeReport) -> [String] {
        let recordedRow = ["as recorded", "\(report.recorded.peak)", "–"] + SizeText.times(report.recorded)
        let rows = report.rows.map { [name(of: $0, in: report)] + cells(of: $0.forecast) }
        let table = TextTable.lines([titles, recordedRow] + rows, .right)
        let limit = report.limited.map { [SizeText.within($0.limit, $0.forecast, isAny: $0.isAny)] } ?? []
        return (ground(of: report) + [""] + table + ["", answer(report)] + limit).map { $0.isEmpty ? "" : "  " + $0 }
    }

    /// Of an input with a higher rate, fewer values are known than the recording lasts.
    private static func name(of row: SizeReport.Row, in report: SizeReport) -> String {
        let name = SizeText.name(of: row.change, report.history)
        let span = row.forecast.outcome.span
        guard !report.history.inputs.isEmpty, span < report.recorded.span / 10 * 9 else { return name }
        return "\(name), its first \(Seconds.duration(nanoseconds: span))"
    }

    /// A forecast whose range is wide has no other numbers: they would rest on guesses.
    private static func cells(of forecast: SizeForecast) -> [String] {
        let (outcome, range) = (forecast.outcome, SizeText.text(of: forecast.held))
        guard forecast.held.upperBound > 2 * forecast.held.lowerBound + 2 else {
            return ["\(outcome.peak)", range] + SizeText.times(outcome)
        }
        return ["–", range, "–", "–", "–", "–"]
    }

    /// The recorded values: `200 values arrived, 143 waited, at most 5 at once; 198 passed on`.
    static func kept(_ history: StoreHistory, _ outcome: QueueOutcome) -> String {
        let values = ValueCount.words(outcome.arrived)
        if history.takesTurns {
            return "\(values) arrived, \(history.waited) waited, at most \(outcome.peak) at once; \(outcome.delivered) passed on"
        }
        guard !history.inputs.isEmpty else { return "\(values) waited, at most \(outcome.peak) at once" }
        let inputs = zip(history.inputCounts, history.inputs).map { "\($0) of \($1)" }.joined(separator: ", ")
        return "\(values) (\(inputs)), joined into \(outcome.delivered); at most \(outcome.peak) waited at once"
    }

    /// The ground on which the forecasts stand.
    private static func ground(of report: SizeReport) -> [String] {
        let check = report.checked.held == report.recorded.peak ? "which is right" : "where \(report.recorded.peak) did"
        let checked = "checked: with the recorded numbers it foretells that at most \(report.checked.held) wait, \(check)"
        guard report.history.takesTurns else {
            return ["foretold from the times of its inputs' values, for the time of this recording; \(checked)"]
        }
        let (mean, count) = report.services
        let work = Seconds.duration(nanoseconds: UInt64(saturating: mean))
        return [
            "its scheduler needs \(work) for a value, as far as others waited for it",
            "foretold from the times of \(ValueCount.words(count)); \(checked)",
        ]
    }

    static func answer(_ report: SizeReport) -> String {
        guard report.history.inputs.isEmpty else { return rates(of: report.history) }
        guard let load = report.load, load.arriving > load.taken else {
            return "it holds the values that wait for its scheduler"
        }
        let rates = "\(Seconds.rate(load.arriving)) arrive, and its scheduler passes on about \(Seconds.rate(load.taken))"
        guard report.isOverloaded else { return "it grew while values came: \(rates)" }
        return "it grows: \(rates); a source that sends \(Percent.text(1 - load.taken / load.arriving)) less would fit"
    }

    /// `timer sends 10.0/s, letters sends 2.5/s: values of a faster input wait for a slower one`
    private static func rates(of history: StoreHistory) -> String {
        let rates = zip(history.inputs, history.inputRates).map { "\($0) sends \($1.map(Seconds.rate) ?? "one value")" }
        return "\(rates.joined(separator: ", ")): values of a faster input wait for a slower one"
    }
}
