import FlowCore
import FlowCombine
import Testing

/// A chain of one operator or publisher, on which laws are tested.
struct LawChain: CustomTestStringConvertible, Sendable {
    let name: String
    /// Whether subscribers or inner publishers are served in no order: OpenCombine keeps them in hash tables.
    let isUnordered: Bool
    /// Whether it requests one more value for each skipped one, so that it requests more than its downstream does.
    let skips: Bool
    let build: @Sendable (LawBench) -> any Publisher<Int, OperatorError>

    init(
        _ name: String, isUnordered: Bool = false, skips: Bool = false,
        _ build: @escaping @Sendable (LawBench) -> any Publisher<Int, OperatorError>
    ) {
        self.name = name
        self.isUnordered = isUnordered
        self.skips = skips
        self.build = build
    }

    var testDescription: String { name }

    /// The operators and publishers of FlowCore.
    static let own: [LawChain] = [
        LawChain("buffer dropOldest") {
            $0.source().buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest, recorder: $0.recorder)
        },
        LawChain("buffer dropNewest keepFull") {
            $0.source().buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest, recorder: $0.recorder)
        },
        LawChain("buffer customError") {
            $0.source().buffer(size: 2, prefetch: .byRequest, whenFull: .customError { .full }, recorder: $0.recorder)
        },
        LawChain("pace") { $0.source().pace(.milliseconds(30), scheduler: $0.scheduler) },
        LawChain("pace through a subject", isUnordered: true) { bench in
            let subject = PassthroughSubject<Int, OperatorError>()
            let upstream = bench.source()
            bench.onceSubscribed { bench.keep(upstream.pace(.milliseconds(20), scheduler: bench.scheduler, subject: subject)) }
            return subject
        },
        LawChain("shareReplay") { $0.source().shareReplay(capacity: 2) },
        LawChain("shareReplay recorded") { $0.source().shareReplay(capacity: 2, recorder: $0.recorder) },
        LawChain("unwrap", skips: true) { $0.source().map { $0.isMultiple(of: 3) ? nil : $0 }.unwrap() },
        LawChain("merge") { $0.source().merge(with: $0.source(), $0.source()) },
        LawChain("timer") { bench in
            Publishers.timer(scheduler: bench.scheduler, interval: .milliseconds(20), times: .max(8))
                .setFailureType(to: OperatorError.self)
        },
    ]

    /// Operators and publishers of the stream library.
    static let library: [LawChain] = [
        LawChain("nothing") { $0.source() },
        LawChain("buffer") { $0.source().buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest) },
        LawChain("flatMap", isUnordered: true) { bench in
            bench.source().flatMap(maxPublishers: .max(2)) { _ in bench.source("inner", isPolite: true) }
        },
        LawChain("flatMap without limit", isUnordered: true) { bench in
            bench.source().flatMap { _ in bench.source("inner", isPolite: true) }
        },
        LawChain("zip") { $0.source().zip($0.source()).map { $0 * 100 + $1 } },
        LawChain("debounce") { $0.source().debounce(for: .milliseconds(30), scheduler: $0.scheduler) },
        LawChain("throttle latest") { $0.source().throttle(for: .milliseconds(30), scheduler: $0.scheduler, latest: true) },
        LawChain("throttle first") { $0.source().throttle(for: .milliseconds(30), scheduler: $0.scheduler, latest: false) },
        LawChain("delay") { $0.source().delay(for: .milliseconds(20), scheduler: $0.scheduler) },
        LawChain("receive on") { $0.source().receive(on: $0.scheduler) },
        LawChain("subscribe on") { $0.source().subscribe(on: $0.scheduler) },
        LawChain("share", isUnordered: true) { $0.source().share() },
        LawChain("multicast", isUnordered: true) { $0.source().multicast { PassthroughSubject() }.autoconnect() },
        LawChain("switchToLatest") { bench in
            bench.source(isPolite: true).map { _ in bench.source("inner", isPolite: true) }.switchToLatest()
        },
        LawChain("catch") { bench in bench.source(isPolite: true).catch { _ in bench.source("inner", isPolite: true) } },
        LawChain("retry") { $0.source(isPolite: true).retry(2) },
        LawChain("map") { $0.source().map { $0 + 1 } },
        LawChain("filter") { $0.source().filter { $0.isMultiple(of: 2) } },
        LawChain("scan") { $0.source().scan(0, +) },
        LawChain("prefix") { $0.source().prefix(3) },
        LawChain("dropFirst") { $0.source().dropFirst(2) },
        LawChain("collect") { $0.source().collect(2).map(\.count) },
        LawChain("removeDuplicates") { $0.source().map { $0 / 2 }.removeDuplicates() },
        LawChain("handleEvents") { $0.source().handleEvents() },
        LawChain("replaceError") { $0.source(isPolite: true).replaceError(with: -1).setFailureType(to: OperatorError.self) },
        LawChain("a sequence") { _ in (1...9).publisher.setFailureType(to: OperatorError.self) },
        LawChain("a failure") { _ in Fail(error: OperatorError.broken) },
        LawChain("PassthroughSubject", isUnordered: true) { bench in
            let subject = PassthroughSubject<Int, OperatorError>()
            let upstream = bench.source()
            bench.onceSubscribed { bench.keep(upstream.subscribe(subject)) }
            return subject
        },
        LawChain("CurrentValueSubject", isUnordered: true) { bench in
            let subject = CurrentValueSubject<Int, OperatorError>(0)
            let upstream = bench.source()
            bench.onceSubscribed { bench.keep(upstream.subscribe(subject)) }
            return subject
        },
    ]
}
