import FlowTestSupport
import Foundation
import Testing

@testable import FlowTry

/// The changes of a module's sources when it is compiled.
@Suite("Source edits")
struct SourceEditTests {
    @Test func `a change goes to each of its places, and only if there are as many as are known`() {
        let text = "a(); b()\nb()\n"
        func edited(_ changes: SourceEdit.Change..., end: String = "") -> String? {
            SourceEdit(file: "a.swift", changes: changes, end: end).apply(to: text)
        }
        #expect(edited(.before("b()", 2, "x; ")) == "a(); x; b()\nx; b()\n")
        #expect(edited(.after("a()", 1, "; x")) == "a(); x; b()\nb()\n")
        #expect(edited(.replacing("b()", nil, "c()"), .after("c()", 2, "; d()")) == "a(); c(); d()\nc(); d()\n")
        #expect(edited(.before("a()", 1, "x; "), end: "func x() {}\n") == "x; a(); b()\nb()\n\nfunc x() {}\n")
        #expect(edited(.before("b()", 1, "x; ")) == nil)
        #expect(edited(.before("c()", nil, "x; ")) == nil)
        #expect(edited(.before("a()", 1, "x; "), .before("a();", 2, "y; ")) == nil)
    }

    @Test func `no change moves a line of SwiftNIO`() {
        let changes = SwiftNIOEdits.all.flatMap(\.changes)
        #expect(changes.count > 20)
        let lines = { (text: String) in text.count { $0 == "\n" } }
        for change in changes { #expect(lines(change.text) == lines(change.anchor), "\(change.anchor)") }
    }

    @Test func `a module whose sources are not those that are known is told by the first difference`() throws {
        let folder = try TemporaryFolder()
        func write(_ text: String, _ name: String) throws -> String {
            try Data(text.utf8).write(to: URL(filePath: folder.path(name)))
            return folder.path(name)
        }
        let edit = SourceEdit(file: "b.swift", changes: [.after("b()", 1, "; c()")])
        func reason(_ sources: [String]) -> String? {
            do {
                _ = try EditedSources(of: "M", sources, [edit], in: folder.path)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(reason([try write("b()\n", "a.swift")]) == "it has no b.swift")
        #expect(reason([try write("b(1)\n", "b.swift")]) == "b.swift has another text")
        #expect(reason([try write("b()\n", "b.swift")]) == nil)
        #expect(try String(contentsOfFile: folder.path("M-b.swift"), encoding: .utf8) == "b(); c()\n")
    }

    @Test func `the compiler reads the changed text under the path of the source, whatever it is called`() throws {
        let folder = try TemporaryFolder()
        let below = folder.path("the \"own\" \\folder")
        try FileManager.default.createDirectory(atPath: below, withIntermediateDirectories: true)
        let source = below + "/b.swift"
        try Data("b()\n".utf8).write(to: URL(filePath: source))
        let edited = try EditedSources(
            of: "M", [source], [SourceEdit(file: "b.swift", changes: [.after("b()", 1, "; c()")])], in: below)
        #expect(edited.words.count == 2 && edited.words[0] == "-vfsoverlay")
        let overlay = try #require(
            JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: edited.words[1]))) as? [String: Any])
        let roots = try #require(overlay["roots"] as? [[String: String]])
        #expect(roots == [["type": "file", "name": source, "external-contents": below + "/M-b.swift"]])
    }
}
