import FlowAnalysis
import FlowModel
import FlowSystem
import FlowText
import FlowTrace

/// Turns a tried file into a test that expects the observed behaviour of its streams.
package struct TriedTest {
    /// The source of a test for Swift Testing, in a package that depends on FlowTesting.
    package let text: String

    /// The time that a test waits for scheduled work, as a multiple of the duration of the run.
    private static let waitFactor = 1.5
    /// Events up to this long after the first one count as immediate, not scheduled; in nanoseconds.
    private static let atOnce: UInt64 = 50_000_000

    /// - Parameter log: The complete recording of the file's run.
    /// - Throws: ``Failure`` if no test can express the behaviour.
    package init(_ snippet: Snippet, observing log: TraceLog) throws(Failure) {
        let parts = SnippetParts(snippet.text)
        let hasStreams = log.nodes.contains { TriedTest.isOfTasks($0) }
        try TriedTest.check(snippet, parts, log, hasStreams)
        let body = TriedTest.body(parts, log, hasStreams)
        let tries = SnippetParts(body).words.contains("try") ? "try " : ""
        text = """
            \(TriedTest.imports(snippet, parts, hasStreams, log))
            \(TriedTest.block(parts.declarations, indentedBy: 0))
            @Test func `\(TriedTest.title(snippet))`() \(hasStreams ? "async throws" : "throws") {
                let trace = \(tries)\(hasStreams ? "await record" : "record") {
            \(body)
                }

            \(TriedTest.expectations(log))
            }

            """
    }

    private static func isOfTasks(_ node: NodeFact) -> Bool {
        node.operation.isAsyncStream || node.operation.isAsyncChannel || node.operation == .forAwait
    }

    private static func check(
        _ snippet: Snippet, _ parts: SnippetParts, _ log: TraceLog, _ hasStreams: Bool
    ) throws(Failure) {
        let hasPublishers = log.nodes.contains { $0.role == .sink && !isOfTasks($0) }
        let reason: String? =
            if log.count == 0 {
                "it has no streams"
            } else if log.missed > 0 {
                "\(log.missed) records are missing"
            } else if hasStreams, hasPublishers {
                "it has publishers and streams of tasks, and a test records either; try them one by one"
            } else if hasPublishers, parts.hasTopLevelAwait {
                "it has 'await' outside of a task, where a test records no publishers; move it into a Task"
            } else if hasPublishers, parts.words.contains(where: { $0 == "RunLoop.main" || $0.hasPrefix("Timer.") }) {
                "a test has no main run loop for 'RunLoop.main' and 'Timer'; use DispatchQueue.main"
            } else {
                nil
            }
        if let reason { throw Failure("no test can be made of '\(snippet.name)': \(reason)") }
    }

    private static func imports(_ snippet: Snippet, _ parts: SnippetParts, _ hasStreams: Bool, _ log: TraceLog) -> String {
        let hasAlgorithms = (parts.modules + snippet.exports).contains { ["AsyncAlgorithms", "FlowAlgorithms"].contains($0) }
        // The subjects in the test must drop the same values as in the file.
        let combine = log.nodes.contains(where: \.recordsSends) ? ["FlowSubjects", "OpenCombineFoundation"] : ["OpenCombineShim"]
        let own = hasStreams ? [hasAlgorithms ? "FlowAlgorithms" : "FlowAsync"] : ["FlowCore"] + combine
        let all = Set(parts.modules + own + ["FlowTesting", "Foundation", "Testing"])
        return all.subtracting(["AsyncAlgorithms", "Combine", "OpenCombine"]).sorted().map { "import \($0)" }.joined(
            separator: "\n")
    }

    private static func title(_ snippet: Snippet) -> String {
        let words = snippet.program.map { $0.isLetter || $0.isNumber ? $0 : " " }
        return String(words).split(separator: " ").joined(separator: " ") + " streams what it streamed"
    }

    private static func body(_ parts: SnippetParts, _ log: TraceLog, _ hasStreams: Bool) -> String {
        var lines = parts.statements + (parts.main.map { [$0] } ?? [])
        let length = log.end.time.nanoseconds - (log.entries.first?.time.nanoseconds ?? 0)
        if length > atOnce, !parts.hasTopLevelAwait {
            let seconds = (Double(length) / 1e8 * waitFactor).rounded(.up) / 10
            lines.append("// Waits for scheduled work.")
            lines.append(
                hasStreams ? "try await Task.sleep(for: .seconds(\(seconds)))" : "Thread.sleep(forTimeInterval: \(seconds))")
        }
        return block(lines, indentedBy: 8)
    }

    /// The lines without leading and trailing blank lines.
    private static func block(_ lines: [String], indentedBy width: Int) -> String {
        func isBlank(_ line: String) -> Bool { line.allSatisfy(\.isWhitespace) }
        let inner = lines.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        let text = inner.map { isBlank($0) ? "" : String(repeating: " ", count: width) + $0 }.joined(separator: "\n")
        return width == 0 && !text.isEmpty ? "\n\(text)\n" : text
    }

    private static func expectations(_ log: TraceLog) -> String {
        var tally = RunTally()
        let claims: [(expectation: Expectation, code: String)] = [(.noDrops(), ".noDrops()"), (.completes(), ".completes()")]
        var check = RunCheck(claims.map(\.expectation))
        for entry in log.entries {
            tally.fold(entry, in: log)
            check.fold(entry, in: log)
        }
        let names = tally.names.map(literal)
        var lines = ["#expect(trace.stages == [\(names.joined(separator: ", "))])"]
        for name in tally.names {
            guard let stage = tally.stage(name) else { continue }
            lines.append("#expect(trace[\(literal(name))].values == \(stage.values))")
            if stage.dropped > 0 { lines.append("#expect(trace[\(literal(name))].dropped == \(stage.dropped))") }
            if stage.maxHeld > 0 { lines.append("#expect(trace[\(literal(name))].maxHeld == \(stage.maxHeld))") }
            if stage.failed > 0 { lines.append("#expect(trace[\(literal(name))].failed == \(stage.failed))") }
        }
        let unmet = check.failures(endingAt: log.end.time).map(\.expectation)
        let met = claims.filter { !unmet.contains($0.expectation) }.map(\.code)
        if !met.isEmpty { lines.append("try trace.expect(\(met.joined(separator: ", ")))") }
        return block(lines, indentedBy: 4)
    }

    private static func literal(_ text: String) -> String {
        VisibleText.quoted(text) { "\\u{\(String($0.value, radix: 16, uppercase: true))}" }
    }
}
