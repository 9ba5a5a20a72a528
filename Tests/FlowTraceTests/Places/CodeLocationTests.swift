import FlowTrace
import Testing

@Suite("Locations")
struct CodeLocationTests {
    @Test(arguments: [
        ("Shop/Orders.swift", "Shop/Orders.swift:8"), ("Snippet/two-loops.swift", "two-loops.swift:8"),
        ("VirtualSnippet/two-loops.swift", "two-loops.swift:8"), ("Snippets/a.swift", "Snippets/a.swift:8"),
        ("Snippet", "Snippet:8"),
    ])
    func `the module of a tried file is not shown`(fileID: String, shown: String) {
        #expect("\(CodeLocation(fileID: fileID, line: 8))" == shown)
    }

    @Test(arguments: [
        ("/me/.cache/flowviz/runs/run-3i788mke3nbuz/1/burst", "Field/burst.swift", true),
        ("/me/.cache/flowviz/runs/run-3i788mke3nbuz/1/burst", "Field/main.swift", false),
        ("/me/flowviz/.build/debug/burst", "burst.swift", false), ("/flowviz/runs/runner/1/burst", "burst.swift", false),
        ("burst", "burst.swift", false), ("", "", false),
    ])
    func `the program of a tried file is known by its folder and its name`(program: String, file: String, isTried: Bool) {
        #expect(TriedModule.makes(program, of: file) == isTried)
    }
}
