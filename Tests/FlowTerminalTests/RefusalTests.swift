import FlowTerminal
import FlowTestSupport
import Testing

@Suite("Refusal", .notForever)
struct RefusalTests {
    @Test(arguments: [
        ("", TerminalError.termUnset), ("no-such", .unknownTerm("no-such")), ("dumb", .cannotPosition("dumb")),
    ])
    func `a terminal of no use is refused and left untouched`(term: String, error: TerminalError) throws {
        let pty = try Probe.start([], ["TERM": term], columns: 200)

        #expect(pty.waitForExit() == .exited(1))

        #expect(pty.screen.rows[0] == "error: \(error)")
        #expect(pty.screen.modes == [25])
    }

    @Test(arguments: [("< /dev/null", "standard input"), ("| cat", "standard output")])
    func `a file or pipe is no terminal`(redirection: String, stream: String) throws {
        let pty = try PTY(
            "/bin/sh", ["-c", "\"$0\" \(redirection)", Probe.path], environment: Probe.environment, columns: 200)

        _ = pty.waitForExit()

        #expect(pty.screen.rows[0] == "error: \(TerminalError.notATerminal(stream: stream))")
        #expect(pty.isCanonical)
    }

    @Test(arguments: [
        (
            TerminalError.notATerminal(stream: "standard output"),
            "standard output is not a terminal: start flowviz in one, or let --plain write lines to a file or pipe"
        ),
        (.termUnset, "TERM is not set, so the kind of terminal is unknown: set it, for example TERM=xterm-256color"),
        (
            .unknownTerm("x\u{1B}"),
            "TERM is 'x␛', which this system has no description of: install its terminfo entry, or try TERM=xterm-256color"
        ),
        (
            .cannotPosition("dumb"),
            "TERM is 'dumb', a terminal that cannot move its cursor: use another one, or --plain, which needs no more than lines"
        ),
        (.system(call: "pipe", number: 24), "pipe failed: Too many open files: close other programs or files and try again"),
    ])
    func `errors say what failed, the value, and what to do`(error: TerminalError, text: String) {
        #expect(error.description == text)
    }
}
