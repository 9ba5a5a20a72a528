import ArgumentParser
import FlowSessions
import FlowSizing
import FlowSystem
import FlowText

/// An expectation on a forecast: with this size, a store would drop nothing, and keep no value longer than a limit.
struct SizeGate {
    /// The expectation as it was given.
    let text: String
    private let stage: String
    private let size: Int
    /// In nanoseconds.
    private let maxWait: UInt64?

    /// - Parameter text: `buffer=100`, or with a limit on waits `buffer=100,wait=0.2s`.
    init(_ text: String) throws {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let limit = parts.count > 1 ? Arguments.nanoseconds(String(parts[1].dropFirst("wait=".count))) : nil
        let isLimited = parts.count == 2 && parts[1].hasPrefix("wait=") && limit != nil
        guard let sign = parts[0].lastIndex(of: "="), let size = Int(parts[0][parts[0].index(after: sign)...]), size >= 0,
            sign > parts[0].startIndex, parts.count == 1 || isLimited
        else {
            throw ValidationError(
                "--would-fit '\(text)' is not valid; it takes a stage with a size, for example buffer=100 or buffer=100,wait=0.2s"
            )
        }
        (self.text, stage, self.size, maxWait) = (text, String(parts[0][..<sign]), size, limit)
    }

    /// The breaches, in words; empty if it holds. Fails if the trace does not suffice for a forecast.
    func breaches(in stores: RunStores, of source: RunSource) throws -> [String] {
        let history = try SizeCommand.named(stage, among: stores, in: source)
        if let keeping = history.keeping { throw Failure("would-fit \(text): \(stage) has no size to choose: \(keeping.words)") }
        let forecaster = Forecaster(history)
        if let doubt = forecaster.doubt { throw Failure("would-fit \(text): cannot know: \(doubt.words)") }
        guard size >= forecaster.smallestSize else {
            throw Failure("would-fit \(text): \(stage) waits for room, so nothing would pass with size \(size)")
        }
        var plan = forecaster.plan
        plan.capacity = size
        let forecast = forecaster.forecast(plan)
        return [growth(forecaster), drops(forecast), wait(forecast.outcome)].compactMap(\.self).map { "would-fit \(text): \($0)" }
    }

    /// No size fits for longer than the recording if more arrives than is taken.
    private func growth(_ forecaster: Forecaster) -> String? {
        guard forecaster.isOverloaded, let load = forecaster.load else { return nil }
        return
            "no size is large enough for \(stage): \(Seconds.rate(load.arriving)) arrive, and at most \(Seconds.rate(load.taken)) are taken"
    }

    private func drops(_ forecast: SizeForecast) -> String? {
        if forecast.outcome.failed != nil { return "with size \(size), \(stage) would fail" }
        let most = forecast.dropped.upperBound
        guard most > 0 else { return nil }
        let dropped = forecast.outcome.dropped
        return "with size \(size), \(stage) would drop \(dropped == most ? "\(dropped)" : "\(dropped), and up to \(most),") "
            + "of \(forecast.outcome.arrived) values"
    }

    private func wait(_ outcome: QueueOutcome) -> String? {
        guard let maxWait, let longest = outcome.waitTimes?.longest, longest > maxWait else { return nil }
        let (found, limit) = Seconds.durations(nanoseconds: longest, toldFrom: maxWait)
        return "with size \(size), a value would wait \(found) in \(stage); at most \(limit)"
    }
}
