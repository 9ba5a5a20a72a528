import Foundation
import Testing

/// The screen, the command line and the documents use one word for one thing; the documents define it.
@Suite("One vocabulary")
struct VocabularyTests {
    /// The forbidden words, each with the word to use instead.
    private static let wrong: [(word: String, instead: String)] = [
        (#"\b(lost|loses|losing|losses)\b"#, "dropped"), (#"\bledger"#, "counts"), (#"\breceived\b"#, "delivered"),
        (#"\bdrop-newest .*oldest first"#, "which stays"), (#"\bbatches asks too early\b"#, "subscriber"),
    ]

    /// Lines in which the words mean something else: demand, a connection, a name in code.
    private static let others = [
        "connection lost", "demand", "`losses", "stages[].losses", "lost track", "lost = ", "`lost`", "\"lost: ",
        "FlowError(\"lost",
    ]

    private func mistakes(in lines: [String]) throws -> [String] {
        let wrong = try VocabularyTests.wrong.map { (pattern: try Regex($0.word), instead: $0.instead) }
        return try lines.filter { line in !VocabularyTests.others.contains { line.contains($0) } }.flatMap { line in
            try wrong.filter { try $0.pattern.firstMatch(in: line) != nil }.map { "\($0.instead), not: \(line)" }
        }
    }

    @Test func `every caption uses the words of the field, begins with a capital, and its counts agree`() throws {
        let captions = try Repository.text("Tests/FlowViewsTests/Golden/captions.list").split(separator: "\n").map(String.init)
        // `pace as-asked 1.00 B left …`, `program 3 0.10 …`
        let moment = #/\S+ \S+ \d+\.\d+ /#
        let texts = captions.map { String($0.trimmingPrefix(moment)) }
        let disagreement = #/\b1 (values|more are|more wait|requests)\b|\b[2-9] (value|request)\b/#

        #expect(texts.count > 300)
        #expect(try mistakes(in: texts) == [])
        #expect(texts.filter { $0.first?.isLowercase == true } == [])
        #expect(texts.filter { $0.contains(disagreement) } == [])
    }

    @Test(arguments: [
        ["--help"], ["try", "--help"], ["diagnose", "--help"], ["follow", "--help"], ["check", "--help"], ["why", "--help"],
        ["list"],
        ["diagnose", "overflow", "--until", "12"], ["diagnose", "demand-sink"], ["diagnose", "share-replay"],
        ["why", "demand-sink", "--at", "3"], ["follow", "demand-sink", "3"],
        ["diff", "overflow", "overflow:drop-newest", "--until", "5"],
    ])
    func `the command line uses these words`(arguments: [String]) throws {
        let run = try Program.run(arguments)

        #expect(!run.output.isEmpty)
        #expect(try mistakes(in: run.output.split(separator: "\n").map(String.init)) == [])
    }

    @Test(
        arguments: [
            "README.md", "assets/flowviz.1", "assets/flowviz-alerts.yml", "Sources/FlowPlayground/Library/Chains.txt",
        ] + Repository.files(in: "docs", endingIn: ["md"]).filter { $0 != "docs/decisions.md" }
            + Repository.files(in: "Sources", endingIn: ["md"]))
    func `the documents use these words`(path: String) throws {
        let lines = try Repository.text(path).split(separator: "\n").map(String.init)

        #expect(try mistakes(in: lines) == [])
    }

    @Test func `the frames of all scenarios use these words`() throws {
        let frames = Repository.files(in: "Tests/FlowViewsTests/Golden", endingIn: ["txt"])
        let wrong = try frames.flatMap { path in
            try mistakes(in: try Repository.text(path).split(separator: "\n").dropFirst().map(String.init)).map {
                "\(path): \($0)"
            }
        }

        #expect(frames.count > 100)
        #expect(wrong == [])
    }
}
