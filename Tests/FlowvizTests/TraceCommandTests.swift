import FlowTestSupport
import Foundation
import Testing

@Suite("Traces of programs, end to end", .notForever)
struct TraceCommandTests {
    private static var traced: String { BuiltProgram.path("FlowTracedProgram") }
    private static let forms =
        """
        it takes 1 or file:PATH, and behind it [,size=BYTES][,values=all][,places=off][,executors=off], for 1 [,control], and for a \
        file [,ring]
        """

    /// Records the small program, which doubles 21 and ends with `status`.
    private func record(into file: String, status: Int = 0) throws -> PTY {
        let pty = try Program.start(["record", "-o", file, "--size", "2M", "--", TraceCommandTests.traced, "\(status)"])
        #expect(pty.wait(for: "ready"))
        pty.send("21\n")
        #expect(pty.wait(for: "doubled 42"))
        return pty
    }

    @Test func `record runs the program on this terminal, ends as it ended, and says what it recorded`() throws {
        let folder = try TemporaryFolder()
        let pty = try record(into: folder.path("a.fvz"), status: 3)

        pty.send("\u{4}")

        #expect(pty.waitForExit() == .exited(3))
        let line = pty.screen.text.replacing("\n", with: "")
        #expect(line.contains(/flowviz: \d+ events, 0 missed, in '.*a\.fvz'; 'flowviz replay .*a\.fvz' shows them/))
    }

    @Test func `a signal to record reaches the program, and record ends by it too`() throws {
        let folder = try TemporaryFolder()
        let pty = try record(into: folder.path("a.fvz"))

        pty.signal(SIGTERM)

        #expect(pty.waitForExit() == .signalled(SIGTERM))
        #expect(pty.screen.text.contains("events, 0 missed"))
    }

    @Test func `a program that does not link the agent is said to have written no trace`() throws {
        let folder = try TemporaryFolder()

        let run = try Program.run(["record", "-o", folder.path("a.fvz"), "--", "/bin/echo", "hello"])

        #expect(run.status == .exited(1) && run.output == "hello\n")
        #expect(run.errors == "flowviz: '/bin/echo' wrote no trace; link FlowAgent into it, as the README describes\n")
    }

    @Test func `replay lists the pipelines, opens the lanes of one, and goes back`() throws {
        let folder = try TemporaryFolder()
        let recording = try record(into: folder.path("a.fvz"))
        recording.send("\u{4}")
        #expect(recording.waitForExit() == .exited(0))

        let pty = try Program.start(["replay", folder.path("a.fvz"), "--frozen"])
        #expect(pty.wait { $0.isWholeFrame && $0.rows[0].contains("flowviz ▸ a.fvz  FlowTracedProgram, process") })
        pty.send("\u{1B}OF")
        #expect(pty.wait(for: "PassthroughSubject ▸ filter ▸ map ▸ sink"))
        #expect(pty.screen.rows[1].hasPrefix(" 1 pipeline: 1 over  by trouble"))
        pty.send("\r")
        #expect(pty.wait { $0.isWholeFrame && $0.text.contains("PassthroughSubject ──▸ filter ──▸ map ──▸ sink") })
        #expect(pty.screen.text.contains("1 sent"))
        pty.send("\u{1B}")
        #expect(pty.wait(for: " 1 pipeline: 1 over  by trouble"))
        pty.send("/xyz")
        #expect(pty.wait(for: "no pipeline matches 'xyz'; Esc shows all"))
        pty.send("\u{1B}")
        #expect(pty.wait(for: "PassthroughSubject ▸ filter"))
        pty.send("q")

        #expect(pty.waitForExit() == .exited(0))
    }

    @Test func `values of any type are described on demand, by record and by the environment`() throws {
        let folder = try TemporaryFolder()
        let values = "\"lane\":\"collect(n) out\",\"label\":null,\"kind\":\"value\",\"value\":"
        let described = values + "\"[(21, \\\"é\\\\u{1B}[31m\\\"), (4, \\\"é\\\\u{1B}[31m\\\")]\""
        let shell = "printf '21\\n4\\n' | "
        let lines = [
            "\"$0\" record -o \"$1\" -- \"$2\" 0 pairs": values + "null",
            "\"$0\" record -o \"$1\" --ring --values all -- \"$2\" 0 pairs": described,
            "FLOWVIZ=\"file:$1,values=all,size=2M\" \"$2\" 0 pairs": described,
        ]
        for (number, (line, expected)) in lines.enumerated() {
            let file = folder.path("a,\(number).fvz")
            let run = try Program.shell(shell + line, [file, TraceCommandTests.traced])
            let exported = try Program.run(["export", file])

            #expect(run.output.contains("pairs 2"))
            #expect(exported.output.contains(expected), "\(line)")
        }
    }

    @Test func `to follow a value of those that were not written down says how they would be`() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("pairs.fvz")
        _ = try Program.shell("printf '21\\n4\\n' | \"$0\" record -o \"$1\" -- \"$2\" 0 pairs", [file, TraceCommandTests.traced])

        let run = try Program.run(["follow", file, "X"])

        let types = "(Int, String) and [(Int, String)]"
        #expect(run.status == .exited(1))
        #expect(
            run.errorLines == [
                "flowviz: no value 'X' in 'pairs.fvz'; values of type \(types) have no recorded text; 'record --values all' records it"
            ])
    }

    @Test(arguments: [
        ("nonsense", "FLOWVIZ is 'nonsense'; \(forms)"),
        ("1,ring", "FLOWVIZ is '1,ring'; \(forms)"),
        ("1,places=some", "FLOWVIZ has the places 'some'; write places=off, or places=on"),
        ("1,values=some", "FLOWVIZ has the values 'some'; write values=all, or values=basic"),
        ("file:/x,values=", "FLOWVIZ has the values ''; write values=all, or values=basic"),
        ("file:/x,size=much,ring", "FLOWVIZ has the size 'much'; write bytes from 1M to 64G, as 64M or 1000000"),
        ("file:/tmp/x,size=65G", "a trace of 69793218560 bytes is too large; give at most 68719476736"),
        ("1,size=68719476737", "a trace of 68719476737 bytes is too large; give at most 68719476736"),
        ("file:,ring", "FLOWVIZ names no file; write file:PATH"),
    ])
    func `a program with a mistake in FLOWVIZ says so and runs untraced`(value: String, answer: String) throws {
        let run = try Program.shell("FLOWVIZ=\"$1\" \"$2\" < /dev/null", [value, TraceCommandTests.traced])

        #expect(run.errors == "flowviz: \(answer); this program runs untraced\n")
        #expect(run.status == .exited(0) && run.output == "ready\n")
    }

    @Test(arguments: [
        ("\u{1B}]0;x\u{7}\u{9B}31m\r\u{202E}", "FLOWVIZ is '␛]0;x␇\u{FFFD}31m␍\u{FFFD}'; \(forms)"),
        (
            "file:/nowhere/\u{1B}[2J\n", "cannot write '/nowhere/␛[2J␊': No such file or directory; choose another file or folder"
        ),
        ("1,size=\u{1B}c", "FLOWVIZ has the size '␛c'; write bytes from 1M to 64G, as 64M or 1000000"),
    ])
    func `what commands a terminal is shown in the line that says so`(value: String, answer: String) throws {
        let run = try Program.shell("FLOWVIZ=\"$1\" \"$2\" < /dev/null", [value, TraceCommandTests.traced])

        #expect(run.errors == "flowviz: \(answer); this program runs untraced\n")
        #expect(run.status == .exited(0) && run.output == "ready\n")
    }

    @Test func `a mistake in FLOWVIZ of any length is one line of a thousand characters`() throws {
        let value = String(repeating: "é", count: 50_000)

        let run = try Program.shell("FLOWVIZ=\"$1\" \"$2\" < /dev/null", [value, TraceCommandTests.traced])

        let end = "'; \(TraceCommandTests.forms); this program runs untraced"
        let begin = "flowviz: FLOWVIZ is '"
        let kept = (499 - begin.count, 500 - end.count)
        let shown = "\(value.prefix(kept.0))…\(value.prefix(kept.1))"
        #expect(run.errors == "\(begin)\(shown)\(end)\n")
        #expect(run.status == .exited(0) && run.output == "ready\n")
    }

    @Test func `a picture of a trace is the frame of its first pipeline at the end`() throws {
        let folder = try TemporaryFolder()
        let recording = try record(into: folder.path("a.fvz"))
        recording.send("\u{4}")
        #expect(recording.waitForExit() == .exited(0))
        let frame = ["frame", "--trace", folder.path("a.fvz"), "--format", "svg"]
        let picture = ["export", folder.path("a.fvz"), "--format", "svg"]

        let lanes = try Program.run(picture)
        #expect(lanes.output.hasPrefix("<svg ") && lanes.output.contains(">delivered<"))
        #expect(try lanes.output == Program.run(frame + ["--at", "1000", "--open", "1"]).output)
        let beyond = try Program.run(frame + ["--at", "1000", "--open", "9"])
        #expect(beyond.status == .exited(2))
        #expect(beyond.errorLines == ["flowviz: --open 9 is not valid; the list of this trace has fewer rows"])
        let look = ["--at", "500", "--size", "80x24", "--theme", "light", "--select", "2", "--sort", "age", "--filter", "map"]
        #expect(try Program.run(picture + look).output == Program.run(frame + look + ["--open", "1"]).output)
    }

    @Test func `a picture of a scenario's run is its screen`() throws {
        let folder = try TemporaryFolder()
        _ = try Program.run(["run", "pace", "-o", folder.path("pace.fvz")])

        let picture = try Program.run(["export", folder.path("pace.fvz"), "--format", "svg", "--at", "6.4"])

        let frame = ["frame", "--trace", folder.path("pace.fvz"), "--at", "6.4", "--format", "svg"]
        #expect(try picture.output.hasPrefix("<svg ") && picture.output == Program.run(frame).output)
    }

    @Test func `a scenario's run is exported as it is printed`() throws {
        let folder = try TemporaryFolder()
        _ = try Program.run(["run", "pace", "-o", folder.path("pace.fvz")])

        let exported = try Program.run(["export", folder.path("pace.fvz")])
        #expect(try exported.output == Program.run(["run", "pace", "--format", "jsonl"]).output)
    }

    @Test func `attach shows what happens while it happens, and stays when the process has ended`() throws {
        let folder = try TemporaryFolder()
        let changes = ["XDG_RUNTIME_DIR": URL(filePath: folder.path("x")).deletingLastPathComponent().path]
        let environment = Program.environment.merging(changes.merging(["FLOWVIZ": "1"]) { $1 }) { $1 }
        let traced = try PTY(TraceCommandTests.traced, [], environment: environment)
        #expect(traced.wait(for: "ready"))

        let first = try Program.start(["attach"], changes)
        let second = try Program.start(["attach"], changes)
        for pty in [first, second] { #expect(pty.wait(for: "PassthroughSubject ▸ filter ▸ map ▸ sink")) }
        #expect(first.screen.rows[0].contains("▶ running"))
        second.send("q")
        #expect(second.waitForExit() == .exited(0))
        first.send("\r")
        // The lanes below the list say the same.
        #expect(first.wait { $0.isWholeFrame && $0.text.contains("Esc list") && $0.text.contains("0 delivered") })
        traced.send("21\n")
        #expect(first.wait { $0.isWholeFrame && $0.text.contains("1 delivered") && $0.text.contains("42") })
        traced.send("\u{4}")
        #expect(traced.waitForExit() == .exited(0))

        #expect(first.wait { $0.rows[0].contains("has ended") && $0.text.contains("1 delivered") })
        first.send("q")
        #expect(first.waitForExit() == .exited(0))
    }

    @Test func `attach lists the processes where there are several, and takes one by its number`() throws {
        let folder = try TemporaryFolder()
        let changes = ["XDG_RUNTIME_DIR": URL(filePath: folder.path("x")).deletingLastPathComponent().path]
        let environment = Program.environment.merging(changes.merging(["FLOWVIZ": "1"]) { $1 }) { $1 }
        let traced = try [[], ["pairs", "two"]].map { try PTY(TraceCommandTests.traced, $0, environment: environment) }
        for pty in traced { #expect(pty.wait(for: "ready")) }

        let list = try Program.run(["attach"], changes)
        let rows = list.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(
            list.status == .exited(0)
                && list.errors
                    == "flowviz: 2 traced processes are running; 'flowviz attach PID' shows one, 'flowviz attach --all' all\n"
        )
        #expect(rows[0] == ["PID", "program", "traced", "for", "arguments"])
        #expect(rows.count == 3 && rows[1...].allSatisfy { $0[1] == "FlowTracedProgram" && $0[3] == "s" })
        #expect(Set(rows[1...].map { $0[4...] }) == [[], ["pairs", "two"]])
        let pty = try Program.start(["attach", try #require(rows.last?.first)], changes)
        #expect(pty.wait { $0.rows[0].contains("process \(rows[2][0])") })

        pty.send("q")
        #expect(pty.waitForExit() == .exited(0))
        withExtendedLifetime((folder, traced)) {}
    }

    @Test func `what cannot be shown is told in one line`() throws {
        let folder = try TemporaryFolder()
        let home = URL(filePath: folder.path("x")).deletingLastPathComponent().path
        let none = ["XDG_RUNTIME_DIR": home]
        try "nothing".write(toFile: folder.path("text"), atomically: true, encoding: .utf8)
        _ = try Program.run(["run", "pace", "-o", folder.path("future.fvz")])
        var bytes = try Data(contentsOf: URL(filePath: folder.path("future.fvz")))
        bytes[8] = 9
        try bytes.write(to: URL(filePath: folder.path("future.fvz")))
        let cases: [([String], [String: String], String)] = [
            (["replay", folder.path("no")], [:], "cannot open '\(folder.path("no"))': No such file or directory"),
            (
                ["replay", folder.path("text")], [:],
                "'\(folder.path("text"))' is not a trace file; flowviz record -o FILE writes one"
            ),
            (
                ["replay", folder.path("future.fvz")], [:],
                "'\(folder.path("future.fvz"))' is a trace of version 9, this flowviz reads version 2; read it with the flowviz that wrote it"
            ),
            (["attach"], none, "no traced process of this user is running; start a program that links FlowAgent with FLOWVIZ=1"),
            (
                ["attach", "--all"], none,
                "no traced process of this user is running; start a program that links FlowAgent with FLOWVIZ=1"
            ), (["attach", "999999999"], none, "no traced process 999999999; 'flowviz attach' lists those of this user"),
            (["attach", folder.path("s")], none, "cannot connect to '\(folder.path("s"))': No such file or directory"),
            (
                ["record", "-o", folder.path("a"), "--", "/no/such/program"], [:],
                "cannot run '/no/such/program': No such file or directory; name a program after --"
            ),
            (
                ["record", "-o", folder.path("a"), "--", "/"], none,
                "cannot run '/': Permission denied; it is not a program that can be run"
            ),
        ]

        for (arguments, changes, answer) in cases {
            let run = try Program.run(arguments, changes)

            #expect(run.status == .exited(1) && run.output == "")
            #expect(run.errors == "flowviz: \(answer)\n")
        }
    }

    @Test func `a folder that others can enter is not used`() throws {
        let folder = try TemporaryFolder()
        let home = URL(filePath: folder.path("x")).deletingLastPathComponent().path
        try FileManager.default.createDirectory(
            atPath: folder.path("flowviz"), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])

        let run = try Program.run(["attach"], ["XDG_RUNTIME_DIR": home])

        #expect(run.status == .exited(1))
        #expect(run.errors == "flowviz: cannot use '\(home)/flowviz': others may look into it, by its mode 755; chmod 700 it\n")
    }
}
