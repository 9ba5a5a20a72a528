import FlowGraph
import FlowTestSupport
import FlowTrace
import Foundation
import Testing

/// Uses a separate process, since a tracer in this one would record the subscriptions of all tests.
@Suite("A ring that came round", .notForever)
struct WrappedRingTests {
    @Test func `it shows the whole graph, marks what began before the oldest record left, and has the newest values`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")
        let run = try ProgramRun(
            "/bin/sh",
            [
                "-c", "printf '1\\n2\\n3\\n' | FLOWVIZ=\"file:$1,size=1M,ring\" \"$0\" flood",
                BuiltProgram.path("FlowTracedProgram"), path,
            ],
            environment: Program.environment)
        #expect(run.status == .exited(0) && run.errors == "")
        let file = try TraceFile(path)
        var reconstruction = Reconstruction()
        var cursor = TraceCursor(file)

        cursor.read(into: &reconstruction)

        let log = reconstruction.log
        func edge(_ label: String) throws -> EdgeFact { try #require(log.edges.first { $0.label == label }) }
        #expect(cursor.overtaken > 300_000 && file.lostFacts == 0 && cursor.unreadableChunks == 0)
        #expect(reconstruction.isIncomplete)
        for (name, next) in [("PassthroughSubject", "filter"), ("filter", "map"), ("map", "sink")] {
            let fact = try edge(name)
            #expect(fact.downstream.flatMap(log.node)?.name == next)
            #expect(fact.doubts == .incomplete)
            #expect(log.entries.contains { $0.edge == fact.id && $0.event.demand == .unlimited })
        }
        #expect(try edge("dropFirst").doubts == [])
        #expect(try edge("dropFirst").downstream.flatMap(log.node)?.name == "sink")
        let values = try ["map", "dropFirst"].map { name in
            let id = try edge(name).id
            return log.entries.filter { $0.edge == id && $0.kind == .value }.compactMap(log.value)
        }
        let flood = values[0].suffix(3_004)
        #expect(flood == (17_001...20_000).map { .int(-2 * $0) } + [.int(6), .int(-2), .int(-4), .int(-6)])
        #expect(values[1] == [.int(-2), .int(-3)])
    }
}
