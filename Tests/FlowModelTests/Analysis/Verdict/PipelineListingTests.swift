import FlowTrace
import Testing

@testable import FlowModel
@testable import FlowVerdict

/// Which pipelines a list shows, in which order, and which of them share a line.
@Suite("Lines of the list of pipelines")
struct PipelineListingTests {
    /// The row of a pipeline that began at its number in seconds.
    private static func row(
        _ number: UInt32, _ name: String = "subject", at line: Int? = nil, state: LaneState = .live, held: Int = 0,
        dropped: Int = 0, rateOut: Double? = nil, program: String? = nil, tests: [SuiteTest] = []
    ) -> PipelineRow {
        var summary = PipelineSummary(
            id: PipelineID(edge: EdgeID(rawValue: number)), stages: ["\(name) \(number)", "sink \(number)"],
            shape: [name, "sink"], more: 0, began: TraceTime(seconds: Double(number)), doubts: [], state: state,
            outstanding: .none, held: HeldCount(held), dropped: dropped, rateIn: nil, rateOut: rateOut,
            place: line.map { SourcePlace(CodeLocation(fileID: "App/Handler.swift", line: $0)) })
        summary.tests = tests
        return PipelineRow(summary, nil, program: program, at: TraceTime(seconds: 100))
    }

    private static let end = TraceTime(seconds: 50)

    private static let rows = [
        row(1, state: .finished(at: end)), row(2, rateOut: 3), row(3, "AsyncStream<Frame>", state: .failed(at: end)),
        row(4, "timer", held: 200), row(5, state: .cancelled(at: end), dropped: 1), row(6, at: 83, dropped: 12, program: "Shop"),
        row(7, state: .cancelled(at: end)),
    ]

    private func numbers(_ listing: PipelineListing) -> [UInt32] {
        listing.lines.filter { $0.fold == nil }.map(\.row.id.edge.rawValue)
    }

    private func found(_ text: String) -> [UInt32] {
        numbers(PipelineListing(PipelineListingTests.rows, by: .growth, matching: PipelineFilter(text)))
    }

    @Test func `what is wrong comes first, and what is over without trouble shares the last line`() {
        let listing = PipelineListing(PipelineListingTests.rows, by: .trouble, matching: PipelineFilter(""))

        #expect(numbers(listing) == [6, 5, 3, 4, 2])
        #expect(listing.lines.last?.fold == .over)
        #expect(listing.lines.last?.members.map(\.id.edge.rawValue) == [1, 7])
        #expect(listing.totals.words() == "3 live, 3 over, 1 failed")
        #expect(listing.totals.words(isAtEnd: true) == "3 open at the end, 3 over, 1 failed")
    }

    @Test func `an unfolded line has its pipelines below it, and stays`() {
        let listing = PipelineListing(PipelineListingTests.rows, by: .trouble, matching: PipelineFilter(""), unfolded: [.over])

        #expect(numbers(listing) == [6, 5, 3, 4, 2, 1, 7])
        #expect(listing.lines.map(\.depth) == [0, 0, 0, 0, 0, 0, 1, 1])
        #expect(listing.lines[5].isOpen)
    }

    @Test func `a shared line has the figures that it shows, and stands for its worst pipeline, in any order`() {
        let rows = [
            PipelineListingTests.row(1, at: 9, state: .finished(at: PipelineListingTests.end), held: 2, rateOut: 3),
            PipelineListingTests.row(2, at: 7, held: 3, rateOut: 5),
            PipelineListingTests.row(3, at: 9, state: .failed(at: PipelineListingTests.end), held: 2, rateOut: 4),
        ]

        for order in ListOrder.allCases {
            let lines = PipelineListing(rows, by: order, matching: PipelineFilter("")).lines
            let shared = lines.first { $0.fold != nil }
            #expect(shared?.row.id.edge.rawValue == 3)
            if order == .held { #expect(lines[0].fold != nil) }
            // Rates of separate lives have no sum.
            if order == .out { #expect(lines[0].fold == nil) }
        }
    }

    @Test func `a filter is applied before lines fold`() {
        let listing = PipelineListing(PipelineListingTests.rows, by: .trouble, matching: PipelineFilter("dropped=0 over"))

        #expect(numbers(listing) == [3])
        #expect(listing.lines.last?.fold == .over)
    }

    @Test func `a list of nothing but what is over folds nothing`() {
        let listing = PipelineListing(PipelineListingTests.rows, by: .trouble, matching: PipelineFilter("dropped=0 finished"))

        #expect(numbers(listing) == [1] && listing.lines.count == 1)
    }

    @Test func `pipelines of one shape and place share a line, which counts the live ones`() throws {
        let rows = (1...12).map { number in
            PipelineListingTests.row(
                UInt32(number), at: 9, state: number > 3 ? .finished(at: PipelineListingTests.end) : .live)
        }
        let apart = PipelineListingTests.row(13, "timer", at: 9)

        let listing = PipelineListing(rows + [apart], by: .trouble, matching: PipelineFilter(""))

        let line = try #require(listing.lines.first)
        #expect(listing.lines.count == 2)
        #expect(line.members.count == 12 && line.live == 3)
        #expect(numbers(listing) == [13])
        let fold = try #require(line.fold)
        let open = PipelineListing(rows + [apart], by: .trouble, matching: PipelineFilter(""), unfolded: [fold])
        #expect(open.lines.count == 14)
        #expect(open.index(of: rows[4].id, fold: nil) == open.lines.firstIndex { $0.fold == nil && $0.row.id == rows[4].id })
        #expect(listing.index(of: rows[4].id, fold: nil) == 0)
    }

    @Test func `each test has a line, and the streams of a failed one come first`() throws {
        let (failed, passed) = (
            SuiteTest(id: "A.loses()/A.swift:9:2", outcome: .failed), SuiteTest(id: "A.b()", outcome: .passed)
        )
        let (running, end) = (SuiteTest(id: "A.runs()"), PipelineListingTests.end)
        let rows = [
            PipelineListingTests.row(1, state: .finished(at: end)), PipelineListingTests.row(2, held: 9, tests: [passed]),
            PipelineListingTests.row(3, dropped: 8, tests: [running]),
            PipelineListingTests.row(4, state: .finished(at: end), tests: [failed]),
            PipelineListingTests.row(5, at: 7, tests: [passed]), PipelineListingTests.row(6, at: 7, tests: [failed]),
            PipelineListingTests.row(7, tests: [failed, passed]),
        ]

        let listing = PipelineListing(rows, by: .trouble, matching: PipelineFilter(""))

        func words(_ listing: PipelineListing) -> [String] {
            listing.lines.map { line in line.fold?.tests?.words ?? "  \(line.row.id.edge.rawValue)" }
        }
        #expect(
            words(listing) == [
                "loses() failed", "  6", "  4", "loses() failed, A.b() passed", "  7", "A.runs()", "A.b() passed", "no test",
            ])
        #expect(listing.lines.map(\.depth) == [0, 1, 1, 0, 1, 0, 0, 0])
        #expect(listing.lines.map(\.isOpen) == [true, false, false, true, false, false, false, false])
        #expect(listing.totals.words() == "5 live, 2 over")

        let (open, shut) = (try #require(listing.lines[6].fold), try #require(listing.lines[0].fold))
        let toggled = PipelineListing(rows, by: .trouble, matching: PipelineFilter(""), unfolded: [open, shut])
        #expect(
            words(toggled) == [
                "loses() failed", "loses() failed, A.b() passed", "  7", "A.runs()", "A.b() passed", "  2", "  5", "no test",
            ])
        #expect(toggled.index(of: rows[3].id, fold: nil) == 0)
    }

    @Test func `a filter finds the streams of a test by its name`() {
        let rows = [
            PipelineListingTests.row(1, tests: [SuiteTest(id: "A.Rooms/joins()/A.swift:9:2")]),
            PipelineListingTests.row(2, tests: [SuiteTest(id: "A.leaves()/A.swift:12:2", outcome: .failed)]),
        ]

        let listing = PipelineListing(rows, by: .trouble, matching: PipelineFilter("rooms"))

        #expect(listing.lines.map { $0.fold?.tests?.words } == ["Rooms/joins()"])
        #expect(PipelineListing(rows, by: .name, matching: PipelineFilter("leaves()")).lines.count == 2)
    }

    @Test func `the columns sort`() {
        func order(_ order: ListOrder) -> [UInt32] {
            numbers(PipelineListing(PipelineListingTests.rows, by: order, matching: PipelineFilter("")))
        }

        #expect(order(.name) == [3, 1, 2, 5, 6, 7, 4])
        #expect(order(.place) == [6, 1, 2, 3, 4, 5, 7])
        #expect(order(.life) == [2, 4, 6, 1, 3, 5, 7])
        #expect(order(.held) == [4, 1, 2, 3, 5, 6, 7])
        #expect(order(.dropped) == [6, 5, 1, 2, 3, 4, 7])
        #expect(order(.out) == [2, 1, 3, 4, 5, 6, 7])
    }

    @Test(arguments: [
        ("failed", [3]), ("finished", [1]), ("cancelled", [5, 7]), ("Handler.swift", [6]), ("Handler.swift:83", [6]),
        ("frame", [3]), ("held>100", [4]), ("held>=200", [4]), ("held<1", [1, 2, 3, 5, 6, 7]), ("dropped>0", [5, 6]),
        ("dropped>0 cancelled", [5]), ("dropped", [5, 6]), ("shop", [6]), ("out>1", [2]), ("life<49s", [3, 5, 7]),
        ("held>x", []), ("", [1, 2, 3, 4, 5, 6, 7]), ("over", [1, 3, 5, 7]),
    ]) func `a filter has terms of states, texts and figures`(text: String, numbers: [UInt32]) {
        #expect(found(text) == numbers)
    }

    @Test func `a figure that is compared with no number is named`() {
        #expect(PipelineFilter("failed held>x").problem == "'held>x' needs a number, as in held>100, wait>1s or dropped=0")
        #expect(PipelineFilter("wait>20ms held>100").problem == nil)
        #expect(PipelineFilter("held>1s").problem != nil)
    }
}
