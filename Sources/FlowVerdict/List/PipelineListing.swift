import FlowModel

/// The lines of the list of pipelines: the ones that match a filter, in an order, with like ones folded.
///
/// Pipelines share a line if they have the same shape and one place in the source made them. In the order of trouble, pipelines
/// that are over and had nothing wrong share the last line, unless the list would have no other. If the tests that made the streams are
/// known, each test has a line, failed tests first, with the lines of its pipelines below it.
public struct PipelineListing: Sendable {
    /// The reason that pipelines share a line.
    public enum Fold: Hashable, Sendable {
        /// They have one shape, and one place made them.
        case alike(Likeness)
        /// They are over, and nothing was wrong.
        case over
        /// The same tests made their streams.
        case test(TestGroup)

        /// The tests that made their streams; `nil` if they share a line for another reason.
        public var tests: TestGroup? {
            if case .test(let tests) = self { return tests }
            return nil
        }
    }

    /// A line: a pipeline, or several that share it.
    public struct Line: Sendable {
        /// The pipeline, or the one in most trouble of several that share the line.
        public let row: PipelineRow
        /// The reason that pipelines share it; `nil` for a single one.
        public var fold: Fold?
        /// The pipelines that share it; empty for a single one.
        public var members: [PipelineRow] = []
        /// Whether its pipelines are listed below it.
        public var isOpen = false
        /// The number of open lines that it is part of.
        public var depth = 0
        /// The rates in the last minute, of all its pipelines; `nil` if they are not shown.
        public var recent: RecentValues?

        public init(_ row: PipelineRow) { self.row = row }

        /// The line with another row of the same pipeline.
        public func with(_ row: PipelineRow) -> Line {
            var line = Line(row)
            line.depth = depth
            return line
        }

        /// The pipeline that its row and its verdict are about, if several share the line: `one of 40`, or `the worst of 40` if others are
        /// in less trouble.
        public var subject: String? {
            guard fold != .over, members.count > 1 else { return nil }
            return "\(members.allSatisfy { $0.trouble == row.trouble } ? "one" : "the worst") of \(members.count)"
        }

        /// The number of its pipelines that have not ended.
        public var live: Int { members.count { !$0.isOver } }
    }

    /// The pipelines that match the filter, in numbers that add up.
    public struct Totals: Hashable, Sendable {
        public private(set) var live = 0
        /// The ones that ended without a failure.
        public private(set) var over = 0
        public private(set) var failed = 0

        /// The number of all of them.
        public var count: Int { live + over + failed }

        public init() {}

        init(of rows: [PipelineRow]) {
            failed = rows.count(where: \.hasFailed)
            over = rows.count(where: \.isOver) - failed
            live = rows.count - over - failed
        }

        /// `70 live, 130 over, 1 failed`; at the end of the program, `70 open at the end`.
        public func words(isAtEnd: Bool = false) -> String {
            [(live, isAtEnd ? "open at the end" : "live"), (over, "over"), (failed, "failed")].filter { $0.0 > 0 }.map {
                "\($0.0) \($0.1)"
            }
            .joined(separator: ", ")
        }
    }

    public private(set) var lines: [Line] = []
    /// The pipelines that match the filter.
    public let totals: Totals

    /// - Parameters:
    ///   - rows: All pipelines, the oldest first.
    ///   - order: The order of the lines.
    ///   - filter: Keeps the pipelines that match it.
    ///   - unfolded: The folds whose pipelines have separate lines.
    /// - Complexity: O(*n* log *n*).
    public init(_ rows: [PipelineRow], by order: ListOrder, matching filter: PipelineFilter, unfolded: Set<Fold> = []) {
        let matched = rows.filter(filter.matches)
        totals = Totals(of: matched)
        let groups = order.sorted(matched.grouped(alike: \.likeness).map(order.sorted))
        let isQuiet: ([PipelineRow]) -> Bool = { $0.allSatisfy { $0.trouble == .over } }
        let quiet = order == .trouble ? groups.filter(isQuiet) : []
        guard matched.allSatisfy(\.tests.isEmpty) else {
            addByTest(groups, unfolded)
            return
        }
        guard quiet.count > 1, quiet.count < groups.count else {
            for group in groups { add(group, depth: 0, unfolded) }
            return
        }
        for group in groups where !isQuiet(group) { add(group, depth: 0, unfolded) }
        var line = Line(quiet[0][0])
        (line.fold, line.members, line.isOpen) = (.over, quiet.flatMap(\.self), unfolded.contains(.over))
        lines.append(line)
        if line.isOpen { for group in quiet { add(group, depth: 1, unfolded) } }
    }

    private mutating func addByTest(_ groups: [[PipelineRow]], _ unfolded: Set<Fold>) {
        for (tests, groups) in groups.groupedByTest(\.[0].tests) {
            let rows = groups.flatMap(\.self)
            guard let urgent = rows.min(by: { $0.urgency < $1.urgency }) else { continue }
            let fold = Fold.test(tests)
            var line = Line(urgent)
            // A failed test is open at first.
            (line.fold, line.members, line.isOpen) = (fold, rows, unfolded.contains(fold) != tests.hasFailed)
            lines.append(line)
            if line.isOpen { for group in groups { add(group, depth: 1, unfolded) } }
        }
    }

    private mutating func add(_ group: [PipelineRow], depth: Int, _ unfolded: Set<Fold>) {
        guard let urgent = group.min(by: { $0.urgency < $1.urgency }) else { return }
        var line = Line(urgent)
        line.depth = depth
        guard group.count > 1, let fold = group[0].likeness.map(Fold.alike) else { return lines.append(line) }
        (line.fold, line.members, line.isOpen) = (fold, group, unfolded.contains(fold))
        lines.append(line)
        guard line.isOpen else { return }
        for row in group {
            var own = Line(row)
            own.depth = depth + 1
            lines.append(own)
        }
    }

    /// The index of the line of a fold or a pipeline; 0 if neither is listed.
    ///
    /// A pipeline that is folded has the line of its fold.
    public func index(of id: PipelineID?, fold: Fold?) -> Int {
        if let fold, let index = lines.firstIndex(where: { $0.fold == fold }) { return index }
        guard let id else { return 0 }
        return lines.firstIndex { $0.fold == nil && $0.row.id == id }
            ?? lines.firstIndex { line in line.members.contains { $0.id == id } } ?? 0
    }
}
