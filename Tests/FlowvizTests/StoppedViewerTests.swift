import FlowScreen
import FlowTestSupport
import FlowViews
import Foundation
import Testing

@testable import FlowApp
@testable import FlowSessions
@testable import FlowTrace

/// A viewer that was stopped, as by SIGSTOP, while the program continued and its ring wrapped around.
@Suite("A viewer that stood still")
struct StoppedViewerTests {
    private final class Clock: Sendable {
        let now = LockedBox<UInt64>(0)
    }

    /// A program with one long pipeline and short ones that begin and end, and a viewer that reads on request.
    private final class Watched {
        private let clock: Clock
        private let trace: HookTrace
        private let file: TraceFile
        private let watch: ProgramWatch
        /// The program's end of the connection, which shows that it lives.
        private let connection: FileDescriptor
        private var sent = 0
        private var state = AppState(.watched(), size: Size(width: 120, height: 36))

        init(_ folder: TemporaryFolder, within budget: MemoryBudget = .standard) throws {
            let clock = Clock()
            let path = folder.path("a.fvz")
            trace = try HookTrace(path, isRing: true) { clock.now.withLock { $0 } }
            let file = try TraceFile(path)
            let ends = try AnsweringProgram.connect(to: file, at: folder.path("s"))
            connection = ends.program
            watch = ProgramWatch(try WatchedProcess(ends.viewer), within: budget) { file.startTime + clock.now.withLock { $0 } }
            (self.clock, self.file) = (clock, file)
            trace.subscribe(1, handed: 2)
        }

        /// Sends values to the long pipeline, a millisecond apart. Between any two, a short pipeline begins and ends.
        func work(_ count: Int) {
            for _ in 0..<count {
                clock.now.withLock { $0 += 1_000_000 }
                sent += 1
                trace.send(sent, to: 1)
                let short = UInt64(10 + sent % 8 * 2)
                trace.subscribe(short, handed: short + 1)
                trace.send(sent, to: short)
                trace.cancel(short + 1)
            }
        }

        /// Reads on and draws; returns the rows, each with single blanks.
        func look() -> [String] {
            watch.advance(by: 0)
            watch.refresh(&state)
            var surface = Surface(state.size)
            RootView(watch.screen(state), signs: .unicode).draw(into: &surface)
            return TextOutput.render(surface).split(separator: "\n", omittingEmptySubsequences: false).map {
                $0.split(separator: " ").joined(separator: " ")
            }
        }

        /// The numbers of kept events and edges.
        var kept: [Int] { [watch.trace.log.entries.count, watch.trace.log.edges.count] }
    }

    @Test func `it catches up with what the ring still has`() throws {
        let watched = try Watched(try TemporaryFolder())
        watched.work(500)
        #expect(watched.look()[1...3] == [summary, heading, "▌subject ▸ sink ▶ live 0 0 – 0 1000 1000"])
        #expect(watched.kept == [2_502, 18])

        watched.work(1_000)

        #expect(watched.look()[1...3] == [summary, heading, "▌subject ▸ sink ▶ live 0 0 – 0 1000 1000"])
        #expect(watched.kept == [7_502, 18])
    }

    @Test func `it says that it missed too much, goes on with what lives, and keeps no more than before`() throws {
        let watched = try Watched(try TemporaryFolder())
        watched.work(500)
        _ = watched.look()

        watched.work(15_000)

        let rows = watched.look()
        let incomplete = /18 pipelines: 1 live, 17 over by trouble incomplete: the oldest \d+ records were overwritten/
        #expect(rows[1].wholeMatch(of: incomplete) != nil)
        #expect(rows[34] == "▎ too many records were overwritten unread: starting again with the live subscriptions")
        let kept = watched.kept
        #expect(kept[0] < 10_000 && kept[1] == 18)
        watched.work(1_000)
        #expect(watched.look()[3] == "▌subject ▸ sink ? incomplete ▶ live 0 0 – 0 1000 1000")
        #expect(watched.kept == [kept[0] + 5_000, 18])
    }

    @Test func `the list says how far back details reach, which is less far with less memory`() throws {
        let feet = try [64, 200].map { mebibytes in
            let watched = try Watched(try TemporaryFolder(), within: MemoryBudget(bytes: mebibytes << 20))
            for _ in 0..<60 {
                watched.work(100)
                _ = watched.look()
            }
            return watched.look()[31]
        }

        #expect(feet == ["details of the last 4 s", ""])
    }

    private let summary = "18 pipelines: 1 live, 17 over by trouble values/s: last 10 s, or the life of what is over"
    private let heading = "name state held peak wait dropped in out"
}
