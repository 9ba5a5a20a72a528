import FlowTestSupport
import FlowTrace
import OpenCombineShim
import Testing

@testable import FlowCore
@testable import FlowModel

@Suite("a ring that came round")
struct WrappedRingTests {
    @Test("shows the whole graph, marks what began before the oldest record left, and has the newest values")
    func graph() throws {
        let folder = try TemporaryFolder()
        let recorder = try Recorder(file: folder.path("a.fvz"), options: TraceFileOptions(size: 1 << 20, isRing: true))
        let old = PassthroughSubject<Int, Never>()
        let new = PassthroughSubject<Int, Never>()
        let (tracer, subscription) = FlowTracer.tracing(into: recorder) {
            old.filter { $0 >= 0 }.flatMap { [$0].publisher.first() }.buffer(size: 3, prefetch: .byRequest, whenFull: .dropOldest)
                .sink { _ in }
        }
        for number in 0..<20_000 { old.send(number) }
        let newer = tracer.watching { new.dropFirst().sink { _ in } }
        for number in 0..<50 { new.send(number) }
        tracer.stop()
        var reconstruction = Reconstruction()
        var cursor = TraceCursor(try TraceFile(folder.path("a.fvz")))

        cursor.read(into: &reconstruction)

        let log = reconstruction.log
        func edge(_ label: String) throws -> EdgeFact { try #require(log.edges.first { $0.label == label }) }
        #expect(cursor.overtaken > 100_000)
        #expect(reconstruction.isIncomplete)
        let lasting = ["PassthroughSubject", "filter", "flatMap", "buffer"]
        for (name, next) in zip(lasting, lasting.dropFirst() + ["sink"]) {
            let fact = try edge(name)
            #expect(fact.downstream.flatMap(log.node)?.name == next)
            #expect(fact.doubts == .incomplete)
        }
        #expect(try edge("dropFirst").doubts == [])
        #expect(try edge("dropFirst").downstream.flatMap(log.node)?.name == "sink")
        let sink = try edge("buffer").id
        #expect(log.entries.filter { $0.edge == sink && $0.kind == .value }.last.flatMap(log.value) == .int(19_999))
        #expect(log.entries.contains { $0.edge == sink && $0.event.demand == .unlimited })
        withExtendedLifetime((folder, subscription, newer)) {}
    }
}
