import Foundation
import Testing

@Suite("Golden frames")
struct GoldenTests {
    @Test(arguments: GoldenCase.all)
    func `a frame is what was recorded`(_ golden: GoldenCase) throws {
        let actual = GoldenText.text(of: try golden.surface(), arguments: golden.arguments)
        let file = GoldenFile(golden.name)
        if GoldenFile.isRecording {
            try file.record(actual)
            Issue.record("recorded \(golden.name); run again without FLOWVIZ_RECORD")
            return
        }

        let expected = try #require(file.text, "no file for \(golden.name): FLOWVIZ_RECORD=1 records it")
        #expect(differences(expected, actual) == [])
    }

    @Test(.enabled(if: GoldenFile.isRecording && !FileManager.default.fileExists(atPath: ProgramFixture.path)))
    func `the trace that frames are drawn from is written where there is none`() throws {
        try ProgramFixture.write(to: ProgramFixture.path)
    }

    @Test func `no case is recorded twice, and no file is left over`() throws {
        let names = GoldenCase.all.map(\.name)
        let folder = GoldenFile("x").url.deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path()).filter { $0.hasSuffix(".txt") }

        #expect(Set(names).count == names.count)
        #expect(files.sorted() == names.map { "\($0).txt" }.sorted())
    }

    /// The lines that differ, as `-` recorded and `+` drawn.
    private func differences(_ expected: String, _ actual: String) -> [String] {
        let recorded = expected.split(separator: "\n", omittingEmptySubsequences: false)
        let drawn = actual.split(separator: "\n", omittingEmptySubsequences: false)
        return (0..<max(recorded.count, drawn.count)).flatMap { number -> [String] in
            let old = number < recorded.count ? recorded[number] : ""
            let new = number < drawn.count ? drawn[number] : ""
            return old == new ? [] : ["\(number + 1) -\(old)", "\(number + 1) +\(new)"]
        }
    }
}
