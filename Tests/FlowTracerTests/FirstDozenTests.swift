import FlowTestSupport
import OpenCombineShim
import Testing

@testable import FlowCore
@testable import FlowModel

/// The split between a handler that only records and rules that run later holds on a dozen pipelines.
@Suite("a dozen pipelines, traced", .serialized)
struct FirstDozenTests {
    typealias Build = @Sendable (Bench) -> Void

    static let pipelines: [(name: String, chain: [String], build: Build)] = [
        (
            "map filter", ["publisher", "spy", "map", "spy", "filter", "spy", "end"],
            { b in
                b.end(b.spy(b.spy(b.spy((1...10).publisher).map { $0 * 2 }).filter { $0 % 4 == 0 }))
            }
        ),
        (
            "demand by returns", ["publisher", "spy", "map", "spy", "end"],
            { b in
                b.end(b.spy(b.spy((1...10).publisher).map { "\($0)" }), first: .max(1), each: .max(1))
            }
        ),
        (
            "subject, buffer", ["PassthroughSubject", "spy", "buffer", "spy", "end"],
            { b in
                let subject = PassthroughSubject<Int, Never>()
                let end = b.end(
                    b.spy(b.spy(subject).buffer(size: 3, prefetch: .byRequest, whenFull: .dropOldest)), first: .max(2))
                for value in 1...8 { subject.send(value) }
                end.subscription?.request(.max(2))
                subject.send(completion: .finished)
            }
        ),
        (
            "flatMap", ["publisher", "spy", "flatMap", "spy", "end"],
            { b in
                b.end(
                    b.spy(b.spy((1...4).publisher).flatMap(maxPublishers: .max(2)) { n in b.spy((0..<n).publisher) }),
                    first: .max(3), each: .max(1))
            }
        ),
        (
            "switchToLatest", ["PassthroughSubject", "spy", "switchToLatest", "spy", "end"],
            { b in
                let subject = PassthroughSubject<Spy<PassthroughSubject<Int, Never>>, Never>()
                let inner = [PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()]
                b.end(b.spy(b.spy(subject).switchToLatest()))
                for one in inner {
                    subject.send(b.spy(one))
                    inner.forEach { $0.send(7) }
                }
            }
        ),
        (
            "retry", ["Fail", "spy", "retry", "spy", "end"],
            { b in
                b.end(b.spy(b.spy(Fail<Int, TestFailure>(error: TestFailure())).retry(2)))
            }
        ),
        (
            "catch", ["Fail", "spy", "catch", "spy", "end"],
            { b in
                b.end(b.spy(b.spy(Fail<Int, TestFailure>(error: TestFailure())).catch { _ in b.spy((1...3).publisher) }))
            }
        ),
        (
            "zip", ["publisher", "spy", "zip", "spy", "end"],
            { b in
                b.end(b.spy(b.spy((1...5).publisher).zip(b.spy((1...7).publisher))), first: .max(4))
            }
        ),
        (
            "share", ["PassthroughSubject", "spy", "PassthroughSubject", "multicast", "share", "spy", "end"],
            { b in
                let subject = PassthroughSubject<Int, Never>()
                let shared = b.spy(subject).share()
                b.end(b.spy(shared))
                b.end(b.spy(shared), first: .max(2))
                for value in 1...4 { subject.send(value) }
                subject.send(completion: .finished)
            }
        ),
        (
            "multicast autoconnect", ["publisher", "spy", "PassthroughSubject", "multicast", "autoconnect", "spy", "end"],
            { b in
                b.end(b.spy(b.spy((1...3).publisher).multicast { PassthroughSubject<Int, Never>() }.autoconnect()))
            }
        ),
        (
            "delay", ["publisher", "spy", "delay", "spy", "end"],
            { b in
                b.end(b.spy(b.spy((1...3).publisher).delay(for: .seconds(1), scheduler: b.scheduler)))
            }
        ),
        (
            "erased", ["publisher", "spy", "map", "spy", "end"],
            { b in
                b.end(b.spy(b.spy((1...3).publisher).map { $0 + 1 }.eraseToAnyPublisher()))
            }
        ),
    ]

    @Test("every counter equals the spy's", arguments: pipelines.indices)
    func counters(_ index: Int) {
        let pipeline = FirstDozenTests.pipelines[index]
        let (mismatches, reconstruction) = Bench.compare(pipeline.build)
        #expect(mismatches.isEmpty, "\(pipeline.name): \(mismatches.joined(separator: "; "))")
        #expect(reconstruction.unbalancedCalls == 0, "\(pipeline.name)")
        #expect(reconstruction.strayCalls == 0, "\(pipeline.name)")
        #expect(GraphText.chain(reconstruction) == pipeline.chain, "\(pipeline.name)\n\(GraphText.edges(reconstruction))")
    }
}
