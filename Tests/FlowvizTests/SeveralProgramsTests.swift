import FlowAnalysis
import FlowModel
import FlowScreen
import FlowTestSupport
import FlowTrace
import FlowViews
import Foundation
import Testing

@testable import FlowApp
@testable import FlowSessions
@testable import FlowSystem

@Suite("Several programs on one screen")
struct SeveralProgramsTests {
    private static let second: UInt64 = 1_000_000_000

    /// Writes the trace of a program. Its source sends values at some times, in seconds, into a buffer that keeps them.
    ///
    /// - Parameter start: The time on the machine's clock at its start, in seconds.
    private static func write(
        _ path: String, program: String, start: UInt64, values: [UInt64], machine: String? = nil
    ) throws {
        let clock = LockedBox<UInt64>(0)
        let recorder = try Recorder(
            file: path, options: TraceFileOptions(size: 1 << 20), command: ["/bin/\(program)"],
            clock: .custom { clock.withLock { $0 } })
        let nodes = [recorder.declareNode(.source, name: "\(program)Source"), recorder.declareNode(.buffer, name: "buffer")]
        let sink = recorder.declareNode(.sink, name: "sink")
        let input = recorder.declareEdge(.link, label: program, upstream: nodes[0], downstream: nodes[1])
        let store = recorder.declareEdge(.store, label: "buffer", upstream: nodes[1], downstream: nodes[1])
        let output = recorder.declareEdge(.link, label: "out", upstream: nodes[1], downstream: sink)
        recorder.record(.request, on: output, demand: .unlimited)
        for (index, time) in values.enumerated() {
            clock.withLock { $0 = time * second }
            recorder.record(.value, on: input, value: .int(index))
            recorder.record(.buffered, on: store, value: .int(index))
        }
        recorder.close()
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.seek(toOffset: 32)
        try file.write(contentsOf: withUnsafeBytes(of: (start * second).littleEndian) { Data($0) })
        if let machine {
            try file.seek(toOffset: 232)
            try file.write(contentsOf: Data(machine.utf8) + Data(count: 40 - machine.utf8.count))
        }
        try file.close()
    }

    /// Two programs: Early begins at 100 s and sends at 1 to 4 s, Late begins 2 s after it and sends twice.
    private static func files(_ folder: TemporaryFolder, machines: [String?] = [nil, nil]) throws -> [TraceFile] {
        try write(folder.path("late.fvz"), program: "Late", start: 102, values: [1, 3], machine: machines[1])
        try write(folder.path("early.fvz"), program: "Early", start: 100, values: [1, 2, 3, 4], machine: machines[0])
        return try ["late.fvz", "early.fvz"].map { try TraceFile(folder.path($0)) }
    }

    private struct Screen {
        var state: AppState
        let playback: ReplayedPrograms

        init(_ files: [TraceFile], width: Int = 120) throws {
            guard case .programs(let playback) = try RecordedSource(files) else { throw Failure("not several programs") }
            self.playback = playback
            state = try RecordedSource(files).state(size: Size(width: width, height: 24))
            playback.start(state)
            playback.refresh(&state)
        }

        /// Presses keys as the loop does.
        mutating func press(_ keys: Key...) {
            for key in keys {
                playback.refresh(&state)
                for effect in Update.press(key, on: &state, facts: playback.facts) {
                    _ = effect.perform(on: &state, .traces(playback))
                }
                playback.refresh(&state)
            }
        }

        var text: String {
            var surface = Surface(state.size)
            RootView(playback.screen(state)).draw(into: &surface)
            return TextOutput.render(surface)
        }

        /// The rows of the list: program, pipeline and state.
        var list: [String] {
            text.split(separator: "\n").filter { $0.contains("▸ buffer") || $0.contains("Source") }.map { row in
                row.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
            }
        }
    }

    @Test func `all pipelines are in one list, each with its program, on one clock`() throws {
        let folder = try TemporaryFolder()
        var screen = try Screen(SeveralProgramsTests.files(folder))
        #expect(screen.playback.length == TraceTime(seconds: 5))

        // Late has sent its first value 3 s after Early began.
        screen.playback.seek(Moment(time: TraceTime(seconds: 3), sequence: 0))
        #expect(
            screen.list == [
                "▌Early EarlySource ▸ buffer ▸ sink held back by buffer 3 3 2.0s 0 1 0",
                "Late LateSource ▸ buffer ▸ sink nothing arrived 1 1 – 0 – 0",
            ])
        screen.press(.end)
        #expect(screen.playback.now == TraceTime(seconds: 5))
        #expect(screen.text.rows(with: "2 programs").count == 1)
        #expect(screen.list.map { $0.contains("│ ended") } == [true, true])
    }

    @Test func `a program that ends before the others is marked`() throws {
        let folder = try TemporaryFolder()
        var screen = try Screen(SeveralProgramsTests.files(folder))

        screen.press(.right, .right)
        screen.playback.seek(Moment(time: TraceTime(seconds: 4.5), sequence: 0))

        #expect(screen.list.map { $0.contains("│ ended") } == [true, false])
        #expect(!screen.playback.isOver)
    }

    @Test func `where programs have one name, their numbers or files tell them apart`() throws {
        let folder = try TemporaryFolder()
        for name in ["a.fvz", "b.fvz"] {
            try SeveralProgramsTests.write(folder.path(name), program: "App", start: 1, values: [1])
        }
        var screen = try Screen(["a.fvz", "b.fvz"].map { try TraceFile(folder.path($0)) })
        let process = getpid()

        // This process has written both.
        #expect(screen.playback.programs.map(\.label) == ["App \(process), a.fvz", "App \(process), b.fvz"])
        screen.press(.end)
        #expect(screen.list.map { $0.contains("b.fvz App") } == [false, true])
    }

    @Test func `lanes of two programs stand side by side, and a moment of one is that of the other`() throws {
        let folder = try TemporaryFolder()
        var screen = try Screen(SeveralProgramsTests.files(folder))

        screen.press(.end, .enter, .character("V"), .down, .enter)
        let panes = screen.playback.screen(screen.state).panes
        #expect(panes.map(\.variant) == ["Early", "Late"] && Set(panes.map(\.now.time)) == [TraceTime(seconds: 5)])
        #expect(
            panes.map { pane in pane.model.log.entries.filter { $0.kind == .value }.map(\.time.seconds) } == [
                [1, 2, 3, 4], [3, 5],
            ])
        #expect(screen.text.rows(with: "one clock").count == 1)

        // Steps go through the events of the first program; the second program is shown at the same time.
        screen.press(.character(","), .character(","))
        #expect(screen.state.playhead?.time == TraceTime(seconds: 4))
        #expect(screen.playback.screen(screen.state).panes.map(\.shown.time.seconds) == [4, 4])
        screen.press(.character("V"))
        #expect(screen.playback.screen(screen.state).panes.map(\.variant) == ["Late", "Early"])
        #expect(screen.playback.screen(screen.state).panes.map(\.shown.time.seconds) == [4, 4])
        screen.press(.escape)
        #expect(screen.state.program?.opened == nil && screen.state.program?.beside == nil && screen.list.count == 2)
    }

    @Test(arguments: [16, 24, 36, 50]) func `each of two panes says what it shows, and their rulers are in one row`(height: Int)
        throws
    {
        let folder = try TemporaryFolder()
        var screen = try Screen(SeveralProgramsTests.files(folder))
        screen.state.size = Size(width: 120, height: height)

        screen.press(.end, .enter, .character("V"), .down, .enter)

        let rows = screen.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(rows[1].contains(" Early ") && rows[1].contains("│  Late "))
        #expect(rows[2].matches(of: #/─+/#).count > 4 && rows[2].split(separator: "│").count == 2)
    }

    @Test func `what cannot be shown side by side is refused`() throws {
        let folder = try TemporaryFolder()
        var screen = try Screen(SeveralProgramsTests.files(folder), width: 100)
        screen.press(.end, .character("V"))
        #expect(screen.state.notice == Refusal.needsPipeline.words)
        screen.press(.enter, .character("V"))
        #expect(screen.state.notice == Refusal.isTooNarrow(columns: 100).words)

        screen.state.size = Size(width: 120, height: 24)
        screen.press(.character("V"), .enter)
        #expect(screen.state.notice == Refusal.isOfSameProgram.words && screen.state.program?.opened == nil)
        screen.press(.escape)
        #expect(screen.state.program?.opened?.program == 1 && screen.state.program?.beside == nil)
    }

    @Test func `a filter finds pipelines by their program, too`() throws {
        let folder = try TemporaryFolder()
        var screen = try Screen(SeveralProgramsTests.files(folder))

        screen.press(.end, .character("/"), .character("L"), .character("A"), .character("t"), .character("e"), .enter)
        #expect(screen.list.map { $0.hasPrefix("▌Late") } == [true])
        screen.press(.enter)
        #expect(screen.text.rows(with: "▸ late.fvz").count == 1)
    }

    @Test(
        arguments: [
            (["one", "one"], nil), (["one", "two"], "different clocks: each trace starts at 0 s"),
            (["", "one"], "not known to be one clock: each trace starts at 0 s"),
        ] as [([String], String?)])
    func `traces of different machines begin together, and the list says so`(machines: [String], note: String?) throws {
        let folder = try TemporaryFolder()
        let screen = try Screen(SeveralProgramsTests.files(folder, machines: machines))

        #expect(screen.playback.length == TraceTime(seconds: note == nil ? 5 : 4))
        #expect(screen.text.rows(with: note ?? "clock").count == (note == nil ? 0 : 1))
    }

    @Test func `time passes for all, and a breakpoint stops it for all`() throws {
        let folder = try TemporaryFolder()
        var screen = try Screen(SeveralProgramsTests.files(folder))
        screen.state.breakpoints = [try Breakpoint(parsing: "value = 2")]
        var breaks = BreakpointRunner()

        screen.playback.seek(Moment(time: TraceTime(seconds: 1.5), sequence: 0))
        screen.press(.enter)
        for _ in 0..<20 where !screen.state.isFrozen { breaks.advance(.traces(screen.playback), by: 250_000_000, &screen.state) }

        #expect(screen.playback.programs.map(\.playback.now.seconds) == [3, 3])
        #expect(screen.state.isFrozen)
    }

    @Test(arguments: 0..<6 as Range<UInt64>) func `whatever is pressed, every frame can be drawn`(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var screen = try Screen(SeveralProgramsTests.files(folder))
        var chance = SeededChance(seed: seed)

        for _ in 0..<80 {
            screen.press(KeyName.all.map(\.key).randomElement(using: &chance) ?? .enter)
            screen.state.size = Size(width: [60, 80, 120, 150].randomElement(using: &chance) ?? 80, height: 24)
            if Bool.random(using: &chance) { screen.playback.advance(by: 300_000_000) }
            screen.playback.refresh(&screen.state)
            let drawn = screen.playback.screen(screen.state)

            #expect(!screen.text.isEmpty)
            #expect((drawn.list == nil) == (screen.state.program?.opened != nil), "seed \(seed)")
            #expect(drawn.list != nil || drawn.panes.allSatisfy { $0.shown.sequence <= $0.model.log.count }, "seed \(seed)")
        }
    }

    @Test func `of several traces, the one that cannot be read is named`() throws {
        let folder = try TemporaryFolder()
        _ = try SeveralProgramsTests.files(folder)
        try "nothing".write(toFile: folder.path("text"), atomically: true, encoding: .utf8)
        _ = try Program.run(["run", "pace", "-o", folder.path("pace.fvz")])
        let answers = [
            ("none", "cannot open '\(folder.path("none"))': No such file or directory"),
            ("text", "'\(folder.path("text"))' is not a trace file; flowviz record -o FILE writes one"),
            ("pace.fvz", "'\(folder.path("pace.fvz"))' is the run of a scenario, which has its own clock; replay it alone"),
        ]

        for (name, answer) in answers {
            let run = try Program.run(["replay", folder.path("early.fvz"), folder.path(name)])

            #expect(run.status == .exited(1) && run.output == "" && run.errors == "flowviz: \(answer)\n")
        }
    }
}

@Suite("Several programs that run", .notForever)
struct WatchedProgramsTests {
    @Test func `all programs are listed together, those too that start later, and one that ends is marked`() throws {
        let first = try TracedSession()
        let second = try TracedSession("pairs", beside: first)
        let viewer = try Program.start(["attach", "--all"], first.changes)
        #expect(viewer.wait { $0.text.rows(with: "FlowT").count == 2 && $0.text.contains("2 programs") })
        #expect(viewer.screen.text.contains("▶ running"))

        let third = try TracedSession("0", beside: first)
        #expect(viewer.wait { $0.text.contains("3 programs") })
        second.program.signal(SIGKILL)
        #expect(second.program.waitForExit() == .signalled(SIGKILL))
        #expect(viewer.wait { $0.text.rows(with: "│ ended").count == 1 })
        #expect(first.works(with: 21) && third.works(with: 22))
        viewer.send("q")
        #expect(viewer.waitForExit() == .exited(0))
    }

    @Test func `a program that is stopped keeps nobody from the others, and is listed when it goes on`() throws {
        let first = try TracedSession()
        first.program.signal(SIGSTOP)
        let answer = "no traced process of this user answers; if one is suspended, kill -CONT resumes it"
        let run = try Program.run(["attach", "--all"], first.changes)
        #expect(run.status == .exited(1) && run.errors == "flowviz: \(answer)\n")

        let second = try TracedSession("pairs", beside: first)
        let viewer = try Program.start(["attach", "--all"], first.changes)
        #expect(viewer.wait { $0.rows[0].contains("▸ FlowTracedProgram ") && $0.rows[1].contains("1 pipeline:") })
        first.program.signal(SIGCONT)
        #expect(viewer.wait { $0.rows[0].contains("2 programs") && $0.text.contains("now also FlowTracedProgram") })

        viewer.send("q")
        #expect(viewer.waitForExit() == .exited(0))
        withExtendedLifetime(second) {}
    }

    @Test func `on a terminal one of several is picked`() throws {
        let first = try TracedSession()
        let second = try TracedSession("pairs", beside: first)
        let numbers = try Program.run(["attach"], first.changes).output.split(separator: "\n").dropFirst()
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        let picks: [(keys: String, title: String)] = [
            ("\r", "process \(numbers[0])"), ("2", "process \(numbers[1])"), ("a", "2 programs"),
        ]

        for pick in picks {
            let viewer = try Program.start(["attach"], first.changes, columns: 80, rows: 24)
            #expect(viewer.wait { $0.text.contains("traced programs") && $0.text.contains(" pairs ") })
            viewer.send(pick.keys)
            #expect(viewer.wait { $0.rows[0].contains(pick.title) })
            viewer.send("q")
            #expect(viewer.waitForExit() == .exited(0))
        }
        let left = try Program.start(["attach"], first.changes)
        #expect(left.wait(for: "traced programs"))
        left.send("q")
        #expect(left.waitForExit() == .exited(0) && left.isCanonical)
        withExtendedLifetime(second) {}
    }

    @Test func `a process is shown once`() throws {
        let session = try TracedSession()
        let number = try ViewerConnection(session.socket).process

        let run = try Program.run(["attach", "\(number)", session.socket], session.changes)

        #expect(run.status == .exited(2))
        #expect(run.errors == "flowviz: process \(number) is given twice; name each process once\n")
    }

    @Test func `keys choose from the list, digits and Enter pick`() {
        let programs = [7, 8, 9].map { TracedProcess(number: $0, name: "App", age: 0, arguments: "") }
        var pick = ProgramPick(programs)

        #expect([.down, .down, .down, .up].map { pick.press($0) } == [.none, .none, .none, .none] && pick.selection == 1)
        #expect(pick.press(.enter) == .one(8))
        #expect(pick.press(.character("3")) == .one(9) && pick.press(.character("4")) == .none)
        #expect(pick.press(.character("a")) == .all)
        #expect([.character("q"), .escape].map { pick.press($0) } == [.left, .left])
        // The selected program stays selected, at its new index.
        pick.update([programs[1], programs[2]])
        #expect(pick.selection == 0 && pick.press(.enter) == .one(8))
        pick.update([])
        #expect(pick.press(.enter) == .none && pick.press(.character("a")) == .none)
    }
}
