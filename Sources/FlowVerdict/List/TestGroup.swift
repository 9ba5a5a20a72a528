import FlowModel
import FlowTrace

/// The tests that made the streams of some pipelines: usually one.
///
/// Groups of the same tests are equal, even if their outcomes differ: a test may still run.
public struct TestGroup: Hashable, Sendable {
    /// The tests in the order of their names; empty if none is known.
    public let tests: [SuiteTest]

    init(_ tests: [SuiteTest]) { self.tests = tests }

    public static func == (one: TestGroup, other: TestGroup) -> Bool {
        one.tests.count == other.tests.count && zip(one.tests, other.tests).allSatisfy { $0.id == $1.id }
    }

    public func hash(into hasher: inout Hasher) {
        for test in tests { hasher.combine(test.id) }
    }

    /// Whether no test is known.
    public var isEmpty: Bool { tests.isEmpty }

    /// Whether one of the tests failed.
    public var hasFailed: Bool { tests.contains { $0.outcome == .failed } }

    /// `Rooms/joins() failed`; of several tests, each of them; without an outcome, the name alone.
    public var words: String {
        guard !isEmpty else { return "no test" }
        return tests.map { test in test.outcome.map { "\(test.name) \($0.word)" } ?? test.name }.joined(separator: ", ")
    }

    /// The position in a list: failed tests first, then those whose outcome is unknown; streams of no known test come last.
    var rank: Int {
        if isEmpty { return 3 }
        if hasFailed { return 0 }
        return tests.contains { $0.outcome == nil } ? 1 : 2
    }
}

extension TestGroup {
    /// Pipelines with the lines before their events: the name of each, and those of its tests if they are not those of the one before.
    package static func headed(_ titles: [PipelineTitle]) -> [(id: PipelineID, head: [String])] {
        let isOfTests = titles.contains { !$0.tests.isEmpty }
        return titles.groupedByTest { TestGroup($0.tests) }.flatMap { group in
            group.elements.enumerated().map { index, title in
                let test = isOfTests && index == 0 ? ["# \(group.tests.words)"] : []
                return (title.id, test + [title.stages.joined(separator: " → ")])
            }
        }
    }
}

extension PipelineReport {
    /// The tests that made its streams.
    public var tests: TestGroup { TestGroup(title?.tests ?? []) }
}

extension [PipelineReport] {
    /// The same reports, those of streams that failed tests made before the others, test by test.
    package var failedTestsFirst: [PipelineReport] {
        let failed = filter(\.tests.hasFailed).groupedByTest(\.tests).flatMap(\.elements)
        return failed.isEmpty ? self : failed + filter { !$0.tests.hasFailed }
    }
}

extension PipelineRow {
    /// The tests that made its streams.
    public var tests: TestGroup { TestGroup(summary.tests) }
}

extension Sequence {
    /// The elements by the tests that made their streams: failed tests first, then in the order of the elements.
    package func groupedByTest(_ tests: (Element) -> TestGroup) -> [(tests: TestGroup, elements: [Element])] {
        var (indices, groups) = ([TestGroup: Int](), [(tests: TestGroup, elements: [Element])]())
        for element in self {
            let group = tests(element)
            if let index = indices[group] {
                groups[index].elements.append(element)
            } else {
                indices[group] = groups.count
                groups.append((group, [element]))
            }
        }
        return groups.indices.sorted { (groups[$0].tests.rank, $0) < (groups[$1].tests.rank, $1) }.map { groups[$0] }
    }
}
