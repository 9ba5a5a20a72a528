import FlowTestSupport
import Synchronization
import Testing

@testable import FlowTrace

@Suite("trace files, the time of the last record")
struct LastTimeTests {
    private final class Turns: Sendable {
        let time = Atomic<UInt64>(0)
        let turn = Atomic<Int>(0)

        func wait(for turn: Int) {
            while self.turn.load(ordering: .acquiring) < turn { yieldThread() }
        }

        func record(_ edge: EdgeID, into recorder: Recorder, at time: UInt64) {
            self.time.store(time, ordering: .releasing)
            recorder.record(.value, on: edge)
            turn.add(1, ordering: .acquiringAndReleasing)
        }
    }

    /// Threads begin their chunks one after the other; then one of them records once more. Returns the last time in the file.
    private func lastTime(threads: Int, lastBy last: Int) throws -> UInt64 {
        let folder = try TemporaryFolder()
        let turns = Turns()
        let recorder = try Recorder(
            file: folder.path("a.fvz"), options: TraceFileOptions(size: 8 << 20),
            clock: .custom { turns.time.load(ordering: .acquiring) })
        let edge = recorder.declareEdge(.link, label: "a")
        let path = folder.path("a.fvz")
        let found = Atomic<UInt64>(0)
        onThreads(threads) { index in
            turns.wait(for: index)
            turns.record(edge, into: recorder, at: UInt64(index + 1))
            turns.wait(for: threads)
            if index == last {
                turns.record(edge, into: recorder, at: 1_000)
                found.store((try? TraceFile(path).lastTime.nanoseconds) ?? 0, ordering: .releasing)
                turns.turn.add(1, ordering: .acquiringAndReleasing)
            }
            turns.wait(for: threads + 2)
        }
        return found.load(ordering: .acquiring)
    }

    @Test("it is looked for in chunks that are not full")
    func few() throws {
        #expect(try lastTime(threads: 8, lastBy: 0) == 1_000)
        #expect(try lastTime(threads: 40, lastBy: 39) == 1_000)
    }

    @Test("of many chunks that are not full, the newest 32 are read")
    func many() throws {
        #expect(try lastTime(threads: 40, lastBy: 0) == 40)
    }
}
