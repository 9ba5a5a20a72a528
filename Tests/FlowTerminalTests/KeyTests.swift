import FlowTestSupport
import Testing

@Suite("Keys", .notForever)
struct KeyTests {
    @Test(arguments: [
        ("\u{1B}OA", "key up"), ("\u{1B}OB", "key down"), ("\u{1B}OC", "key right"), ("\u{1B}OD", "key left"),
        ("\u{1B}[A", "key up"), ("\u{1B}[D", "key left"), ("\u{1B}OH", "key home"), ("\u{1B}OF", "key end"),
        ("\u{1B}[1~", "key home"), ("\u{1B}[4~", "key end"), ("\u{1B}[5~", "key pageUp"), ("\u{1B}[6~", "key pageDown"),
        ("\u{1B}[3~", "key delete"), ("\t", "key tab"), ("\u{1B}[Z", "key backTab"), ("\r", "key enter"),
        ("\u{7F}", "key backspace"), ("\u{8}", "key backspace"), ("\u{1B}", "key escape"), ("\u{1}", "control a"), ("k", "key k"),
        ("漢", "key 漢"), ("é", "key é"), ("👍", "key 👍"),
        ("\u{1B}[<0;5;7M", "mouse click 4,6"), ("\u{1B}[<64;1;1M", "mouse wheelUp 0,0"),
        ("\u{1B}[<65;80;24M", "mouse wheelDown 79,23"),
    ])
    func `each key is told as what it is`(sent: String, shown: String) throws {
        let pty = try Probe.start()
        #expect(pty.wait(for: "last"))

        pty.send(sent)
        #expect(pty.wait { !$0.rows[1].isEmpty })

        #expect(pty.screen.rows[1] == shown)
    }

    @Test func `keys pressed at once come in order, and unknown sequences are left out`() throws {
        let pty = try Probe.start()
        #expect(pty.wait(for: "last"))

        pty.send("k\u{1B}[99;7~\u{1B}[1;2:3Q\u{1B}OA\u{1B}[Ij.")
        #expect(pty.wait(for: "key ."))

        #expect(pty.screen.rows[1...4] == ["key k", "key up", "key j", "key ."])
    }

    @Test func `a pasted text comes whole, and its letters are no keys`() throws {
        let pty = try Probe.start()
        #expect(pty.wait(for: "last"))

        pty.send("\u{1B}[200~quit\r漢\tx\u{1B}[201~j")
        #expect(pty.wait(for: "key j"))

        #expect(pty.screen.rows[1...2] == ["paste quit␊漢␉x", "key j"])
    }

    @Test func `another thread ends the wait`() throws {
        let pty = try Probe.start()
        #expect(pty.wait(for: "last"))

        pty.send("w")

        #expect(pty.wait { $0.rows[2] == "woken" })
        #expect(pty.screen.rows[1] == "key w")
    }

    @Test func `a new size is told and the whole screen drawn`() throws {
        let pty = try Probe.start()
        #expect(pty.wait(for: "last"))

        pty.resize(columns: 61, rows: 17)

        #expect(pty.wait { $0.rows[16].hasSuffix("last") })
        #expect(pty.screen.rows[0] == "probe 61x17 漢字 e\u{301} ● end")
        #expect(pty.screen.rows[1] == "resized 61x17")
    }

    @Test func `a size in the environment does not stand in for the real one`() throws {
        let pty = try Probe.start([], ["LINES": "10", "COLUMNS": "20"])

        #expect(pty.wait(for: "probe 80x24"))
    }
}
