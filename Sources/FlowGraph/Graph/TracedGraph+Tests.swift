import FlowTrace

/// The tests of a traced program.
struct TracedTests: Sendable {
    /// The edges that each test made, by the tag of its name.
    fileprivate var edges: [UInt32: Set<TracedEdge.Index>] = [:]
    fileprivate var outcomes: [UInt32: TestOutcome] = [:]
}

extension TracedGraph {
    /// Sets the test that made an edge.
    mutating func setTest(_ tag: UInt32, of edge: TracedEdge.Index) {
        edges[edge].test = tag
        tests.edges[tag, default: []].insert(edge)
        showTest(of: edge)
    }

    /// Adds the test that made an edge to the edge's facts. A name that many tests share names none of them.
    mutating func showTest(of edge: TracedEdge.Index) {
        guard let tag = edges[edge].test, let name = names[tag]?.text, name != TraceTarget.sharedName else { return }
        let test = SuiteTest(id: name, outcome: tests.outcomes[tag])
        change(edge) { $0.test = test }
    }

    /// Sets the outcome of a test.
    ///
    /// - Complexity: O(edges that the test made).
    mutating func endTest(_ tag: UInt32, _ outcome: TestOutcome) {
        guard tests.outcomes[tag] != outcome else { return }
        tests.outcomes[tag] = outcome
        for edge in tests.edges[tag] ?? [] { change(edge) { $0.test?.outcome = outcome } }
    }
}
