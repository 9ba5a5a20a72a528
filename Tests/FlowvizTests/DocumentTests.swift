import Foundation
import Testing

/// Checks the documents for contributors against the sources.
@Suite("Documents")
struct DocumentTests {
    private static let sources = Repository.swiftFiles(in: "Sources")
    private static let files =
        sources + Repository.swiftFiles(in: "Tests") + Repository.swiftFiles(in: "Oracles/Sources")
        + Repository.files(in: "docs", endingIn: ["md"]) + Repository.files(in: "assets", endingIn: ["1", "chain"])

    @Test func `each type that ARCHITECTURE names is declared`() throws {
        let declared = try DocumentTests.declaredTypes()
        let table = try Repository.text("ARCHITECTURE.md").split(separator: "| to learn |")
        let names = Set(try #require(table.last).matches(of: #/`([A-Z]\w+)`/#).map { String($0.output.1) })

        #expect(names.count > 40)
        #expect(names.subtracting(declared).sorted() == [])
    }

    @Test func `each file that CONTRIBUTING names is there`() throws {
        let text = try Repository.text("CONTRIBUTING.md")
        let paths = text.matches(of: #/`([\w+*\/]+\.(?:swift|md|1))`/#).map { String($0.output.1) }
        let suites = text.matches(of: #/`(\w+Tests)`/#).map { "\($0.output.1).swift" }
            .filter { !$0.hasPrefix("Flow") }

        #expect(paths.count > 15)
        #expect(Set(paths + suites).filter { !isThere($0) }.sorted() == [])
    }

    /// The names of all types in Sources.
    private static func declaredTypes() throws -> Set<String> {
        let declaration = try NSRegularExpression(pattern: #"\b(?:struct|class|enum|protocol) (\w+)"#)
        return try Set(
            sources.flatMap { file in
                let text = try Repository.text(file) as NSString
                let found = declaration.matches(in: text as String, range: NSRange(location: 0, length: text.length))
                return found.map { text.substring(with: $0.range(at: 1)) }
            })
    }

    /// Whether the path of some file ends in `path`. A star stands for any name, and NAME for a scenario's name.
    private func isThere(_ path: String) -> Bool {
        let pattern = path.replacing("NAME", with: "*").split(separator: "*", omittingEmptySubsequences: false)
        return DocumentTests.files.contains { file in
            guard pattern.count == 2 else { return "/\(file)".hasSuffix("/\(path)") }
            let name = "/\(file)"
            guard name.hasSuffix(pattern[1]), let start = name.range(of: "/\(pattern[0])", options: .backwards)
            else { return false }
            return !name[start.upperBound...].dropLast(pattern[1].count).contains("/")
        }
    }
}
