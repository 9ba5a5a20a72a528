import FlowTestSupport
import Testing

@Suite("Playground, end to end", .notForever)
struct PlaygroundScreenTests {
    private static let chain =
        "marbles(\"AB-C|\").buffer(size: 9, prefetch: .byRequest, whenFull: .dropOldest).pace(.seconds(1)).sink()"

    private func quit(_ pty: PTY, prints text: String) {
        pty.send("q")
        #expect(pty.waitForExit() == .exited(0))
        #expect(pty.screen.text.contains(text))
    }

    @Test func `a chain is typed, run, changed and left, from the screen alone`() throws {
        let pty = try Program.start()
        #expect(pty.wait(for: "i type a chain"))
        pty.send("i")
        #expect(pty.wait(for: "Enter runs this example"))

        pty.send("marbles(\"AB-C|\").buff")
        #expect(pty.wait(for: "Holds values until they are requested"))
        pty.send("\t")
        #expect(pty.wait(for: "▸ marbles(\"AB-C|\").buffer(size:"))
        pty.send("9, prefetch: .byRequest, whenFll: .dropOldest)")
        #expect(pty.wait(for: "'buffer' has no argument label 'whenFll:'; did you mean 'whenFull'?"))
        pty.send("\u{1B}[1;5D\u{1B}[1;5D\u{1B}[C\u{1B}[C\u{1B}[C\u{1B}[C\u{1B}[Cu\u{5}.pace(.seconds(1)).sink()")
        #expect(pty.wait(for: "Enter runs it."))
        pty.send("\r")
        #expect(pty.wait { $0.isWholeFrame && $0.rows[0].contains("chain  \(PlaygroundScreenTests.chain.prefix(40))") })
        #expect(pty.wait(for: "of 9"))

        pty.send("p")
        #expect(pty.wait(for: "< and > change pace, now 1 s"))
        pty.send(">")
        #expect(pty.wait(for: "pace 1.5 s"))
        quit(pty, prints: "flowviz eval '\(PlaygroundScreenTests.chain.replacing("seconds(1)", with: "seconds(1.5)"))'")
    }

    @Test func `eval on a terminal opens the screen with its chain, and a text is pasted into the line`() throws {
        let pty = try Program.start(["eval", PlaygroundScreenTests.chain])
        #expect(pty.wait { $0.isWholeFrame && $0.text.contains("of 9") })

        pty.send("i")
        #expect(pty.wait(for: "▸ marbles(\"AB-C|\").buffer(size: 9,"))
        pty.send("\u{15}\u{1B}[200~let a = [1, 2].publisher\na.map { $0 + 40 }.sink()\u{1B}[201~")
        #expect(pty.wait(for: "let a = [1, 2].publisher⏎"))
        pty.send("\r")

        #expect(pty.wait { $0.rows[0].contains("let a = [1, 2].publisher; a.map { $0 + 40 }.sink()") && $0.text.contains("42") })
        quit(pty, prints: "a.map { $0 + 40 }.sink()'")
    }

    @Test func `eval with a format prints on a terminal too`() throws {
        let pty = try Program.start(["eval", "[1, 2].publisher", "--format", "marble"])

        #expect(pty.waitForExit() == .exited(0))
        #expect(pty.screen.text.rows(with: "output  (1 2 |)") == ["output  (1 2 |)"])
    }
}
