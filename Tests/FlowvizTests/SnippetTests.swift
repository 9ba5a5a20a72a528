import Testing

@testable import FlowTry

@Suite("Snippet")
struct SnippetTests {
    @Test(arguments: [
        ("print(1)", true), ("@main\nstruct App {\n    static func main() {}\n}", false), ("  @main struct App {}", false),
        ("@mainly struct App {}", true), ("let text = \"\n@main", false), ("// @main\nprint(1)", true), ("", true),
    ]) func `a file with @main names its program, any other is one from its first line on`(text: String, isTopLevel: Bool) {
        #expect(Snippet(name: "a.swift", text: text).isTopLevel == isTopLevel)
    }

    @Test func `what is compiled has the name and the lines of the file`() {
        let snippet = Snippet(name: "dir/a.swift", text: "#!/usr/bin/env swift\nprint(1)")
        let declared = Snippet(name: "b\"\n.swift", text: "@main struct App { static func main() {} }")

        #expect(
            snippet.source == """
                #sourceLocation(file: "dir/a.swift", line: 1)
                ///usr/bin/env swift
                print(1)
                TryKit.keepGoing()

                """)
        #expect(
            declared.source == """
                #sourceLocation(file: "b_␊.swift", line: 1)
                @main struct App { static func main() {} }

                """)
    }

    @Test(arguments: [
        ("dir/pipeline.swift", "pipeline"), ("code", "code"), ("standard input", "standard-input"), (".swift", "snippet"),
        ("a b;c.txt", "a-b-c.txt"), ("..", "snippet"),
    ]) func `the program is called as the file is`(name: String, program: String) {
        #expect(Snippet(name: name, text: "").program == program)
    }
}

@Suite("BuildOutput")
struct BuildOutputTests {
    private let snippet = Snippet(name: "a.swift", text: "import Combine\n\tlet x = undefined\n[1].publisher.sink {\n\n")

    private func output(_ text: String) -> BuildOutput {
        var output = BuildOutput(of: "a.swift", at: "/cache/Sources/Snippet/main.swift")
        for byte in text.utf8 { output.read(CollectionOfOne(byte)) }
        return output
    }

    @Test func `the last job is how far it is`() {
        #expect(output("Building for debugging...\n[1/8] Write sources\n[12/130] Comp").progress?.words == "1 of 8")
        #expect(output("[1/8] Write sources\n[12/130] Compiling A\n[x/2] y\n[3/0] z\n").progress?.words == "12 of 130")
    }

    @Test func `each message is kept once, with its line, a caret below it, and tabs as they are`() {
        let read = output(
            """
            a.swift:2:10: error: cannot find 'undefined' in scope
            \tlet x = undefined
            \t        ^
            b.swift:1:1: error: of another file
            a.swift:2:10: error: cannot find 'undefined' in scope
            a.swift:3:14: warning: result of call to 'sink(receiveValue:)' is unused
            a.swift:0:1: error: no line
            error: emit-module command failed with exit code 1 (use -v to see invocation)

            """)

        #expect(read.messages.map(\.kind) == [.error, .warning])
        #expect(
            read.messages.flatMap { $0.lines(in: snippet) } == [
                "a.swift:2:10: error: cannot find 'undefined' in scope", "\tlet x = undefined", "\t        ^",
                "a.swift:3:14: warning: result of call to 'sink(receiveValue:)' is unused", "[1].publisher.sink {",
                "             ^",
            ])
        #expect(read.failures == ["emit-module command failed with exit code 1 (use -v to see invocation)"])
    }

    @Test func `what is behind the end is said of the last line`() {
        let read = output("/cache/Sources/Snippet/main.swift:7:1: error: expected '}' at end of closure\n")

        #expect(
            read.messages.flatMap { $0.lines(in: snippet) } == [
                "a.swift:3:21: error: expected '}' at end of closure", "[1].publisher.sink {", "                    ^",
            ])
    }

    @Test func `a caret stands below wide characters and behind bytes that are none`() {
        let wide = Snippet(name: "a.swift", text: "let 値 = x")

        #expect(output("a.swift:1:11: error: e\n").messages.flatMap { $0.lines(in: wide) }[2] == "         ^")
        #expect(output("a.swift:1:900: error: e\n").messages.flatMap { $0.lines(in: wide) }[2] == "          ^")
    }

    @Test func `however much is printed, little is kept`() {
        let many = (1...3_000).map { "a.swift:\($0):1: error: e\($0)\nerror: f\($0)\n" }.joined()
        let read = output(many + String(repeating: "x", count: 100_000) + "\n")

        #expect(read.messages.count == 100)
        #expect(read.failures.count == 20 && read.failures.last == "f3000")
        #expect(read.tail.count == 20 && read.tail.last?.count == 4_096)
    }
}
