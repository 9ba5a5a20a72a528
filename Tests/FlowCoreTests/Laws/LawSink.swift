import FlowCore
import FlowTestSupport
import FlowCombine

/// A subscriber that acts at random: it requests immediately, later, inside deliveries and by its results, cancels in between,
/// and still requests after the end.
final class LawSink: Subscriber {
    typealias Input = Int
    typealias Failure = OperatorError

    let name: String
    /// All its signals and actions, in the words of the trace, without times.
    private(set) var signals: [String] = []
    /// The number of received values.
    private(set) var received = 0
    /// The sum of its requests and returned demand.
    private(set) var demanded = Subscribers.Demand.none

    private unowned let bench: LawBench
    private var chance: SeededChance
    private var subscription: (any Subscription)?
    private let generosity: Int
    private let asksForNothingToo: Bool

    init(_ name: String, bench: LawBench, seed: UInt64, asksForNothingToo: Bool) {
        self.name = name
        self.bench = bench
        self.asksForNothingToo = asksForNothingToo
        chance = SeededChance(seed: seed)
        generosity = chance.below(4)
    }

    func receive(subscription: any Subscription) {
        note("subscribed")
        self.subscription = subscription
        if chance.oneIn(2) { request() }
        for _ in 0..<chance.below(8) { later { $0.request() } }
        if chance.oneIn(3) { later { $0.cancel() } }
    }

    func receive(_ input: Int) -> Subscribers.Demand {
        received += 1
        note("value \(input)")
        switch chance.below(24) {
        case 0: cancel()
        case 1...3: request()
        case 4: later { $0.request() }
        default: break
        }
        let returned = Subscribers.Demand.max(generosity > 0 ? chance.below(generosity) : 0)
        demanded += returned
        if returned > .none { note("returned \(returned.text)") }
        return returned
    }

    func receive(completion: Subscribers.Completion<OperatorError>) {
        switch completion {
        case .finished: note("finished")
        case .failure(let error): note("failure \(error)")
        }
        if chance.oneIn(4) { request() }
        if chance.oneIn(8) { cancel() }
    }

    private func request() {
        let demand: Subscribers.Demand
        switch chance.below(12) {
        case 0: demand = .unlimited
        case 1 where asksForNothingToo: demand = .none
        default: demand = .max(1 + chance.below(3))
        }
        guard let subscription else { return }
        demanded += demand
        note("request \(demand.text)")
        subscription.request(demand)
    }

    private func cancel() {
        guard let subscription else { return }
        note("cancel")
        subscription.cancel()
    }

    private func later(_ action: @escaping (LawSink) -> Void) {
        let date = bench.scheduler.now.advanced(by: .milliseconds(10 * chance.below(25)))
        bench.scheduler.schedule(after: date) { action(self) }
    }

    private func note(_ signal: String) {
        signals.append(signal)
        bench.log.note("\(name) \(signal)")
    }
}
