import FlowTestSupport
import Testing

@Suite("Terminals of no use, end to end", .notForever)
struct UselessTerminalTests {
    @Test(arguments: [
        ("", "TERM is not set, so the kind of terminal is unknown: set it, for example TERM=xterm-256color"),
        (
            "no\u{1B}[2J",
            "TERM is 'no␛[2J', which this system has no description of: install its terminfo entry, or try TERM=xterm-256color"
        ),
    ]) func `a terminal of no use is told in one line and left untouched`(term: String, answer: String) throws {
        let pty = try Program.start([], ["TERM": term], columns: 200)

        #expect(pty.waitForExit() == .exited(1))

        #expect(pty.screen.rows.filter { !$0.isEmpty } == ["flowviz: \(answer)"])
        #expect(pty.screen.modes == [25] && pty.flags == pty.flagsAtStart)
    }

    @Test(arguments: [("| cat", "standard output"), ("< /dev/null", "standard input"), ("> /dev/null", "standard output")])
    func `a pipe or file is no terminal, and says what to use`(redirection: String, stream: String) throws {
        let pty = try PTY(
            "/bin/sh", ["-c", "\"$0\" \(redirection)", Program.path], environment: Program.environment, columns: 200)

        _ = pty.waitForExit()

        #expect(pty.screen.rows[0].hasPrefix("flowviz: \(stream) is not a terminal: start flowviz in one, or let --plain"))
        #expect(pty.screen.rows[1].isEmpty && pty.isCanonical)
    }

    @Test func `doctor says what will be used`() throws {
        let pty = try Program.start(["doctor"], ["NO_COLOR": "1"], columns: 100, rows: 20)

        #expect(pty.waitForExit() == .exited(0))

        #expect(
            pty.screen.rows.prefix(9) == [
                "input      a terminal", "output     a terminal", "TERM       xterm-256color", "size       100x20",
                "colours    256, NO_COLOR is set; uses none", "encoding   UTF-8; uses Unicode signs", "mouse      yes",
                "settings   the user's", "verdict    flowviz runs here",
            ])
    }
}
