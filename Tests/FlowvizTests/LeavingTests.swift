import FlowTestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

@Suite("Leaving the screen, end to end", .notForever)
struct LeavingTests {
    /// Starts the program from a shell, and waits for its first frame.
    private func start(_ arguments: String = "") throws -> PTY {
        let pty = try PTY(
            "/bin/sh", ["-c", "read line; exec \"$0\" \(arguments)", Program.path], environment: Program.environment,
            columns: 120, rows: 36)
        pty.send("\n")
        #expect(pty.wait { $0.isWholeFrame })
        #expect(!pty.isCanonical && !pty.screen.modes.contains(25))
        return pty
    }

    private func expectRestored(_ pty: PTY) {
        #expect(pty.flags == pty.flagsAtStart)
        #expect(!pty.screen.isAlternate)
        #expect(pty.screen.modes.isDisjoint(with: [1, 1000, 1006, 2004]))
        #expect(pty.screen.modes.contains(25))
    }

    @Test(arguments: ["", "--frozen", "--speed 20 --scenario overflow", "--ascii --no-color"])
    func `q restores the terminal and prints nothing where nothing was pressed`(arguments: String) throws {
        let pty = try start(arguments)

        pty.send("fzq")

        #expect(pty.waitForExit() == .exited(0))
        expectRestored(pty)
        #expect(pty.screen.text.rows(with: "flowviz run") == [])
    }

    @Test func `q prints the line that repeats what was pressed`() throws {
        let pty = try start("--frozen")

        pty.send("eE<q")

        #expect(pty.waitForExit() == .exited(0))
        expectRestored(pty)
        #expect(
            pty.screen.text.contains(
                "flowviz run pace --variant as-asked --set interval=0.5 --send \"0:emit\" --send \"0:burst\""))
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT]) func `a signal restores the terminal and then ends the program`(
        number: Int32
    ) throws {
        let pty = try start("--speed 20 --scenario overflow")

        pty.signal(number)

        #expect(pty.waitForExit() == .signalled(number))
        expectRestored(pty)
    }

    @Test func `Control-C is SIGINT, and what was pressed is printed before`() throws {
        let pty = try start("--frozen")

        pty.send("e")
        #expect(pty.wait(for: "2 sent"))
        pty.send("\u{3}")

        #expect(pty.waitForExit() == .signalled(SIGINT))
        expectRestored(pty)
        #expect(
            pty.screen.text.rows(with: "flowviz run pace --variant as-asked --send \"0:emit\"") == [
                "flowviz run pace --variant as-asked --send \"0:emit\""
            ])
    }

    @Test func `a terminal that goes away ends the program`() throws {
        let pty = try start()

        #expect([.signalled(SIGHUP), .exited(0)].contains(pty.hangUp()))
    }

    @Test(arguments: ["--frozen", "--speed 20"]) func `Control-Z gives the terminal back, and fg draws all again`(
        arguments: String
    )
        throws
    {
        let script = "set -m; \"$0\" \(arguments); echo stopped; read line; fg; echo ended"
        let pty = try PTY(
            "/bin/sh", ["-c", script, Program.path], environment: Program.environment, columns: 120, rows: 36)
        #expect(pty.wait { $0.isWholeFrame })

        pty.send("\u{1A}")
        #expect(pty.wait { !$0.isAlternate && $0.text.contains("stopped") })
        #expect(pty.isCanonical)
        #expect(pty.screen.modes.isDisjoint(with: [1, 1000, 2004]) && pty.screen.modes.contains(25))
        pty.send("\n")
        #expect(pty.wait { $0.isAlternate && $0.isWholeFrame })
        pty.send("2")
        #expect(pty.wait { $0.rows[0].contains("pausable-sink") })
        pty.send("q")

        #expect(pty.waitForExit() == .exited(0))
        #expect(pty.screen.text.rows(with: "ended") == ["ended"])
    }

    @Test(arguments: 0..<3 as Range<UInt64>) func `a storm of keys, sizes and broken sequences is survived`(seed: UInt64) throws {
        var chance = SeededChance(seed: seed)
        // All keys except q, and S, which writes files.
        let keys =
            "sv Vr edDUEkxmMb<>pf.,nNB/w+-zZclty?0123456789".map(String.init) + [
                "\t", "\r", "\u{1B}", "\u{1B}[Z", "\u{1B}OA", "\u{1B}OB", "\u{1B}OC", "\u{1B}OD", "\u{1B}OH", "\u{1B}OF",
                "\u{1B}[<0;9;9M", "\u{1B}[<64;9;9M", "\u{1B}[<65;999;999M", "\u{1B}[200~k漢\tk\u{1B}[201~", "\u{1B}[", "漢",
                "\u{1B}]0;",
                "\u{1B}[999999999999;1H",
            ]
        let pty = try start("--speed 20")

        for turn in 1...40 {
            if Int.random(in: 0..<4, using: &chance) == 0 {
                pty.resize(columns: Int.random(in: 1...200, using: &chance), rows: Int.random(in: 1...60, using: &chance))
            }
            pty.send((0..<8).map { _ in keys.randomElement(using: &chance) ?? "" }.joined())
            // The answer to a copy shows that the keys before it were handled. The first ESC ends a broken sequence.
            pty.send("\u{1B}\u{1B}\u{1B}yyy")
            try #require(pty.wait { $0.strings.count >= turn }, "turn \(turn)")
        }
        pty.resize(columns: 120, rows: 36)
        pty.send("\u{1B}f1")
        #expect(pty.wait { $0.rows[0].contains("flowviz") && $0.isWholeFrame })
        pty.send("q")

        #expect(pty.waitForExit() == .exited(0))
        expectRestored(pty)
    }
}
