import FlowAnalysis
import FlowModel
import FlowScreen
import FlowTrace
import FlowVerdict
import Testing

@testable import FlowViews

/// Which columns the list of pipelines has at which width, and how names, places and rates fit them.
@Suite("Columns of the list")
struct ListColumnTests {
    private static let places = [SourcePlace(function: "Shop.run()", file: "/src/Handler.swift", line: 83, module: "Shop")]

    @Test(arguments: [60, 80, 100, 110, 120, 140, 160, 200]) func `the column of the order is shown, and named as the order`(
        width: Int
    ) {
        for order in ListOrder.allCases {
            let columns = PipelineColumns(width: width, order: order, places: ListColumnTests.places)
            let kinds = columns.all.map(\.kind)

            let isElsewhere = [.trouble, .name, .place].contains(order)
            #expect(isElsewhere || kinds.contains { $0.order == order }, "\(order) at \(width)")
            #expect(columns.all.allSatisfy { $0.kind.order == nil || $0.kind.title == $0.kind.order?.rawValue })
            #expect(columns.all.last.map { $0.x + $0.width } == width - 1)
            #expect(columns.name >= (width >= 80 ? 20 : 8), "\(order) at \(width): \(columns.name)")
        }
    }

    @Test func `places have a column on a wide screen, whatever the names`() {
        #expect(
            [80, 109, 120, 140, 200].map { PipelineColumns(width: $0, places: ListColumnTests.places).hasPlace } == [
                false, false, true, true, true,
            ])
        #expect(!PipelineColumns(width: 200).hasPlace)
    }

    @Test(arguments: [
        (40, "Handler.swift:83 run"), (20, "Handler.swift:83 run"), (19, "Handler.swift:83"), (16, "Handler.swift:83"),
        (12, "Handler.…:83"), (6, "Ha…:83"), (4, "Han…"),
    ]) func `a place loses its function first, then the end of the file's name, and keeps its line`(
        width: Int, text: String
    ) {
        #expect(ListColumnTests.places[0].fitted(width, signs: .unicode) == text)
    }

    @Test func `the last minute is drawn as bars, and any rate has one`() {
        let bars = RecentCells.text([0, 0.01, 4, 8], top: 8, signs: .unicode)

        #expect(bars == " ▁▄█")
        #expect(RecentCells.text([0, 1], top: 0, signs: .unicode) == "  ")
    }

    @Test func `the inspector on the whole screen has the calls of the stack below its facts`() {
        let frames = [
            RecordedStack.Frame(SourcePlace(module: "libA.so", address: 16), isUsers: false),
            RecordedStack.Frame(ListColumnTests.places[0], isUsers: true),
        ]
        var pane = PaneState(
            variant: "", point: "", stream: StreamAnalysis(lanes: [LaneSpec("sink", .output)]), chain: [])
        pane.stacks = [RecordedStack(.made, frames)]
        var state = ScreenState(id: "a", title: "", panes: [pane], cell: 1_000_000)
        (state.overlay, state.selection) = (.inspector, 1)
        var surface = Surface(Size(width: 80, height: 24))
        RootView(state).draw(into: &surface)

        let rows = TextOutput.render(surface).split(separator: "\n").map(String.init)
        let first = rows.firstIndex { $0.contains("calls") } ?? 0
        #expect(rows[first].contains("calls        libA.so+0x10"), "\(rows)")
        #expect(rows[first + 1].contains("           ▸ Handler.swift:83 run"), "\(rows)")
        #expect(
            InspectorOverlay(state: state, signs: .unicode).lines == [
                "calls, the innermost call first:", "1: libA.so+0x10", "2: Handler.swift:83 run, of the program",
            ])
    }
}
