import FlowCore
import FlowPlayground
import FlowTrace
import Foundation
import Testing

/// Everyday Combine, as people write it: each snippet with the output of its compiled form.
@Suite("Snippets")
struct SnippetTests {
    /// A file of Tests/Snippets.
    struct Snippet: CustomTestStringConvertible, Sendable {
        let name: String
        let text: String
        /// The output when Swift compiles and runs it.
        let printed: String

        var testDescription: String { name }

        /// The beginning of its name: `001`.
        var number: String { String(name.prefix(3)) }

        static let all: [Snippet] = {
            let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(
                path: "Snippets")
            let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
            return files.filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }.compactMap { file in
                guard let text = try? String(contentsOf: file, encoding: .utf8),
                    let printed = try? String(
                        contentsOf: file.deletingPathExtension().appendingPathExtension("txt"), encoding: .utf8)
                else { return nil }
                return Snippet(name: file.deletingPathExtension().lastPathComponent, text: text, printed: printed)
            }
        }()
    }

    /// The line's messages for the snippets that it leaves to Swift, by their numbers.
    private static let offers: [(message: String, numbers: [String])] = [
        (
            beyond("'struct'"),
            [
                "008", "009", "012", "035", "046", "051", "055", "056", "060", "078", "084", "087", "088", "093", "108", "114",
                "116", "119",
            ]
        ),
        (
            beyond("'enum'"),
            [
                "006", "042", "044", "045", "047", "048", "049", "050", "054", "057", "058", "059", "067", "086", "094", "105",
                "113",
            ]
        ),
        (beyond("'func'"), ["007", "070", "071", "083", "095", "100", "110"]),
        (beyond("'class'"), ["101", "102", "103", "104", "106"]),
        (beyond("'for'"), ["017", "063", "089", "120"]),
        (beyond("'+='"), ["039", "043", "065", "074"]),
        (beyond("a dictionary"), ["079", "080"]),
        (beyond("a set of anything but AnyCancellable"), ["022"]),
        (beyond("a variable without a value"), ["075"]),
        (beyond("assignment"), ["076"]),
        (beyond("an empty array such as [Int]()"), ["082"]),
        (beyond("'if let'"), ["085"]),
        (beyond("a tuple whose parts have names"), ["096"]),
        (beyond("a member with types in <…>"), ["099"]),
        (beyond("'extension'"), ["107"]),
        (beyond("a key path"), ["115"]),
        (beyond("'switch'"), ["117"]),
        (beyond("'Float'"), ["013"]),
        (beyond("'Future'"), ["041"]),
        (beyond("'Record'"), ["052"]),
        ("Scheduler has no 'run'", ["069"]),
        (beyond("'AnyCancellable'"), ["077"]),
        ("String has no 'split'", ["092"]),
        ("Bool has no 'toggle'", ["097"]),
        (beyond("'Notification'"), ["109"]),
        ("'String' has no argument label 'format:'", ["111"]),
    ]

    private static func beyond(_ what: String) -> String { "\(what) is not supported here; flowviz try FILE.swift runs it" }

    private static let left = Dictionary(
        uniqueKeysWithValues: offers.flatMap { message, numbers in numbers.map { ($0, message) } })

    @Test func `there are 120 snippets, and the line runs 44`() {
        #expect(Snippet.all.count == 120)
        #expect(SnippetTests.left.count == 76)
        #expect(Set(SnippetTests.left.keys).isSubset(of: Snippet.all.map(\.number)))
    }

    @Test(arguments: Snippet.all.filter { SnippetTests.left[$0.number] == nil })
    func `prints in the line what it prints when it is compiled`(snippet: Snippet) throws {
        let chain = try Chain(snippet.text)
        let scheduler = VirtualTimeScheduler()
        let run = ChainRun(chain, scheduler: scheduler, recorder: Recorder(clock: scheduler.clock.traceClock))
        var printed = ""
        run.whenPrinted = { printed += $0 }

        run.start()
        scheduler.advance(to: VirtualTime(seconds: 20))

        #expect(run.problem == nil)
        #expect(printed == snippet.printed)
        run.cancel()
        scheduler.removeAll()
    }

    @Test(arguments: Snippet.all.filter { SnippetTests.left[$0.number] != nil })
    func `what the line does not read it names, and says what runs it`(snippet: Snippet) {
        let problem = #expect(throws: Problem.self) { try Chain(snippet.text) }

        #expect(problem?.message == SnippetTests.left[snippet.number])
        #expect(problem?.lines(in: SourceText(snippet.text)).contains { $0.hasSuffix("flowviz try FILE.swift runs it") } == true)
    }
}
