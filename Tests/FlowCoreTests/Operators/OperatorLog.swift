import FlowCore
import FlowTrace
import OpenCombineShim

/// What was seen around an operator, above and below it, in one order.
final class OperatorLog {
    private(set) var lines: [String] = []
    private let scheduler: VirtualTimeScheduler?

    /// - Parameter scheduler: Where lines get their time from; without one they have none.
    init(_ scheduler: VirtualTimeScheduler? = nil) {
        self.scheduler = scheduler
    }

    func note(_ text: String) {
        guard let scheduler else { return lines.append(text) }
        lines.append("\(OperatorLog.seconds(scheduler.now.nanoseconds)) \(text)")
    }

    static func seconds(_ nanoseconds: Int64) -> String {
        String(Double(nanoseconds) / 1e9)
    }
}

extension Recorder {
    /// All that was recorded of one kind of place, as `buffered 3` or `dropped 1 overflow: oldest`, with the time where asked.
    func storeHistory(timed: Bool = false) -> [String] {
        var log = TraceLog()
        drain(into: &log)
        return log.entries.map { entry in
            let value = log.value(of: entry).map { " \($0)" } ?? ""
            let reason = entry.event.dropReason.map { " \($0.name)" } ?? ""
            let time = timed ? OperatorLog.seconds(Int64(entry.event.time)) + " " : ""
            return "\(time)\(entry.kind.name)\(value)\(reason)"
        }
    }
}

extension Subscribers.Demand {
    var text: String {
        max.map(String.init) ?? "unlimited"
    }
}
