import FlowScreen
import Foundation
import Testing

@testable import flowviz

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

    /// This is no need of the machine: if frames are not recorded, the traces must exist.
    @Test(.enabled(if: GoldenFile.isRecording))
    func `the traces that frames are drawn from are written where there are none`() throws {
        func isMissing(_ path: String) -> Bool { !FileManager.default.fileExists(atPath: path) }
        if isMissing(ProgramFixture.path) { try ProgramFixture.write(to: ProgramFixture.path) }
        if isMissing(ExecutorFixture.path) { try ExecutorFixture.write(to: ExecutorFixture.path) }
    }

    @Test func `no case is recorded twice, and no file is left over`() throws {
        let names = GoldenCase.all.map(\.name)
        let folder = GoldenFile("x").url.deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path()).filter { $0.hasSuffix(".txt") }

        #expect(Set(names).count == names.count)
        #expect(files.sorted() == (names + TourCase.all.map(\.name)).map { "\($0).txt" }.sorted())
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

/// A frame as a golden file holds it: the command, the glyphs, then a letter for the role of every cell.
///
/// The letter is that of the text's role, on a blank cell that of the background, and a blank for plain text on the page. A
/// capital marks a cell that is bold, underlined or reversed.
enum GoldenText {
    private static let letters: [Role: Character] = Dictionary(
        uniqueKeysWithValues: zip(Role.allCases, "pcbmtwushiadglekyqfznjrxo"))

    static func text(of surface: Surface, arguments: String) -> String {
        "flowviz frame \(arguments)\n\n" + TextOutput.render(surface) + "\n" + roles(of: surface)
    }

    private static func roles(of surface: Surface) -> String {
        (0..<surface.height).reduce(into: "") { text, y in
            var row = (0..<surface.width).map { letter(of: surface[$0, y]) }
            while row.last == " " { row.removeLast() }
            text += String(row) + "\n"
        }
    }

    private static func letter(of cell: Cell) -> Character {
        let role = cell.character == " " ? cell.style.background : cell.style.foreground
        if role == .page || (role == .text && cell.style == Style()) { return " " }
        let letter = letters[role] ?? "?"
        return cell.style.attributes.isEmpty ? letter : Character(letter.uppercased())
    }
}

/// The file of a golden case, beside the tests.
struct GoldenFile {
    let url: URL

    init(_ name: String, ending: String = "txt") {
        url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name).\(ending)")
    }

    /// Whether this run records: `FLOWVIZ_RECORD=1`.
    static var isRecording: Bool {
        ProcessInfo.processInfo.environment["FLOWVIZ_RECORD"] == "1"
    }

    /// The recorded text, `nil` if there is none.
    var text: String? {
        try? String(contentsOf: url, encoding: .utf8)
    }

    func record(_ text: String) throws {
        try text.write(to: url, atomically: true, encoding: .utf8)
    }
}

/// A frame that is compared with a file: its name, and the command line after `flowviz frame`.
struct GoldenCase: CustomTestStringConvertible, Sendable {
    let name: String
    let arguments: String

    var testDescription: String { name }

    init(_ name: String, _ arguments: String) {
        self.name = name
        self.arguments = arguments
    }

    /// The frame, drawn by the command itself.
    func surface() throws -> Surface {
        try FrameCommand(line: arguments).surface()
    }
}
