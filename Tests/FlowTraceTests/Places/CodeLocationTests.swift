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
}
