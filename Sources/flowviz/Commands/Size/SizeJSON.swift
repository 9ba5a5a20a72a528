import FlowSessions
import FlowSizing
import FlowTrace

/// Writes the forecasts for a store as a JSON object. Times are in seconds.
enum SizeJSON {
    static func line(of report: SizeReport) -> String {
        let history = report.history
        return JSONText.object([
            ("version", "1"), ("stage", JSONText.string(history.name)), ("kind", JSONText.string(history.operation.name)),
            ("at", history.place?.location.map { JSONText.string("\($0)") } ?? "null"),
            ("consumers", JSONText.list(history.consumers.map(JSONText.string))), ("lives", "\(history.lives.count)"),
            ("hasSize", history.hasSize ? "true" : "false"), ("inputs", JSONText.list(history.inputs.map(JSONText.string))),
            ("dropper", history.dropper.map(JSONText.string) ?? "null"),
            ("consumersAtOnce", "\(history.consumersAtOnce)"),
            ("capacity", history.capacity.map(String.init) ?? "null"), ("source", JSONText.string(name(of: history.source))),
            ("lowMark", history.lowMark.map(String.init) ?? "null"),
            ("recorded", outcome(report.recorded)), ("foretells", report.doubt == nil ? "true" : "false"),
            ("doubt", report.doubt.map { JSONText.string(name(of: $0)) } ?? "null"), ("isCut", history.isCut ? "true" : "false"),
            ("checked", "\(report.checked.dropped)"),
            ("service", report.services.count == 0 ? "null" : JSONText.seconds(UInt64(saturating: report.services.mean))),
            ("services", "\(report.services.count)"), ("arriving", JSONText.number(report.load?.arriving)),
            ("taken", JSONText.number(report.load?.taken)), ("overloaded", report.isOverloaded ? "true" : "false"),
            ("smallestLossless", report.smallestLossless.map(String.init) ?? "null"),
            ("maxWait", report.limited.map { JSONText.seconds($0.limit) } ?? "null"),
            ("fewestConsumers", lossless(report.fewestConsumers)),
            ("largestWithin", report.limited?.forecast?.plan.capacity.map(String.init) ?? "null"),
            ("rows", JSONText.list(report.rows.map(row))),
        ])
    }

    /// A number of consumers, if they drop nothing.
    private static func lossless(_ consumers: (count: Int, forecast: SizeForecast)?) -> String {
        consumers.flatMap { $0.forecast.outcome.dropped == 0 ? "\($0.count)" : nil } ?? "null"
    }

    private static func row(_ row: SizeReport.Row) -> String {
        let (plan, forecast) = (row.forecast.plan, row.forecast)
        return JSONText.object([
            ("size", plan.capacity.map(String.init) ?? "null"), ("dropsOldest", plan.dropsOldest ? "true" : "false"),
            ("consumers", "\(plan.consumers)"), ("speed", JSONText.number(plan.speed)), ("rate", JSONText.number(plan.rate)),
            ("input", plan.input.map(String.init) ?? "null"),
            ("outcome", outcome(forecast.outcome)), ("droppedLow", "\(forecast.dropped.lowerBound)"),
            ("droppedHigh", "\(forecast.dropped.upperBound)"), ("heldLow", "\(forecast.held.lowerBound)"),
            ("heldHigh", "\(forecast.held.upperBound)"),
        ])
    }

    private static func outcome(_ outcome: QueueOutcome) -> String {
        let waits = outcome.waitTimes
        return JSONText.object([
            ("arrived", "\(outcome.arrived)"), ("delivered", "\(outcome.delivered)"), ("dropped", "\(outcome.dropped)"),
            ("peak", "\(outcome.peak)"), ("left", "\(outcome.left)"),
            ("medianWait", waits.map { JSONText.seconds($0.median) } ?? "null"),
            ("wait99", waits.map { JSONText.seconds($0.most) } ?? "null"),
            ("longestWait", waits.map { JSONText.seconds($0.longest) } ?? "null"),
            ("deliveredRate", JSONText.number(outcome.deliveredRate)),
        ])
    }

    private static func name(of source: StoreHistory.Source) -> String {
        switch source {
        case .open: "open"
        case .pulled: "pulled"
        case .fed: "fed"
        case .senders: "senders"
        }
    }

    private static func name(of doubt: StoreHistory.Doubt) -> String {
        switch doubt {
        case .hasNoSize: "hasNoSize"
        case .gaps: "gaps"
        case .unknownSize: "unknownSize"
        case .followsMarks: "followsMarks"
        case .hasFailed: "hasFailed"
        case .unlimited: "unlimited"
        case .severalSubscribers: "severalSubscribers"
        case .consumersChange: "consumersChange"
        case .leavesAfterValue: "leavesAfterValue"
        case .unread: "unread"
        case .unknownDemand: "unknownDemand"
        case .nothingDelivered: "nothingDelivered"
        case .demandDecides: "demandDecides"
        case .dropsAbove: "dropsAbove"
        case .sourceFollowsRoom: "sourceFollowsRoom"
        case .sendsUnseen: "sendsUnseen"
        case .feedsStore: "feedsStore"
        case .misses: "misses"
        }
    }
}
