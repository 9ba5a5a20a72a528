import FlowTestSupport
import FlowCombine
import Testing

@testable import FlowCore
@testable import FlowGraph
@testable import FlowTrace

/// Pipelines of all operators come and go in a program, and some stay.
@Suite("every operator in a ring", .serialized)
struct RingOperatorTests {
    /// The known facts of a live subscription.
    private struct Known: Hashable, CustomStringConvertible {
        let key: HookKey
        let subscription: HookKey?
        let publisher: String
        /// The subscribers that it feeds.
        let downstream: Set<HookKey>

        var description: String { "\(publisher) \(key.id) -> \(downstream.map(\.id).sorted())" }
    }

    private static func living(in found: Reconstruction) -> Set<Known> {
        let graph = found.graph
        return Set(
            graph.edges.filter(\.isLive).map { edge in
                Known(
                    key: edge.key, subscription: edge.subscription,
                    publisher: edge.publisherTypes.first.flatMap { graph.names[$0]?.text } ?? "?",
                    downstream: Set(edge.downstream.map { graph.edges[$0] }.filter(\.isLive).map(\.key)))
            })
    }

    private static func read(_ path: String) throws -> Reconstruction {
        var found = Reconstruction()
        try TraceFile(path).read(into: &found)
        return found
    }

    @Test("a ring that came round has the live part of the graph that a whole trace has")
    func catalogue() throws {
        let folder = try TemporaryFolder()
        let (whole, ring) = (folder.path("whole.fvz"), folder.path("ring.fvz"))
        let recorders = [
            try Recorder(file: whole, options: TraceFileOptions(size: 128 << 20)),
            try Recorder(file: ring, options: TraceFileOptions(size: 4 << 20, isRing: true)),
        ]
        let tracers = recorders.map { FlowTracer(TraceTarget(recorder: $0), scopeOnly: true) }
        for tracer in tracers { tracer.start() }
        var staying: [Bench] = []
        var rounds = 0
        try tracers[0].watching {
            try tracers[1].watching {
                repeat {
                    for pipeline in Pipeline.all {
                        for appetite in pipeline.appetites {
                            let bench = Bench.run(pipeline, appetite)
                            if rounds == 0 { staying.append(bench) }
                        }
                    }
                    rounds += 1
                } while try TraceFile(ring).overwritten < 100_000
            }
        }
        for tracer in tracers { tracer.stop() }

        let (all, late) = (try RingOperatorTests.read(whole), try RingOperatorTests.read(ring))
        let (expected, found) = (RingOperatorTests.living(in: all), RingOperatorTests.living(in: late))
        #expect(found.subtracting(expected) == [])
        #expect(expected.subtracting(found) == [])
        #expect(expected.count > 20)
        #expect(late.strayCalls == all.strayCalls)
        #expect(try TraceFile(ring).lostFacts == 0)
        withExtendedLifetime(staying) {}
    }
}
