import FlowModel
import FlowTrace
import FlowWords

extension PipelineReport {
    /// Further remarks, a sentence each: holds by viewers, loops that feed streams, splits between consumers, and losses.
    public var notes: [String] {
        heldTimes.map(\.text) + LoopRelation.texts(of: loops) + splits.map(\.text) + LateSubscriber.texts(of: latecomers)
            + stranded.map(\.text)
            + stages.flatMap { stage in
                let arguments = stage.node?.arguments ?? ""
                let detail = arguments.isEmpty ? "" : " (\(arguments))"
                let losses = stage.losses.map { loss in
                    let more = loss.count > loss.values.count ? ", …" : ""
                    let reason = loss.reasonWords(leavesOut: stage.leavesOut)
                    let who = MissedValues.text(loss.missed).map { "; \($0)" } ?? ""
                    let count = "\(ValueCount.words(loss.count)) (\(reason))"
                    let isListed = loss.values.contains { $0 != StreamModel.undescribed }
                    let list = isListed ? ": \(loss.values.map(ValueList.brief).joined(separator: ", "))\(more)" : ""
                    return "\(stage.name)\(detail) dropped \(count)\(list)\(who)"
                }
                let forecast = stage.forecast.map { "\(stage.name) \($0.text)" } ?? stage.prefetchText
                return stage.waitTexts + losses + (forecast.map { [$0] } ?? [])
            }
    }
}

extension StageReport {
    /// `1 write waits to enter outbound`, if any does.
    fileprivate var waitTexts: [String] {
        waits == 0 ? [] : ["\(waits) \(waits == 1 ? "write waits" : "writes wait") to enter \(name)"]
    }

    /// `buffer fills up to its size of 20 and requests no more: it holds 17, and 3 more will come`.
    fileprivate var prefetchText: String? {
        guard let prefetched, let held, let capacity else { return nil }
        let rest = prefetched == 0 ? "no more will come" : "\(prefetched) more will come"
        return "\(name) fills up to its size of \(capacity) and requests no more: it holds \(held.words), and \(rest)"
    }
}

extension Forecast {
    /// `is growing by 2.1 a second, full in 14 s`. Without a limit, the time until it holds a million more, since memory is the
    /// limit. For an ended program, `grew by 2.1 a second until the end of the
    /// trace`.
    public var text: String {
        if isOver { return "grew by \(Percent.rate(growth)) a second until the end of the trace" }
        let growing = "is growing by \(Percent.rate(growth)) a second"
        if let fullIn { return "\(growing), full in \(Percent.span(fullIn))" }
        return "\(growing) without a limit: a million more in \(Percent.span(UInt64(saturating: 1e15 / growth)))"
    }
}
