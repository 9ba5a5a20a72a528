import OpenCombineShim

/// A publisher that plays by chance, anew for each subscriber: heeds demand or not, answers inside requests or later, ends
/// in any way, or goes on after a cancel as one on another thread might.
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
