import FlowTestSupport
import FlowTrace
import FlowCombine
import Testing
@testable import FlowAnalysis
@testable import FlowCore
@testable import FlowGraph
@testable import FlowVerdict

@Suite("Ended subscriptions")
struct FoldTests {
    /// The signals of all edges of a name together, and the number of these edges.
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

    /// Passes the same records to several reconstructions.
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

    @Test(arguments: Rounds.seeds(full: 5, sample: 2))
    func `what ends makes room for what comes, and every sum stays`(seed: UInt64) {
        let all = trace(steps: 2_000, seed: seed, keeping: [.max, 16, 0])
        let (whole, folded, least) = (all[0], all[1], all[2])

        #expect(sums(folded) == sums(whole))
        #expect(sums(least) == sums(whole))
        #expect(whole.log.edges.count > 2_000)
        #expect(folded.log.edges.count < 800)
        #expect(least.log.edges.count < 200)
        #expect((folded.strayCalls, folded.unbalancedCalls) == (whole.strayCalls, whole.unbalancedCalls))
    }

    @Test func `what replaces a failure stays with its pipeline, where another has the same operators`() {
        let recorder = Recorder()
        let (tracer, kept) = FlowTracer.tracing(into: recorder) {
            let subjects = [PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()]
            let ends = subjects.map { subject in
                subject.flatMap { _ in Fail<Int, TestFailure>(error: TestFailure()).catch { _ in Just(1) } }.sink { _ in }
            }
            for number in 0..<100 { subjects[number % 2].send(number) }
            return (subjects, ends)
        }
        tracer.stop()
        var fold = TraceFold()
        fold.update { recorder.drain(into: &$0) }
        withExtendedLifetime(kept) {}

        #expect(fold.pipelines.count == 2)
        let log = fold.log
        let names = log.edges.map {
            [$0.upstream, $0.downstream].map { $0.flatMap { log.node($0)?.name } ?? "?" }.joined(separator: " → ")
        }
        #expect(
            Set(names) == ["flatMap → sink", "PassthroughSubject → flatMap", "catch → flatMap", "Fail → catch", "Just → catch"])
    }

    @Test func `an object that is gone ends no subscription of a value that goes by its identifier`() {
        final class Sink: Subscriber {
            func receive(subscription: any Subscription) {}
            func receive(_ input: Int) -> Subscribers.Demand { .none }
            func receive(completion: Subscribers.Completion<Never>) {}
        }
        var register = TracerRegister()
        var sinks: [Sink?] = [Sink(), Sink()]
        for (id, sink) in sinks.enumerated() { #expect(register.add(sink, id: UInt64(id)).deadIDs == []) }

        sinks[0] = nil

        #expect(register.add(nil, id: 0).deadIDs == [0])
        #expect(register.add(nil, id: 0).deadIDs == [])
        #expect(register.add(nil, id: 1).deadIDs == [])
        // With this many additions, all subscribers are checked. The loss of the first is already known.
        let others = (0..<100).map { _ in Sink() }
        #expect(others.enumerated().flatMap { register.add($1, id: UInt64($0 + 2)).deadIDs } == [])
        withExtendedLifetime(sinks) {}
    }
}
