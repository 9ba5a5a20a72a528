import Testing

/// Code asks for facts of a graph, not for the kind of its trace.
@Suite("Facts instead of kinds of traces")
struct FactRuleTests {
    /// The modules that read the format, and turn each kind of trace into the same graph and events.
    private static let readers: Set<String> = ["FlowTrace", "FlowGraph"]

    /// The forbidden questions. Ask instead: `hasDeclaredLanes`, `knowsOffers(of:)`, `derivesEvents`, `isExcerpt`, `TraceGaps`.
    private static var kinds: Regex<Substring> { #/\b(?:isProgram|isScenario|isTraced)\b/# }

    @Test func `no module behind the format asks whether a trace is a program's or a scenario's`() throws {
        let files = Repository.swiftFiles(in: "Sources").filter { file in
            !FactRuleTests.readers.contains { file.hasPrefix("Sources/\($0)/") }
        }

        #expect(files.count > 100)
        for file in files {
            let found = try Repository.text(file).matches(of: FactRuleTests.kinds).map { String($0.output) }
            #expect(found == [], "\(file)")
        }
    }
}
