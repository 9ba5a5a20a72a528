import FlowCore
import FlowTestSupport
import FlowTrace
import FlowCombine
import Synchronization
import Testing

@testable import FlowTesting

/// Only the pipelines of a closure are recorded, with any other streams in the process.
@Suite("record beside other streams", .serialized)
struct ScopeTests {
    /// A value that counts how often it is described; nobody may.
    private struct Secret: CustomStringConvertible {
        static let described = Atomic<Int>(0)

        var description: String {
            Secret.described.add(1, ordering: .relaxed)
            return "secret"
        }
    }

    /// Pipelines of several kinds, each driven from its first value to its end.
    private static let bodies: [@Sendable () -> Void] = [
        {
            let source = PassthroughSubject<Int, Never>()
            let sink = CustomDemandSink<Int, Never>(demand: .max(3)) { _ in }
            source.buffer(size: 4, prefetch: .byRequest, whenFull: .dropOldest).map { $0 * 10 }.subscribe(sink)
            (1...20).forEach(source.send)
            source.send(completion: .finished)
            withExtendedLifetime(sink) {}
        },
        {
            let sink = (1...5).publisher.flatMap { n in [n, n + 1].publisher.map { "\($0)" } }.sink { _ in }
            withExtendedLifetime(sink) {}
        },
        {
            let outer = PassthroughSubject<Int, Never>()
            let sink = outer.map { n in (0..<n).publisher.collect() }.switchToLatest().scan([]) { $0 + $1 }.sink { _ in }
            (1...6).forEach(outer.send)
            sink.cancel()
        },
        {
            let shared = (1...4).publisher.share()
            let sinks = [shared.filter { $0 > 2 }.sink { _ in }, shared.sink { _ in }]
            withExtendedLifetime(sinks) {}
        },
        {
            let scheduler = VirtualTimeScheduler()
            let late = (1...3).publisher.delay(for: .milliseconds(5), scheduler: scheduler).append(4).sink { _ in }
            scheduler.advance(to: VirtualTime(nanoseconds: 10_000_000))
            withExtendedLifetime(late) {}
        },
        {
            var attempts = 0
            let sink = Deferred {
                attempts += 1
                return attempts < 3
                    ? Fail<Int, ScopeFailure>(error: ScopeFailure()).eraseToAnyPublisher()
                    : Just(attempts).setFailureType(to: ScopeFailure.self).eraseToAnyPublisher()
            }.retry(5).catch { _ in Just(0) }.sink { _ in }
            withExtendedLifetime(sink) {}
        },
    ]

    private struct ScopeFailure: Error {}

    /// Subscribes anew and streams, without an end, values that must not be described.
    private func makeNoise(while goesOn: () -> Bool, begun: () -> Void) {
        let source = PassthroughSubject<Secret, Never>()
        let lasting = source.buffer(size: 8, prefetch: .byRequest, whenFull: .dropOldest).map { [$0] }.sink { _ in }
        source.send(Secret())
        begun()
        while goesOn() {
            source.send(Secret())
            let brief = source.prefix(2).flatMap { [$0, $0].publisher.append(Empty()) }.sink { _ in }
            source.send(Secret())
            brief.cancel()
        }
        lasting.cancel()
    }

    private func difference(_ history: [String], _ alone: [String], of kind: Int) -> String {
        "pipeline \(kind): " + history.difference(from: alone).map { "\($0)" }.joined(separator: "\n")
    }

    @Test func `200 recordings side by side, among noisy neighbours, are as if each were alone`() {
        let alone = ScopeTests.bodies.map { body in record(body).history }
        let noisy = 2
        let recorders = 4
        let begun = Atomic<Int>(0)
        let running = Atomic<Int>(recorders)
        let wrong = Mutex<[String]>([])

        onThreads(noisy + recorders) { index in
            guard index >= noisy else {
                return makeNoise(while: { running.load(ordering: .acquiring) > 0 }) { begun.add(1, ordering: .releasing) }
            }
            while begun.load(ordering: .acquiring) < noisy { yieldThread() }
            for round in 0..<50 {
                let kind = (index + round) % alone.count
                let history = record(ScopeTests.bodies[kind]).history
                if history != alone[kind] { wrong.withLock { $0.append(difference(history, alone[kind], of: kind)) } }
            }
            running.subtract(1, ordering: .releasing)
        }

        #expect(alone.allSatisfy { $0.count > 8 } && Set(alone).count == alone.count)
        #expect(wrong.withLock { $0 } == [])
        #expect(Secret.described.load(ordering: .relaxed) == 0)
    }

    @Test func `a neighbour's values are not taken in, and take no room`() {
        let neighbour = PassthroughSubject<Int, Never>()
        let outside = neighbour.map { $0 + 1 }.sink { _ in }

        let trace = record(chunkLimit: 1) {
            let own = Just(1).sink { _ in }
            for value in 0..<5_000 { neighbour.send(value) }
            own.cancel()
        }

        #expect(trace.missed == 0)
        #expect(
            trace.history == [
                "1: Just subscribed", "2: Just request ∞ after 1", "3: Just value 1 after 2", "4: Just finished after 2",
            ])
        outside.cancel()
    }

    @Test func `a pipeline of the scope that goes on elsewhere is taken in to its end`() {
        let subject = PassthroughSubject<Int, Never>()
        let trace = record {
            let sink = subject.flatMap { n in [n, -n].publisher }.sink { _ in }
            onThreads(1) { _ in
                subject.send(7)
                subject.send(completion: .finished)
            }
            withExtendedLifetime(sink) {}
        }

        #expect(trace["flatMap"].values == 2 && trace["flatMap"].finished == 1)
    }
}

extension RecordedTrace {
    /// Every event except its time: its edge, its text, and its cause.
    fileprivate var history: [String] {
        log.entries.map { entry in
            let value = log.value(of: entry).map { " \($0)" } ?? ""
            let demand = entry.event.demand.map { " \($0)" } ?? ""
            let cause = entry.cause.map { " after \($0)" } ?? ""
            return "\(entry.sequence): \(log.edge(entry.edge)?.label ?? "?") \(entry.kind.name)\(value)\(demand)\(cause)"
        }
    }
}
