import FlowTestSupport
import Testing

@Suite("Screen", .notForever)
struct ScreenTests {
    @Test func `a frame is shown on the alternate screen, wide glyphs and marks included`() throws {
        let pty = try Probe.start()

        #expect(pty.wait { $0.rows[23].hasSuffix("last") })

        #expect(pty.screen.rows[0] == "probe 80x24 漢字 e\u{301} ● end")
        #expect(pty.screen.rows[23] == String(repeating: " ", count: 76) + "last")
        #expect(pty.screen.isAlternate)
        #expect(pty.screen.modes.isSuperset(of: [1000, 1006, 2004]))
        #expect(!pty.screen.modes.contains(25))
    }

    @Test(arguments: [["LANG": "C"], ["LANG": ""], ["LC_ALL": "C"], ["LANG": "xx_XX.UTF-8"]])
    func `without a UTF-8 locale what is not ASCII is a question mark for each column`(changes: [String: String]) throws {
        let pty = try Probe.start([], changes)

        #expect(pty.wait(for: "last"))

        #expect(pty.screen.rows[0] == "probe 80x24 ???? e ? end")
    }

    @Test func `ASCII alone is shown if the user wants that`() throws {
        let pty = try Probe.start(["--ascii"])

        #expect(pty.wait(for: "last"))

        #expect(pty.screen.rows[0] == "probe 80x24 ???? e ? end")
    }

    @Test(
        arguments: ["vt100", "xterm-256color", "screen-256color", "tmux-256color", "xterm-mono", "linux"], [[], ["--no-color"]])
    func `terminals with and without colour show the same text`(term: String, arguments: [String]) throws {
        let pty = try Probe.start(arguments, ["TERM": term])

        #expect(pty.wait { $0.rows[23].hasSuffix("last") })

        #expect(pty.screen.rows[0] == "probe 80x24 漢字 e\u{301} ● end")
    }

    @Test(arguments: [(1, 1, "t"), (3, 2, "pro"), (20, 1, "probe 20x1 漢字 last"), (12, 2, "probe 12x2"), (13, 2, "probe 13x2 漢")])
    func `a small terminal gets what fits`(columns: Int, rows: Int, first: String) throws {
        let pty = try Probe.start(columns: columns, rows: rows)

        #expect(pty.wait { $0.rows[0] == first })

        pty.send("q")
        #expect(pty.waitForExit() == .exited(0))
    }

    @Test func `a frame larger than the terminal is cut, and a wide glyph at the edge is not halved`() throws {
        let pty = try Probe.start(["--overhang"], columns: 40)

        #expect(pty.wait { $0.rows[23].hasSuffix("last") })

        #expect(pty.screen.rows[0] == "probe 40x24 漢字 e\u{301} ● end               ?")
    }

    @Test func `a frame that is presented again sends nothing`() throws {
        let pty = try Probe.start()
        #expect(pty.wait(for: "last"))
        pty.send("2")
        #expect(pty.wait(for: "key 2"))
        let before = pty.screen.byteCount

        pty.send("1")
        #expect(pty.wait(for: "key 1"))

        #expect(pty.screen.byteCount - before < 100)
    }

    @Test func `raw bytes pass by the screen`() throws {
        let pty = try Probe.start()
        #expect(pty.wait(for: "last"))

        pty.send("r")
        #expect(pty.wait(for: "key r"))

        #expect(pty.screen.strings == ["52;c;aGk="])
    }

    @Test func `what goes to standard error stays off the screen and is shown afterwards`() throws {
        let pty = try Probe.start()
        #expect(pty.wait(for: "last"))

        pty.send("e")
        #expect(pty.wait(for: "key e"))
        #expect(pty.screen.text.rows(with: "noise") == [])
        pty.send("q")

        #expect(pty.waitForExit() == .exited(0))
        #expect(pty.screen.text.contains("noise on stderr"))
        #expect(pty.screen.text.rows(with: "left in order") == ["left in order"])
    }
}
