import Foundation
import Testing

@Suite("Import rules")
struct ImportRuleTests {
    /// A row of the module table in ARCHITECTURE.md.
    struct Row {
        let module: String
        let allowed: Set<String>
    }

    /// The modules behind words of the table that are no names of modules.
    private static let meanings: [String: Set<String>] = [
        "nothing": [], "C": [], "swift-collections": ["DequeModule", "HeapModule"],
    ]

    static let rows: [Row] = {
        let text = (try? Repository.text("ARCHITECTURE.md")) ?? ""
        let lines = text.split(separator: "\n").drop { !$0.hasPrefix("| module |") }.dropFirst(2).prefix { $0.hasPrefix("|") }
        let cells = lines.map { line in line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
        let modules = cells.compactMap { $0[0].split(separator: "`").first.map(String.init) }
        return zip(modules, cells).map { module, cells in
            let words = cells[2].components(separatedBy: ", ")
            let allowed = words.flatMap { $0.hasPrefix("all") ? Set(modules) : meanings[$0] ?? [$0] }
            return Row(module: module, allowed: Set(allowed))
        }
    }()

    @Test func `each module has a row, and each row a module`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Repository.root.appending(path: "Sources").path)

        #expect(Set(folders).union(["CNcurses", "FlowTestSupport"]) == Set(ImportRuleTests.rows.map(\.module)))
    }

    @Test(
        arguments: rows.map(\.module).filter {
            !["CNcurses", "CFlowAgent", "CFlowStack", "CFlowTasks", "FlowTestSupport"].contains($0)
        })
    func `a module imports only what the table allows`(module: String) throws {
        let row = try #require(ImportRuleTests.rows.first { $0.module == module })
        let files = Repository.swiftFiles(in: "Sources/\(module)")

        #expect(!files.isEmpty)
        for file in files {
            #expect(try imports(of: file).subtracting(row.allowed) == [], "\(file)")
        }
    }

    @Test func `what the table allows is used, so that it does not allow too much`() throws {
        for row in ImportRuleTests.rows
        where !["CNcurses", "CFlowAgent", "CFlowStack", "CFlowTasks", "FlowTestSupport", "flowviz"].contains(row.module) {
            let used = try Repository.swiftFiles(in: "Sources/\(row.module)").reduce(into: Set<String>()) {
                try $0.formUnion(imports(of: $1))
            }

            #expect(row.allowed.subtracting(used) == [], "\(row.module)")
        }
    }

    @Test(arguments: [
        (
            "import A\n    import struct B.C\n@testable import D\npublic import E\n// import F\n\"import G\"",
            ["A", "B", "D", "E"]
        ),
        ("import A\nlet text = \"\"\"\n    import B\n    \"\"\"\n", ["A"]),
    ]) func `imports are found however they are written`(text: String, names: [String]) {
        #expect(ImportRuleTests.imports(in: text) == Set(names))
    }

    private func imports(of file: String) throws -> Set<String> {
        ImportRuleTests.imports(in: try Repository.text(file))
    }

    private static func imports(in text: String) -> Set<String> {
        let pattern =
            #/^\s*(?:@\w+ |public |package |internal |private )*import (?:(?:struct|class|enum|func|var|let|protocol|typealias) )?(\w+)/#
        let code = text.replacing(#/"""[\s\S]*?"""/#, with: "")
        return Set(code.matches(of: pattern.anchorsMatchLineEndings()).map { String($0.output.1) })
    }
}
