import FlowTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite("Restore", .notForever)
struct RestoreTests {
    /// Starts the probe, and waits for its first frame.
    private func start(rows: Int = 24) throws -> PTY {
        let script = "read line; exec \"$0\""
        let pty = try PTY("/bin/sh", ["-c", script, Probe.path], environment: Probe.environment, rows: rows)
        pty.send("\n")
        #expect(pty.wait(for: "last"))
        #expect(!pty.isCanonical)
        return pty
    }

    private func expectRestored(_ pty: PTY) {
        #expect(pty.flags == pty.flagsAtStart)
        #expect(!pty.screen.isAlternate)
        #expect(pty.screen.modes.isDisjoint(with: [1, 1000, 1006, 2004]))
        #expect(pty.screen.modes.contains(25))
    }

    @Test func `closing leaves everything as it was`() throws {
        let pty = try start()

        pty.send("q")

        #expect(pty.waitForExit() == .exited(0))
        expectRestored(pty)
        #expect(pty.screen.text.rows(with: "left in order") == ["left in order"])
    }

    @Test func `an exit without closing restores too`() throws {
        let pty = try start()

        pty.send("x")

        #expect(pty.waitForExit() == .exited(3))
        expectRestored(pty)
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT]) func `a signal restores and then ends the process`(number: Int32) throws
    {
        let pty = try start()

        pty.signal(number)

        #expect(pty.waitForExit() == .signalled(number))
        expectRestored(pty)
    }

    @Test func `Control-C on the keyboard is SIGINT`() throws {
        let pty = try start()

        pty.send("\u{3}")

        #expect(pty.waitForExit() == .signalled(SIGINT))
        expectRestored(pty)
    }

    /// A terminal discards both by default, output too, and only after it has sent the signal.
    @Test func `Control-C discards the keys before it, and no output`() throws {
        let script = "trap : INT; \"$0\"; echo gone; read line; echo \"read $line\""
        let pty = try PTY("/bin/sh", ["-c", script, Probe.path], environment: Probe.environment)
        #expect(pty.wait(for: "last"))
        #expect(pty.keepsOutput)

        pty.signal(group: SIGSTOP)
        pty.send("jjj\u{3}")
        pty.signal(group: SIGCONT)
        #expect(pty.wait(for: "gone"))
        pty.send("own\n")

        #expect(pty.waitForExit() == .exited(0))
        #expect(pty.screen.text.rows(with: "read") == ["read own"])
    }

    @Test(arguments: [("c", "probe crashed"), ("t", "thread crashed"), ("a", ""), ("o", "")])
    func `a crash restores and shows its message`(key: String, message: String) throws {
        // Enough rows for the message and the stack trace that follows it.
        let pty = try start(rows: 300)

        pty.send("e")
        #expect(pty.wait(for: "key e"))
        pty.send(key)

        guard case .signalled(let number) = pty.waitForExit() else {
            Issue.record("it did not crash")
            return
        }
        #expect([SIGILL, SIGTRAP, SIGABRT, SIGSEGV].contains(number))
        expectRestored(pty)
        #expect(pty.screen.text.contains("noise on stderr"))
        #expect(pty.screen.text.contains(message) || message.isEmpty)
    }

    /// The ways in which the probe ends, and the bytes that the shell then writes itself.
    private static let ways = ["q", "x", "\u{3}", "T", "a"]

    @Test(arguments: ["linux", "vt100", "ansi", "xterm-256color", "screen", "tmux"], ways)
    func `the prompt stands on a line of its own, below what was there before or on an empty screen`(term: String, way: String)
        throws
    {
        // A shell that survives the signals that end the probe, and prints nothing about them.
        let script = "echo before; trap : INT TERM; { \"$0\"; } 2>/dev/null; printf '$ '; read line"
        let environment = Probe.environment.merging(["TERM": term]) { $1 }
        let pty = try PTY("/bin/sh", ["-c", script, Probe.path], environment: environment)
        #expect(pty.wait(for: "last"))
        let hasOtherScreen = pty.screen.isAlternate

        if way == "T" { pty.signal(group: SIGTERM) } else { pty.send(way) }
        #expect(pty.wait { $0.rows.contains("$") })

        let above = (hasOtherScreen ? ["before"] : []) + (way == "q" ? ["left in order"] : [])
        #expect(pty.screen.rows.filter { !$0.isEmpty } == above + ["$"])
        let row = try #require(pty.screen.rows.firstIndex(of: "$"))
        #expect(pty.screen.cursor == (2, row))
        #expect(!pty.screen.isStyled && pty.screen.modes.contains(25) && pty.isCanonical)
        #expect(hasOtherScreen == !["linux", "vt100", "ansi"].contains(term))
    }

    @Test func `Control-Z gives the terminal back until the program goes on`() throws {
        let script = "set -m; \"$0\"; echo stopped; read line; fg; echo ended"
        let pty = try PTY("/bin/sh", ["-c", script, Probe.path], environment: Probe.environment)
        #expect(pty.wait(for: "last"))

        pty.send("\u{1A}")
        #expect(pty.wait(for: "stopped"))
        #expect(pty.isCanonical)
        #expect(!pty.screen.isAlternate)
        #expect(pty.screen.modes.isDisjoint(with: [1, 1000, 2004]))
        pty.send("\n")
        #expect(pty.wait { $0.isAlternate && $0.rows[1] == "resumed" })
        #expect(pty.screen.rows[0] == "probe 80x24 漢字 e\u{301} ● end")
        #expect(pty.screen.rows[23].hasSuffix("last"))
        #expect(pty.screen.modes.isSuperset(of: [1, 1000, 2004]))
        pty.send("\u{1B}OA")
        #expect(pty.wait { $0.rows[2] == "key up" })
        pty.send("q")

        #expect(pty.waitForExit() == .exited(0))
        #expect(pty.screen.text.rows(with: "ended") == ["ended"])
    }

    @Test func `a program that was stopped by force draws everything again when it goes on`() throws {
        let pty = try start()

        pty.signal(SIGSTOP)
        pty.signal(SIGCONT)

        #expect(pty.wait { $0.isAlternate && $0.rows[1] == "resumed" })
        #expect(!pty.isCanonical)
        #expect(pty.screen.rows[23].hasSuffix("last"))
    }

    @Test func `a terminal that goes away ends the program`() throws {
        let pty = try start()

        #expect([.signalled(SIGHUP), .exited(4)].contains(pty.hangUp()))
    }

    @Test func `signals that were ignored at the start stay so`() throws {
        let pty = try PTY("/bin/sh", ["-c", "trap '' HUP; exec \"$0\"", Probe.path], environment: Probe.environment)
        #expect(pty.wait(for: "last"))

        pty.signal(SIGHUP)
        pty.send("j")
        #expect(pty.wait(for: "key j"))

        #expect(pty.screen.text.rows(with: "signal") == [])
    }
}
