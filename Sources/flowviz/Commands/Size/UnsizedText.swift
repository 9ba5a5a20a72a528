import FlowSizing
import FlowSystem
import FlowText
import FlowTrace

/// Writes the forecasts for a stage without a size, which holds values until the work for others is done, or until others come.
enum UnsizedText {
    private static let titles = ["", "held at most", "range", "median wait", "99 %", "longest", "delivered"]

    /// The lines below those on the recording.
    static func lines(of report: SizeReport) -> [String] {
        let recordedRow = ["as recorded", "\(report.recorded.peak)", "–"] + SizeText.times(report.recorded)
        let rows = report.rows.map { row in
            [SizeText.name(of: row.change, report.history)] + cells(of: row.forecast)
        }
        let table = TextTable.lines([titles, recordedRow] + rows, .right)
        return (ground(of: report) + [""] + table + ["", answer(report)]).map { $0.isEmpty ? "" : "  " + $0 }
    }

    /// A forecast whose range is wide has no other numbers: they would rest on guesses.
    private static func cells(of forecast: SizeForecast) -> [String] {
        let (outcome, range) = (forecast.outcome, SizeText.text(of: forecast.held))
        guard forecast.held.upperBound > 2 * forecast.held.lowerBound + 2 else {
            return ["\(outcome.peak)", range] + SizeText.times(outcome)
        }
        return ["–", range, "–", "–", "–", "–"]
    }

    /// What was recorded: `200 values passed, 143 of them waited, at most 5 at once`.
    static func kept(_ history: StoreHistory, _ outcome: QueueOutcome) -> String {
        let most = "at most \(outcome.peak) at once"
        if history.takesTurns { return "\(ValueCount.words(outcome.arrived)) passed, \(history.waited) of them waited, \(most)" }
        guard !history.inputs.isEmpty else { return "\(ValueCount.words(outcome.arrived)) waited, \(most)" }
        let inputs = ValueList.names(history.inputs)
        return
            "\(ValueCount.words(outcome.arrived)) of \(inputs), joined into \(outcome.delivered); at most \(outcome.peak) waited at once"
    }

    /// The ground on which the forecasts stand.
    private static func ground(of report: SizeReport) -> [String] {
        let recorded = "checked: with the recorded numbers it foretells as many as were held, within one"
        guard report.history.takesTurns else {
            return ["foretold from the times of its inputs' values, for the time of this recording; \(recorded)"]
        }
        let (mean, count) = report.services
        let work = "while others waited, the work for a value took \(Seconds.duration(nanoseconds: UInt64(saturating: mean)))"
        return [work, "foretold from the times of \(ValueCount.words(count)); \(recorded)"]
    }

    static func answer(_ report: SizeReport) -> String {
        guard report.history.inputs.isEmpty else { return rates(of: report.history) }
        guard let load = report.load, load.arriving > load.taken else {
            return "it has no size and drops nothing: it holds the values that wait for the work on their scheduler"
        }
        let rates =
            "\(Seconds.rate(load.arriving)) arrive, and the work on their scheduler lets about \(Seconds.rate(load.taken)) pass"
        guard report.isOverloaded else { return "it grew for the time of this recording: \(rates)" }
        return "it grows: \(rates); a source that sends \(Percent.text(1 - load.taken / load.arriving)) less would fit"
    }

    /// `timer sends 10.0/s, and letters 2.5/s: values of the faster one wait for the slower one`
    private static func rates(of history: StoreHistory) -> String {
        let rates = zip(history.inputs, history.inputRates).map { name, rate in "\(name) \(rate.map(Seconds.rate) ?? "one value")"
        }
        return "its inputs send at their own rates: \(rates.joined(separator: ", ")); what is ahead waits"
    }
}
