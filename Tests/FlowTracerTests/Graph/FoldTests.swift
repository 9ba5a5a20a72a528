import FlowTestSupport
import FlowTrace
import OpenCombineShim
import Testing
@testable import FlowCore
@testable import FlowGraph

@Suite("Ended subscriptions")
struct FoldTests {
    /// Some long-lived pipelines, and short ones that come and go on their values, by chance.
    private final class Churn {
        private var chance: SeededChance
        private let orders = PassthroughSubject<Int, Never>()
        private let sensors = PassthroughSubject<Int, Never>()
        private var answers: [PassthroughSubject<Int, TestFailure>] = []
        private var watchers: [AnyCancellable] = []
        private var pipelines: [AnyCancellable] = []

        init(seed: UInt64) {
            chance = SeededChance(seed: seed)
            let shared = sensors.share()
            pipelines = [
                orders.buffer(size: 8, prefetch: .byRequest, whenFull: .dropOldest)
                    .flatMap(maxPublishers: .max(3)) { [unowned self] order in answer(order) }
                    .sink { _ in },
                shared.map { $0 / 2 }.combineLatest(shared.filter { $0 % 3 == 0 }).sink { _ in },
            ]
        }

        /// An answer that comes later, may fail the first time, and is then asked for again.
        private func answer(_ order: Int) -> AnyPublisher<Int, Never> {
            Deferred { [unowned self] in
                let answer = PassthroughSubject<Int, TestFailure>()
                answers.append(answer)
                return answer
            }
            .retry(1).replaceError(with: -order).eraseToAnyPublisher()
        }

        func step(_ number: Int) {
            switch chance.below(6) {
            case 0: orders.send(number)
            case 1: sensors.send(number)
            case 2 where watchers.count < 8: watchers.append(sensors.filter { $0 % 2 == 0 }.map { $0 + 1 }.sink { _ in })
            case 3 where watchers.count > 4: watchers.remove(at: chance.below(watchers.count)).cancel()
            case 4 where !answers.isEmpty:
                let answer = answers.remove(at: chance.below(answers.count))
                answer.send(number)
                answer.send(completion: .finished)
            case 5 where !answers.isEmpty:
                answers.remove(at: chance.below(answers.count)).send(completion: .failure(TestFailure()))
            default: break
            }
        }
    }

    /// What passed all edges of a name together, and how many of them there are.
    private func sums(_ found: Reconstruction) -> [String: Sum] {
        var sums: [String: Sum] = [:]
        for entry in found.log.entries {
            guard let edge = found.log.edge(entry.edge) else { continue }
            let name = [edge.upstream, edge.downstream].map { $0.flatMap { found.log.node($0)?.name } ?? "?" }
            sums["\(edge.role) \(name.joined(separator: " → "))", default: Sum()].counts[entry.kind, default: 0] += 1
        }
        return sums
    }

    private struct Sum: Equatable {
        var counts: [SignalKind: Int] = [:]
    }

    private func trace(steps: Int, seed: UInt64, keeping kept: [Int]) -> [Reconstruction] {
        let recorder = Recorder()
        let (tracer, churn) = FlowTracer.tracing(into: recorder) { Churn(seed: seed) }
        tracer.watching { for number in 0..<steps { churn.step(number) } }
        tracer.stop()
        var both = Several(all: kept.map { Reconstruction(keeping: $0) })
        recorder.drain(into: &both)
        return both.all
    }

    /// Hands the same records to several.
    private struct Several: RecordSink {
        var all: [Reconstruction]

        mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {
            for index in all.indices { all[index].declare(nodes: nodes, edges: edges) }
        }

        mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
            for index in all.indices { all[index].append(record, thread: thread, bytes: bytes) }
        }

        mutating func record(missed: Int) {}
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>) func `what ends makes room for what comes, and every sum stays`(seed: UInt64) {
        let all = trace(steps: 3_000, seed: seed, keeping: [.max, 16, 0])
        let (whole, folded, least) = (all[0], all[1], all[2])

        #expect(sums(folded) == sums(whole))
        #expect(sums(least) == sums(whole))
        #expect(whole.log.edges.count > 2_000)
        #expect(folded.log.edges.count < 500)
        #expect(least.log.edges.count < 150)
        #expect((folded.strayCalls, folded.unbalancedCalls) == (whole.strayCalls, whole.unbalancedCalls))
    }

    @Test func `edges grow with what lives at a time, not with what ever was`() {
        let counts = [2_000, 8_000].map { trace(steps: $0, seed: 7, keeping: [16])[0].log.edges.count }

        #expect(counts[1] == counts[0])
    }
}
