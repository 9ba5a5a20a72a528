import FlowCore
import FlowPlayground
import FlowTrace
import Foundation
import Testing

/// Everyday Combine, as people write it: each snippet with what it prints when Swift compiles it.
@Suite("Snippets")
struct SnippetTests {
    /// A file of Tests/Snippets.
    struct Snippet: CustomTestStringConvertible, Sendable {
        let name: String
        let text: String
        /// What it prints when Swift compiles and runs it.
        let printed: String

        var testDescription: String { name }

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

    /// What the line does not read, and what it says.
    static let left: [String: String] = [
        "013-compact-map": "unknown name 'Float'",
        "077-any-cancellable":
            "there is no stream here; write a publisher, for example [1, 2, 3].publisher.map { $0 * 2 }",
        "096-tuple-destructuring": beyond("a tuple whose parts have names"),
        "106-custom-subscriber": beyond("'typealias'"),
        "107-custom-operator": beyond("'extension'"),
        "108-json": beyond("'#'"),
        "109-notification": "unknown name 'Notification'",
        "110-generic-helper": beyond("a generic function"),
        "111-formatted": "'String' has no argument label 'format:'",
        "120-async-values": beyond("'await'"),
    ]

    private static func beyond(_ what: String) -> String { "\(what) is more than the line reads; flowviz try FILE.swift runs it" }

    @Test func `there are 120 snippets, and the line runs all but ten`() {
        #expect(Snippet.all.count == 120)
        #expect(SnippetTests.left.count == 10)
        #expect(Set(SnippetTests.left.keys).isSubset(of: Snippet.all.map(\.name)))
    }

    @Test(arguments: Snippet.all.filter { SnippetTests.left[$0.name] == nil })
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

    @Test(arguments: Snippet.all.filter { SnippetTests.left[$0.name] != nil })
    func `what the line does not read it names, and says what runs it`(snippet: Snippet) {
        let problem = #expect(throws: Problem.self) { try Chain(snippet.text) }

        #expect(problem?.message == SnippetTests.left[snippet.name])
        #expect(problem?.lines(in: SourceText(snippet.text)).contains { $0.hasSuffix("flowviz try FILE.swift runs it") } == true)
    }
}
