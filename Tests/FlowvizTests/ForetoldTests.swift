import FlowScreen
import FlowTestSupport
import FlowViews
import Testing

@testable import FlowApp
@testable import FlowSessions
@testable import FlowSystem
@testable import FlowTrace

@Suite("Stores foretold in the lanes")
struct ForetoldTests {
    private final class Clock: Sendable {
        let milliseconds = LockedBox<UInt64>(0)
    }

    /// A stream of size 2 that gets a value every 10 ms, and whose loop needs 25 ms for each. The program goes on at request.
    private final class Program {
        private let clock = Clock()
        let recorder: Recorder
        let file: TraceFile
        private let input: EdgeID
        private let store: EdgeID
        private let output: EdgeID
        private var held: [Int] = []
        private var sent = 0
        private var isFree = true
        private var freeAt: UInt64 = 0

        init(_ path: String, demand: Demand = .max(1)) throws {
            recorder = try Recorder(
                file: path, options: TraceFileOptions(size: 1 << 20), command: ["App"],
                clock: .custom { [clock] in clock.milliseconds.withLock { $0 } * 1_000_000 })
            let yield = recorder.declareNode(.source, name: "yield")
            let stream = recorder.declareNode(.buffer, name: "AsyncStream", capacity: 2, overflow: .dropNewest)
            let loop = recorder.declareNode(.sink, name: "for await")
            input = recorder.declareEdge(.link, label: "yield", upstream: yield, downstream: stream)
            store = recorder.declareEdge(.store, label: "AsyncStream", upstream: stream, downstream: stream)
            output = recorder.declareEdge(.link, label: "for await", upstream: stream, downstream: loop)
            file = try TraceFile(path)
            for edge in [output, input] { recorder.record(.subscribed, on: edge) }
            recorder.record(.request, on: output, demand: demand)
        }

        var now: UInt64 { clock.milliseconds.withLock { $0 } * 1_000_000 }

        /// Goes on for some values.
        func work(_ count: Int) {
            for _ in 0..<count * 2 {
                clock.milliseconds.withLock { $0 += 5 }
                let time = clock.milliseconds.withLock { $0 }
                if !isFree, time >= freeAt { ask(at: time) }
                if time % 10 == 0 { send(at: time) }
            }
        }

        private func ask(at time: UInt64) {
            recorder.record(.request, on: output, demand: .max(1))
            isFree = true
            guard !held.isEmpty else { return }
            let value = held.removeFirst()
            recorder.record(.unbuffered, on: store, value: .int(value))
            deliver(value, at: time)
        }

        private func send(at time: UInt64) {
            sent += 1
            recorder.record(.value, on: input, value: .int(sent))
            if isFree { return deliver(sent, at: time) }
            guard held.count < 2 else { return drop(sent) }
            held.append(sent)
            recorder.record(.buffered, on: store, value: .int(sent))
        }

        private func drop(_ value: Int) {
            recorder.record(.dropped, on: store, value: .int(value), reason: .overflowNewest)
        }

        private func deliver(_ value: Int, at time: UInt64) {
            recorder.record(.value, on: output, value: .int(value))
            (isFree, freeAt) = (false, time + 25)
        }
    }

    /// The screen of a program, with its pipeline open.
    private final class Screen {
        var state: AppState
        let playback: Playback

        init(_ shown: Shown, _ playback: Playback) {
            (self.playback, state) = (playback, AppState(shown, size: Size(width: 120, height: 36)))
            playback.start(state)
            refresh()
            press(.end, .enter)
            state.selection = 1
        }

        func refresh() {
            playback.advance(by: 1_000_000_000)
            playback.refresh(&state)
        }

        func press(_ keys: Key...) {
            for key in keys {
                playback.refresh(&state)
                for effect in Update.press(key, on: &state, facts: playback.facts) { _ = effect.perform(on: &state, playback) }
            }
        }

        /// The words of the foretold lane as drawn; `nil` if there is none.
        var foretold: String? {
            var surface = Surface(state.size)
            RootView(playback.screen(state), signs: .unicode).draw(into: &surface)
            let rows = TextOutput.render(surface).split(separator: "\n")
            let row = rows.first { $0.contains("foretold at") }
            return row.map { $0.split(separator: " ").filter { $0 != "┊" }.joined(separator: " ") }
        }

        var keys: (name: String, value: String)? { playback.screen(state).keys.number }
    }

    private static func replay(_ program: Program, _ folder: TemporaryFolder) throws -> Screen {
        program.recorder.close()
        guard case .program(let replay) = RecordedSource(try TraceFile(folder.path("a.fvz"))) else { throw Failure("no program") }
        return Screen(.program(), .trace(replay))
    }

    @Test func `keys choose a size, the recorded one ends the forecast, and so does Esc`() throws {
        let folder = try TemporaryFolder()
        let program = try Program(folder.path("a.fvz"))
        program.work(40)
        let screen = try ForetoldTests.replay(program, folder)
        #expect(screen.foretold == nil && screen.keys?.name == "size" && screen.keys?.value == "2")

        screen.press(">")
        #expect(screen.foretold == "▌foretold foretold at 4: 20 dropped, held at most 4, delivered within 0.10 s 4 held")
        #expect(screen.keys?.value == "4, was 2")
        screen.press("<")
        #expect(screen.foretold == nil && screen.state.notice == "AsyncStream has size 2 again, as it was")
        screen.press("<")
        #expect(screen.foretold == "▌foretold foretold at 1: 23 dropped, held at most 1, delivered within 0.025 s 1 held")
        screen.press("<")
        #expect(screen.state.notice == "1 is the smallest size that is foretold here" && screen.state.foretold?.lane.size == 1)
        screen.press(.escape)
        #expect(screen.foretold == nil && screen.state.program?.opened != nil)
        screen.press(.escape)
        #expect(screen.state.program?.opened == nil)
        screen.press(">")
        #expect(screen.state.notice == "Enter opens a pipeline; this key is for its lanes")
    }

    @Test func `the words are those of the moment shown`() throws {
        let folder = try TemporaryFolder()
        let program = try Program(folder.path("a.fvz"))
        program.work(40)
        let screen = try ForetoldTests.replay(program, folder)
        screen.press(">")
        screen.state.playhead = screen.playback.facts.timeline.moment(at: TraceTime(nanoseconds: 100_000_000))

        #expect(screen.foretold == "▌foretold foretold at 4: 2 dropped, held at most 4, delivered within 0.045 s 4 held")
    }

    @Test func `the largest size is that without drops`() throws {
        let folder = try TemporaryFolder()
        let program = try Program(folder.path("a.fvz"))
        program.work(40)
        let screen = try ForetoldTests.replay(program, folder)
        screen.press(">", ">", ">", ">")

        #expect(screen.foretold == "▌foretold foretold at 24: 0 dropped, held at most 24, delivered within 0.225 s 24 held")
        screen.press(">")
        #expect(screen.state.notice == "24 is the largest size that is foretold here")
    }

    @Test func `a lane that holds nothing has no size, and a store that cannot be foretold says why`() throws {
        let folder = try TemporaryFolder()
        let program = try Program(folder.path("a.fvz"), demand: .unlimited)
        program.work(4)
        let screen = try ForetoldTests.replay(program, folder)
        screen.press(">")
        #expect(
            screen.state.notice
                == "no other size of AsyncStream is foretold: its consumer requests unlimited values, so no value waits for demand"
        )
        screen.press(.up, ">")
        #expect(screen.state.notice == "this lane holds no values; ↑ and ↓ go to AsyncStream, whose size can change")
        #expect(screen.keys == nil && screen.state.foretold == nil)
    }

    @Test func `of a running program, the forecast goes on with its events`() throws {
        let folder = try TemporaryFolder()
        let program = try Program(folder.path("a.fvz"))
        let ends = try AnsweringProgram.connect(to: program.file, at: folder.path("s"))
        program.work(20)
        let watch = ProgramWatch(try WatchedProcess(ends.viewer)) { program.file.startTime + program.now }
        let screen = Screen(.watched(), .program(watch))
        screen.press(">")
        #expect(screen.foretold == "▌foretold foretold at 4: 8 dropped, held at most 4, delivered within 0.095 s 4 held")
        program.work(1)
        screen.refresh()
        #expect(screen.foretold == "▌foretold foretold at 4: 8 dropped, held at most 4, delivered within 0.095 s 4 held")

        program.work(19)
        screen.refresh()
        #expect(screen.foretold == "▌foretold foretold at 4: 20 dropped, held at most 4, delivered within 0.10 s 4 held")
        withExtendedLifetime(ends) {}
    }
}
