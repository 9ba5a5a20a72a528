import FlowCore
import FlowTestSupport
import FlowTrace
import FlowCombine

/// The signals above and below an operator, in one order.
final class OperatorLog {
    private(set) var lines: [String] = []
    private let scheduler: VirtualTimeScheduler?

    /// - Parameter scheduler: The clock for the times of the lines; without it, lines have no times.
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
    /// All recorded events, as `buffered 3` or `dropped 1 overflow: oldest`, with times if requested.
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

extension RecordingSubscriber where Input == Int {
    /// Creates a subscriber that also logs its signals.
    ///
    /// - Parameters:
    ///   - onValue: Gives the demand to return for a value.
    ///   - onCompletion: Called with the completion.
    convenience init(
        _ name: String = "", log: OperatorLog, initial: Subscribers.Demand = .none,
        onValue: @escaping (RecordingSubscriber, Int) -> Subscribers.Demand = { _, _ in .none },
        onCompletion: @escaping (RecordingSubscriber) -> Void = { _ in }
    ) {
        self.init(demand: initial, answer: onValue)
        let name = name.isEmpty ? "" : name + ": "
        onSignal = { [unowned self] signal in
            switch signal {
            case .subscribed: log.note(name + "subscribed")
            case .value(let value): log.note("\(name)\(value)")
            case .completion(.finished): log.note(name + "finished")
            case .completion(.failure(let error)): log.note("\(name)failure \(error)")
            default: break
            }
            if case .completion = signal { onCompletion(self) }
        }
    }

    /// Performs `body` within the subscription.
    func whenSubscribed(_ body: @escaping () -> Void) {
        let known = onSignal
        onSignal = { signal in
            known(signal)
            if case .subscribed = signal { body() }
        }
    }
}

extension RecordingPublisher where Output == Int {
    /// Creates a publisher that also logs its demand.
    ///
    /// - Parameter stock: The values that it sends by itself, on demand, like a sequence.
    convenience init(_ name: String = "up", log: OperatorLog, stock: [Int] = []) {
        self.init()
        onSignal = { signal in
            switch signal {
            case .requested(let demand): log.note("\(name) request \(demand.text)")
            case .returned(let demand): log.note("\(name) returned \(demand.text)")
            case .cancelled: log.note("\(name) cancel")
            default: break
            }
        }
        var stock = stock[...]
        var isSending = false
        onRequest = { source in
            guard !isSending else { return }
            isSending = true
            while source.outstanding > .none, !source.isCancelled, let value = stock.popFirst() {
                source.send(value)
                if stock.isEmpty, !source.isCancelled { source.send(completion: .finished) }
            }
            isSending = false
        }
    }
}

/// The errors of the operator tests.
enum OperatorError: Error, Equatable {
    case broken, full
}
