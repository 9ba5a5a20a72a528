import FlowCore
import FlowTestSupport
import FlowCombine

/// A publisher that acts at random, differently for each subscriber: it respects or ignores demand, answers inside requests or
/// later, ends in any way, or continues after a cancel, as a publisher on another thread might.
final class LawSource: Publisher {
    typealias Output = Int
    typealias Failure = OperatorError

    let name: String
    private(set) var links: [LawLink] = []
    private unowned let bench: LawBench
    private let seed: UInt64
    private let isPolite: Bool

    init(_ name: String, bench: LawBench, seed: UInt64, isPolite: Bool) {
        self.name = name
        self.bench = bench
        self.seed = seed
        self.isPolite = isPolite
    }

    func receive(subscriber: some Subscriber<Int, OperatorError>) {
        let number = links.count
        let link = LawLink(
            "\(name).\(number)", downstream: AnySubscriber(subscriber), log: bench.log, seed: seed &* 31 &+ UInt64(number),
            isPolite: isPolite)
        links.append(link)
        bench.log.note("\(link.name) subscribed")
        subscriber.receive(subscription: link)
        link.play(on: bench.scheduler)
    }
}

/// One subscription of a ``LawSource``; it logs all requests, and the returned demand.
final class LawLink: Subscription {
    private enum Ending {
        case finished, failure, never
    }

    let name: String
    /// The sum of requested and returned demand.
    private(set) var demanded = Subscribers.Demand.none
    /// The number of sent values.
    private(set) var sentCount = 0
    /// The number of requests for no values.
    private(set) var emptyRequests = 0

    private let downstream: AnySubscriber<Int, OperatorError>
    private let log: OperatorLog
    private var chance: SeededChance
    private let heedsDemand: Bool
    private let answersAtOnce: Bool
    private let heedsCancel: Bool
    private let ending: Ending
    private let last: Int
    private var outstanding = Subscribers.Demand.none
    private var isAnswering = false
    private var isOver = false

    init(_ name: String, downstream: AnySubscriber<Int, OperatorError>, log: OperatorLog, seed: UInt64, isPolite: Bool) {
        self.name = name
        self.downstream = downstream
        self.log = log
        chance = SeededChance(seed: seed)
        heedsDemand = !chance.oneIn(3) || isPolite
        answersAtOnce = chance.oneIn(2) && !isPolite
        heedsCancel = !chance.oneIn(4) || isPolite
        ending = chance.oneIn(4) ? .never : chance.oneIn(3) ? .failure : .finished
        last = chance.below(12)
    }

    func request(_ demand: Subscribers.Demand) {
        log.note("\(name) request \(demand.text)")
        precondition(log.lines.count < 10_000, "\(name) is asked without end")
        if demand == .none { emptyRequests += 1 }
        add(demand)
        if answersAtOnce { answer() }
    }

    func cancel() {
        log.note("\(name) cancel")
        if heedsCancel { isOver = true }
    }

    /// Begins to send by itself.
    func play(on scheduler: VirtualTimeScheduler) {
        if last == 0, chance.oneIn(2) { end() }
        for _ in 0..<(last + 2) {
            let date = scheduler.now.advanced(by: .milliseconds(10 * chance.below(25)))
            scheduler.schedule(after: date) { self.next() }
        }
    }

    private func next() {
        guard sentCount < last else { return end() }
        if outstanding > .none || !heedsDemand { send() }
    }

    private func answer() {
        guard !isAnswering else { return }
        isAnswering = true
        while outstanding > .none, sentCount < last, !isOver, !chance.oneIn(5) { send() }
        if sentCount == last, chance.oneIn(2) { end() }
        isAnswering = false
    }

    private func send() {
        guard !isOver else { return }
        sentCount += 1
        if outstanding > .none { outstanding -= 1 }
        let returned = downstream.receive(sentCount)
        if returned > .none { log.note("\(name) returned \(returned.text)") }
        add(returned)
    }

    private func end() {
        guard !isOver, ending != .never else { return }
        isOver = true
        log.note("\(name) ends")
        downstream.receive(completion: ending == .failure ? .failure(.broken) : .finished)
    }

    private func add(_ demand: Subscribers.Demand) {
        demanded += demand
        outstanding += demand
    }
}
