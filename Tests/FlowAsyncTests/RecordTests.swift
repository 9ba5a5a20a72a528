import FlowAnalysis
import FlowAsync
import FlowTesting
import Testing
import FlowVerdict

@Suite("await record")
struct AsyncRecordTests {
    private static func overflowing() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(4))
        for value in 1...20 { continuation.yield(value) }
        continuation.finish()
        for await _ in stream {}
    }

    @Test func `what the task and those that it makes do with streams is recorded, and nothing else`() async throws {
        let others = Task { for _ in 0..<100 { await AsyncRecordTests.overflowing() } }
        let trace = await record {
            await AsyncRecordTests.overflowing()
            await Task { await AsyncRecordTests.overflowing() }.value
        }
        await others.value

        // One line made both streams; the second takes the place of the first in the graph.
        #expect(trace.stages == ["yield", "AsyncStream"])
        #expect(trace["AsyncStream"].maxHeld == 4)
        #expect(trace["AsyncStream"].dropped == 32)
        #expect(trace["AsyncStream"].values == 8)
        #expect(trace["yield"].values == 40)
        try trace.expect(.maxHeld(4), .completes(), .noViolations())
        #expect(throws: BrokenExpectations.self) { try trace.expect(.noDrops()) }
    }

    @Test func `an error of the body is thrown`() async {
        struct Broken: Error {}
        await #expect(throws: Broken.self) {
            _ = try await record {
                await AsyncRecordTests.overflowing()
                throw Broken()
            }
        }
    }
}
