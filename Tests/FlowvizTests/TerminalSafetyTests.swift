import FlowTestSupport
import FlowTrace
import Foundation
import Testing

/// No byte from a stranger commands the user's terminal, whether from a file's name, a chain, an argument or the environment.
@Suite("Text for people", .notForever)
struct TerminalSafetyTests {
    private static let hostile = "\u{1B}]0;x\u{7}\u{9B}31m\r\n\u{202E}\u{2066}\u{200F}\u{2028}"
    private static let shown = "␛]0;x␇\u{FFFD}31m␍␊\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"

    private func isSafe(_ run: ProgramRun) -> Bool {
        (run.output + run.errors).unicodeScalars.allSatisfy { $0 == "\n" || !VisibleText.isUnsafe($0) }
    }

    @Test func `a file's name is shown in one line`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a\(TerminalSafetyTests.hostile)b.fvz")
        let recorded = try Program.run(["run", "pace", "-o", path])
        let checked = try Program.run(["check", path, "--no-drops"])

        #expect(recorded.status == .exited(0) && isSafe(recorded) && recorded.errorLines.count == 1)
        #expect(checked.status == .exited(0) && checked.errors == "")
        #expect(
            checked.output.wholeMatch(of: #/a␛]0;x␇\x{FFFD}31m␍␊\x{FFFD}{4}b.fvz: 1 expectation holds over \d+ events\n/#) != nil)
        for words in TraceCommand.all + [["follow", "FILE", "A"], ["diff", "FILE", "FILE"]] {
            let run = try Program.run(TraceCommand.words(words, of: path))
            #expect(isSafe(run) && !run.output.isEmpty, "\(words)")
        }
    }

    @Test(arguments: [
        ["eval", "--file", hostile], ["replay", hostile], ["check", hostile, "--no-drops"], ["follow", "pace", hostile],
        ["diff", hostile, "pace"], ["attach", hostile], ["help", hostile], [hostile], ["run", "pace", "--\(hostile)"],
        ["run", "pace", hostile], ["--speed", hostile], ["--generate-completion-script", hostile], ["pace\(hostile)"],
        ["record", "-o", "/nowhere/\(hostile)", "--", "true"], ["export", "a", "--format", hostile], ["eval", "// \(hostile)"],
        ["eval", "--chain", hostile], ["eval", "Just(1).\(hostile)"], ["frame", "pace", "--at", "1", "--theme", hostile],
    ]) func `an argument that is echoed commands nothing`(words: [String]) throws {
        let run = try Program.run(words)

        #expect(isSafe(run), "\(run.output)\(run.errors)")
        #expect(run.status == .exited(1) || run.status == .exited(2) || words[0] == "help")
        #expect(!run.errors.isEmpty || !run.output.isEmpty)
    }

    @Test func `the name of a terminal commands nothing`() throws {
        let run = try Program.run(["doctor"], ["TERM": TerminalSafetyTests.hostile])

        #expect(isSafe(run))
        #expect(
            run.output.rows(with: "TERM       \(TerminalSafetyTests.shown), unknown to this system") == [
                "TERM       \(TerminalSafetyTests.shown), unknown to this system"
            ])
    }

    @Test(arguments: ["swift", "test"]) func `what a chain gives is printed as Swift writes it`(format: String) throws {
        let chain = #"Just("\u{1B}]0;x\u{7}\u{9B}\r\n\u{202E}\u{2028}").prepend(keys())"#
        let run = try Program.run([
            "eval", chain, "--format", format, "--send", "1:emit:\(TerminalSafetyTests.hostile)", "--send", "2:finish",
        ])

        #expect(run.status == .exited(0) && isSafe(run))
        #expect(
            run.output.rows(with: #"typed.send("\u{1B}]0;x\u{7}\u{9B}31m\r\n\u{202E}\u{2066}\u{200F}\u{2028}")"#) == [
                "    typed.send(\"\\u{1B}]0;x\\u{7}\\u{9B}31m\\r\\n\\u{202E}\\u{2066}\\u{200F}\\u{2028}\")"
            ])
        #expect(
            run.output.contains(#""1 s output \u{1B}]0;x\u{7}\u{9B}31m\r\n\u{202E}\u{2066}\u{200F}\u{2028}","#)
                == (format == "test"))
    }

    @Test(arguments: ["log", "marble"]) func `tabs and separators of a chain's values are shown`(format: String) throws {
        let run = try Program.run(["eval", #"Just("a\t\u{85}\u{202E}b")"#, "--format", format])

        #expect(run.status == .exited(0) && isSafe(run) && run.output.contains("a␉\u{FFFD}b"))
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func `completion scripts are whole`(shell: String) throws {
        let run = try Program.run(["--generate-completion-script", shell])

        // No control character in the output had to be replaced by a visible character.
        #expect(run.status == .exited(0) && run.output.count > 1_000 && run.output.utf8.allSatisfy { $0 < 0x7F })
    }

    @Test func `the line that repeats a chain is its text, with blanks for tabs`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("family.swift")
        try "// 👩‍👩‍👧 it's\r\n\tJust(1)\r// end\n".write(toFile: path, atomically: true, encoding: .utf8)
        let terminal = try Program.start(["eval", "--file", path])
        #expect(terminal.wait(for: "Just"))

        terminal.send("q")

        #expect(terminal.waitForExit() == .exited(0))
        #expect(terminal.wait(for: "flowviz eval '// "))
        let rows = terminal.screen.rows.map { $0.trimmingCharacters(in: .whitespaces) }
        let start = try #require(rows.firstIndex { $0.hasPrefix("flowviz eval") })
        #expect(rows[start].hasSuffix("it'\\''s") && Array(rows[(start + 1)...(start + 3)]) == ["Just(1)", "// end", "'"])
    }
}
