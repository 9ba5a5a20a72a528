import FlowAnalysis
import FlowExport
import FlowScenarios
import FlowScreen
import FlowTestSupport
import FlowTrace
import FlowViews
import Testing

@testable import FlowApp
@testable import FlowSessions
@testable import FlowSystem
@testable import flowviz

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Runs in which more happens than a frame can show.
@Suite("A busy run", .notForever)
struct BusyRunTests {
    private static let ticks = "interval(.microseconds(100)).flatMap { _ in (1...20).publisher }.sink()"
    private static let sentence =
        "more happens than a frame can show, so time passes more slowly; the header says by how much"

    /// The longest duration of a frame, in nanoseconds.
    private static let frame: UInt64 = 250_000_000

    /// A chain on the screen.
    private struct Screen {
        var state: AppState
        let session = Session()
        private var breaks = BreakpointRunner()

        init(_ chain: String) throws {
            state = AppState(.scenario(Choice(try ChainScenario.typed(chain, name: "chain"))), size: Size(width: 120, height: 36))
            session.start(state)
        }

        var lines: [[String]] {
            session.streams.map(\.model).map { model in model.log.entries.map { JSONLines.line(for: $0, in: model) } }
        }

        var header: String {
            var surface = Surface(state.size)
            RootView(session.screen(state)).draw(into: &surface)
            return TextOutput.render(surface).split(separator: "\n").first.map(String.init) ?? ""
        }

        /// Lets a frame's time pass, as the loop does.
        mutating func pass(_ nanoseconds: UInt64 = frame) {
            breaks.advance(.scenario(session), by: nanoseconds, &state)
        }

        mutating func type(_ text: String) {
            for character in text {
                session.refresh(&state)
                for effect in Update.press(.character(character), on: &state, facts: session.facts) {
                    _ = effect.perform(on: &state, .scenario(session))
                }
            }
        }
    }

    /// The last piece of work within the allowance may exceed it.
    private static let most = FrameAllowance.perFrame + 200

    @Test(arguments: [[], ["drop"]]) func `a frame brings a bounded number of events, and time passes slower`(
        breakpoints: [String]
    ) throws {
        var screen = try Screen(BusyRunTests.ticks)
        screen.state.breakpoints = try breakpoints.map { try Breakpoint(parsing: $0) }

        for frame in 1...3 {
            let before = screen.session.streams[0].model.log.count
            screen.pass()

            #expect((1...BusyRunTests.most).contains(screen.session.streams[0].model.log.count - before))
            #expect(screen.session.now.nanoseconds + screen.session.behind == UInt64(frame) * BusyRunTests.frame)
        }
        #expect(screen.state.notice?.description == BusyRunTests.sentence)
        #expect(screen.state.isFrozen == false)
    }

    @Test func `the events are those of a run that nobody waits for`() throws {
        var screen = try Screen(BusyRunTests.ticks)
        for _ in 1...5 { screen.pass() }
        let whole = try Screen(BusyRunTests.ticks)

        whole.session.advance(by: screen.session.now.nanoseconds)

        let (shown, all) = (screen.lines[0], whole.lines[0])
        #expect(shown == Array(all.prefix(shown.count)) && all.count - shown.count < BusyRunTests.most)
        #expect(whole.session.behind == 0)
    }

    @Test func `a moment of much work is spread over frames`() throws {
        let chain = "(1...3000).publisher.receive(on: DispatchQueue.main).sink()"
        var screen = try Screen(chain)
        let first = screen.session.streams[0].model.log.count
        for _ in 1...40 { screen.pass() }
        let run = try Program.run(["eval", chain, "--format", "jsonl"])

        #expect(first < run.output.split(separator: "\n").count)
        #expect(screen.lines[0] == run.output.split(separator: "\n").map(String.init))
    }

    @Test func `the header says by how much`() throws {
        var screen = try Screen(BusyRunTests.ticks)
        screen.pass()
        screen.pass()

        #expect(
            screen.header
                == " flowviz ▸ chain  interval(.microseconds(100)).flatMap { _ in (1...20).… typed   ▶ running  ×1  0.50 s behind    0.00 s"
        )
        screen.type("r")
        #expect(screen.session.behind == 0)
    }

    @Test func `a quiet run is never behind`() throws {
        var screen = try Screen("interval(.milliseconds(10)).sink()")
        for _ in 1...10 { screen.pass() }

        #expect(screen.session.behind == 0 && screen.state.notice == nil)
        #expect(screen.session.now == TraceTime(seconds: 2.5))
    }

    @Test func `a rerun that takes longer than a frame goes on frame by frame`() throws {
        var screen = try Screen("interval(.milliseconds(10)).sink()")
        screen.session.advance(by: 5_000_000_000)

        screen.type("<")
        #expect(screen.state.notice == "rerunning with the other numbers: at 0.499 of 5.00 s")
        #expect(screen.session.background == .everyFrame)
        try #require(screen.session.streams.count == 2)
        #expect(screen.session.streams[1].model.log.count <= BusyRunTests.most)
        screen.pass()
        #expect(screen.session.runs[0].now == TraceTime(seconds: 5))
        var frames = 0
        while screen.session.background == .everyFrame {
            screen.session.refresh(&screen.state)
            frames += 1
        }

        #expect(frames > 1)
        #expect(screen.session.runs.map(\.now) == [TraceTime(seconds: 5), TraceTime(seconds: 5)])
        #expect(screen.state.notice == "interval 1 milliseconds instead of 10 milliseconds: output got 5000 instead of 500")
    }

    @Test func `no breakpoint is looked for while a rerun is on its way`() throws {
        var screen = try Screen("interval(.milliseconds(10)).sink()")
        screen.state.breakpoints = [try Breakpoint(parsing: "drop")]
        screen.session.advance(by: 5_000_000_000)

        screen.type("<")
        screen.pass()

        #expect(screen.session.background == .everyFrame && !screen.state.isFrozen)
        #expect(screen.session.runs[0].now == TraceTime(seconds: 5))
    }

    @Test func `a rerun of a recording goes on frame by frame, and not out of proportion`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")
        try RunCommand.parse(["overflow", "--until", "20", "--output", path]).run()
        let file = try TraceFile(path)
        let plan = try #require(RunPlan.recorded(in: file))
        // A stranger may have written the end time.
        let endless = RunPlan(choice: plan.choice, sends: [], end: TraceTime(seconds: 1_000_000), breaks: [])
        let replay = Replay(file, of: endless)
        var state = AppState(.scenario(plan.choice), size: Size(width: 120, height: 36))
        var numbers = plan.choice.numbers
        numbers["size"] = 20
        state.compare(with: WhatIf(numbers: numbers, view: .changed))
        let limit = 10 * replay.streams[0].model.log.count + 10_000

        let notice = replay.compare(state)
        var frames = 1
        while replay.background == .everyFrame {
            replay.refresh(&state)
            frames += 1
        }

        #expect(notice?.description.hasPrefix("rerunning with the other numbers: at ") == true)
        #expect((limit / FrameAllowance.perFrame...2 * limit / FrameAllowance.perFrame + 1).contains(frames))
        #expect(state.notice?.description.hasPrefix("overflow has more than \(limit) events by ") == true)
        #expect(replay.streams.count == 1)
    }

    @Test func `a rerun on its way is left for another`() throws {
        var screen = try Screen("interval(.milliseconds(10)).sink()")
        screen.session.advance(by: 5_000_000_000)

        screen.type("<>")

        #expect(screen.session.background == .nothing && screen.session.runs.count == 1)
    }

    @Test func `a key for the stream waits for a rerun`() throws {
        var screen = try Screen("keys().merge(with: interval(.milliseconds(10)).map { \"\\($0)\" }).sink()")
        screen.session.advance(by: 5_000_000_000)

        screen.type("<e")

        #expect(screen.state.notice == "the other run has not reached this moment yet; press the key again when it has")
        #expect(screen.session.runs[0].pressed.isEmpty)
    }

    @Test func `a step looks for an event no longer than a frame`() throws {
        var screen = try Screen("keys().collect(.byTime(DispatchQueue.main, .microseconds(100))).sink()")
        screen.type(".")

        screen.type(".")

        #expect(screen.state.notice == "nothing has been recorded yet; . goes on")
        #expect(screen.session.now > .zero && screen.session.now < TraceTime(seconds: 1))
    }

    @Test func `a run without a screen that has too many events ends with a word about it`() throws {
        let scenario = try Catalogue.scenario("overflow")
        let run = ScenarioRun(scenario, variant: scenario.variants[0])
        let report = RunReport(run: run, format: nil, isRealtime: false, output: StandardOutput(), limit: 100)

        #expect {
            try report.run(sends: [], until: TraceTime(seconds: 1_000_000))
        } throws: {
            "\($0)" == "overflow has more than 100 events by 4.55 s, and all are kept; end it earlier with --until"
        }
        #expect(report.eventCount < 120)
    }

    @Test func `a test case that is too long is refused`() throws {
        let run = try Program.run(["eval", "interval(.milliseconds(1)).sink()", "--until", "11", "--format", "test"])

        #expect(run.status == .exited(1) && run.output == "")
        #expect(run.errors == "flowviz: a test of more than 10000 values is too long; end it earlier with --until\n")
    }

    @Test func `marbles that are too long are refused`() throws {
        let chain = "marbles(\"ab|\", unit: .microseconds(100))"
        let run = try Program.run(["eval", chain, "--until", "200", "--format", "marble"])

        #expect(run.status == .exited(1) && run.output == "")
        #expect(
            run.errors
                == "flowviz: marbles up to 200 s are more than 1000000 characters of 0.0001 s; end them earlier with --until, or use --format log\n"
        )
    }

    @Test(arguments: ["\u{3}", "++++++q", "f.,<q"]) func `a run that is busy can be left`(keys: String) throws {
        let pty = try PTY(
            Program.path, ["eval", BusyRunTests.ticks], environment: Program.environment, columns: 120, rows: 36)
        #expect(pty.wait { $0.text.contains("s behind") })

        pty.send(keys)

        #expect(pty.waitForExit() == (keys == "\u{3}" ? .signalled(SIGINT) : .exited(0)))
    }
}
