import FlowScreen
import FlowTestSupport
import FlowTrace
import FlowViews
import Testing

@testable import FlowApp

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite("Plain lines, end to end", .notForever)
struct PlainLoopTests {
    private static let introduction = [
        "pace: Pace an erratic source",
        "frozen; time 0.00 s; speed 1; arrow keys move 0.1 s",
        "Values come in bursts. The buffer keeps them; the subscriber asks for one a second, so the output is even.",
        "try this: Press E for a burst of 5, then < to make the interval shorter, and watch the buffer drain faster.",
    ]

    private static let start = [
        "0.00 output subscribed and asked for 1",
        "0.00 source sent A; A went straight through buffer; output received A",
    ]

    @Test(arguments: ["\"$0\" --plain --frozen", "FLOWVIZ_PLAIN=1 \"$0\" --frozen", "TERM=dumb \"$0\" --frozen"])
    func `without a terminal, lines are appended until nothing more can come`(_ line: String) throws {
        let run = try Program.shell("\(line) < /dev/null")

        #expect(run.output.split(separator: "\n").map(String.init) == PlainLoopTests.introduction + PlainLoopTests.start)
        #expect(run.errors == "" && run.status == .exited(0))
    }

    @Test func `bytes of a pipe are keys, and each key answers`() throws {
        let run = try Program.shell("printf '..,x+\\033q' | \"$0\" --plain --frozen")

        #expect(
            run.output.split(separator: "\n").map(String.init) == PlainLoopTests.introduction + PlainLoopTests.start + [
                "past; 0.00 s ago, at 0.30: source sent B", "0.30 B was sent. The pace timer asks again at 1.00.",
                "frozen, at 0.30: B entered buffer; buffer holds B",
                "0.30 B was sent and is held: nobody asks (demand 0 since A at 0.00). The pace timer asks again at 1.00.",
                "0.30 source sent B; B entered buffer; buffer holds B",
                "past; 0.00 s ago, at 0.30: source sent B", "0.30 B was sent. The pace timer asks again at 1.00.",
                "this subscription cannot be cancelled by hand", "speed 2.0", "nothing is open",
            ])
    }

    @Test func `a terminal hands over keys one by one, lines while one is typed, and is left as it was`() throws {
        let pty = try Program.start(["--frozen"], ["TERM": "dumb"], columns: 140, rows: 60)
        try #require(pty.wait(for: "? reads the keys, y everything, q quits"))
        #expect(!pty.isCanonical)

        pty.send("i")
        try #require(pty.wait(for: "an empty one leaves"))
        #expect(pty.isCanonical)
        pty.send("marbles(\"AB|\").sink()\n")
        try #require(pty.wait(for: "marbles sent A"))
        pty.send("q")

        #expect(pty.waitForExit() == .exited(0))
        #expect(pty.flags == pty.flagsAtStart)
        #expect(pty.screen.rows.filter { !$0.isEmpty }.last == "flowviz eval 'marbles(\"AB|\").sink()'")
    }

    @Test func `what happened before time stopped by itself is told without a key`() throws {
        let pty = try Program.start(["--plain", "--break", "value = B"], columns: 140, rows: 40)

        #expect(pty.wait(for: "0.30 source sent B; B entered buffer; buffer holds B"))
        #expect(pty.wait(for: "stopped at 'value = B'"))
        pty.send("q")
        #expect(pty.waitForExit() == .exited(0))
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP]) func `a signal ends it as it would have, and the terminal is left as it was`(
        _ number: Int32
    ) throws {
        let pty = try Program.start(["--plain", "--frozen"], columns: 140, rows: 40)
        try #require(pty.wait(for: "received A"))

        pty.signal(number)

        #expect(pty.waitForExit() == .signalled(number))
        #expect(pty.flags == pty.flagsAtStart)
    }

    @Test(arguments: [
        ("--plain --every 2h", "--every '2h' is not valid; it takes a time from 0s to 3600s, for example 500ms"),
        ("--every 1s", "--every paces lines; it needs --plain"),
    ])
    func `a pace that makes no sense is refused in a line`(_ arguments: String, _ answer: String) throws {
        let run = try Program.run(arguments.split(separator: " ").map(String.init))

        #expect(run.status == .exited(2) && run.errors == "flowviz: \(answer)\n")
    }
}

/// Events are told once, and many of them are summed up.
@Suite("Plain news")
struct PlainNewsTests {
    private var app: AppFixture
    private var news = PlainNews()

    init() throws { app = try AppFixture("pausable-sink") }

    private mutating func tell() -> [String] { news.lines(Scene.screen(app.state, app.session)) }

    @Test mutating func `little is told by events, much by sums, a pause and a verdict beside them`() {
        #expect(tell() == ["0.00 output subscribed and asked for 1"])
        app.pass(0.5)
        #expect(
            tell() == [
                "0.25 source sent 1; value 1 went straight through buffer; output received 1 and asked for 1 more",
                "0.50 source sent 2; value 2 went straight through buffer; output received 2 and asked for 1 more",
            ])
        #expect(tell() == [])
        app.pass(1.5)
        app.press(" ")
        app.pass(2)
        #expect(
            tell() == [
                "0.50 to 2.00: source sent 6 values, 3 to 8; buffer is empty; output received 6 values, 3 to 8",
                "2.00 output paused: it requests nothing",
                "2.00 to 4.00: source sent 8 values, 9 to 16; buffer holds 7 of 20, 10 goes next; output received 9; output has 0 outstanding",
                "sink paused for 2.00 s",
            ])
        app.pass(0.1)
        #expect(tell().map { $0.prefix(21) } == ["verdict at 4.10: held"])
        #expect(tell() == [])
    }

    @Test mutating func `of a run that has begun again, all is told again`() {
        _ = tell()
        app.pass(1)
        _ = tell()
        app.press("r")
        #expect(tell() == ["0.00 output subscribed and asked for 1"])
    }

    @Test mutating func `a program whose title says that it has ended is the same`() {
        app.pass(1)
        var screen = Scene.screen(app.state, app.session)
        screen.keys.subject = .watched
        _ = news.lines(screen)
        screen.title = "process 1, has ended"
        #expect(news.lines(screen) == [])
    }

    @Test mutating func `the past is no news`() {
        app.pass(1)
        app.press("f")
        app.press(",")
        #expect(tell() == [])
    }
}

/// Each key answers with its effect.
@Suite("Plain answers")
struct PlainAnswerTests {
    private func answer(_ keys: [Key], _ last: Key, _ id: String = "pace", at seconds: Double = 5.7) throws -> [String] {
        var app = try AppFixture(id, at: seconds)
        for key in keys { app.press(key) }
        let before = PlainGlance(Scene.screen(app.state, app.session))
        app.press(last)
        return PlainAnswer(from: before, to: Scene.screen(app.state, app.session)).lines
    }

    @Test func `keys about time say the moment and what happened in it`() throws {
        #expect(try answer([], "f") == ["frozen, at 5.70"])
        #expect(
            try answer(["f"], ",") == ["past; 0.10 s ago, at 5.60: source finished"])
        #expect(try answer([], "+") == ["speed 2.0"])
        #expect(try answer([], "Z") == ["arrow keys move 0.2 s"])
    }

    @Test func `keys about lanes and what lies over them read it out`() throws {
        #expect(try answer([], .up) == ["lane source, sends: 6 sent; finished"])
        #expect(try answer([], .enter).prefix(2) == ["selected lane buffer", "holds: E, F; 2 of 1000, peak 2 at 0.60"])
        #expect(try answer([.enter], .escape) == ["closed"])
        #expect(
            try answer([], "s").first
                == "44 scenarios and chains: Up and Down choose, Enter opens, / finds, y reads all of them")
        #expect(try answer(["s"], .down).first == "overflow: When the buffer is full")
        #expect(try answer([], "c").first == "pace in Swift")
    }

    @Test func `what a key cannot do is answered as on the screen`() throws {
        #expect(try answer([], "O") == ["that is for programs: their list of pipelines, and what a tried file prints"])
        #expect(
            try answer([], "B") == [
                "breakpoints", "time stops nowhere yet",
                "buffer >= 80%, buffer >= 8, demand = 0 for 2s, value = D, value contains ab, drop, failure",
                "type where time is to stop; an empty line leaves",
            ])
        #expect(
            try answer([], "/") == [
                "type what to look for: a value's text, kind:dropped or lane:buffer; an empty line leaves"
            ])
    }
}
