import FlowScreen
import FlowTrace

/// Which rows hold what, for one size; depends on nothing that changes while a scenario runs.
struct Layout {
    /// The rows of one lane.
    struct Lane {
        let index: Int
        let y: Int
        let chartRows: Int
        let hasSpillRow: Bool
        let hasWorkRow: Bool

        var height: Int {
            1 + (hasSpillRow ? 1 : 0) + chartRows + (hasWorkRow ? 1 : 0)
        }
    }

    /// The row of the chain, `nil` where there is none.
    private(set) var chain: Int?
    private(set) var ruler = 1
    private(set) var lanes: [Lane] = []
    /// How many lanes are not shown, above and below those that are.
    private(set) var lanesAbove = 0
    private(set) var lanesBelow = 0
    /// The row that says so.
    private(set) var hiddenRow: Int?
    private(set) var caption = Rect(x: 0, y: 0, width: 0, height: 0)
    /// The row of the verdict, `nil` where there is none.
    private(set) var verdict: Int?
    /// The inspector, with its title row where it has one.
    private(set) var inspector: Rect?
    private(set) var inspectorHasTitle = false
    private(set) var log: Rect?
    private(set) var footer: Int

    /// The smallest screen that flowviz is useful on.
    static let minimum = Size(width: 60, height: 16)

    /// What the layout is for.
    struct Request {
        let size: Size
        let lanes: [ScreenLane]
        let selection: Int
        /// Lanes whose buffer holds at most 50, which get a row for what spills over.
        let bounded: Set<Int>
        /// A pane beside another: narrow, with a longer caption and a short inspector.
        let isPane: Bool
    }

    init(_ request: Request) {
        var rows = Rows(request)
        rows.giveOut()
        footer = request.size.height - 1
        place(request, rows)
    }

    private mutating func place(_ request: Request, _ rows: Rows) {
        var y = 1
        if rows.hasChain {
            chain = y
            y += 1
        }
        ruler = y
        y += 1
        for (offset, index) in rows.shown.enumerated() {
            if offset > 0, rows.hasLaneGaps { y += 1 }
            let lane = Lane(
                index: index, y: y, chartRows: rows.chartRows(of: index),
                hasSpillRow: rows.hasSpill && request.bounded.contains(index),
                hasWorkRow: request.lanes[index].showsWork)
            lanes.append(lane)
            y += lane.height
        }
        lanesAbove = rows.shown.first ?? 0
        lanesBelow = request.lanes.count - lanesAbove - rows.shown.count
        if lanesAbove + lanesBelow > 0 {
            hiddenRow = y
            y += 1
        }
        if rows.hasBlankBeforeCaption { y += 1 }
        caption = Rect(x: 0, y: y, width: request.size.width, height: rows.captionRows)
        y += rows.captionRows
        if rows.hasVerdict {
            verdict = y
            y += 1
        }
        placePanels(request, rows, y: y)
    }

    private mutating func placePanels(_ request: Request, _ rows: Rows, y: Int) {
        let room = footer - y
        let width = request.size.width
        inspectorHasTitle = rows.hasPanels
        guard rows.hasPanels else {
            inspector = room > 0 ? Rect(x: 0, y: y, width: width, height: room) : nil
            return
        }
        if width >= 110 {
            inspector = Rect(x: 0, y: y, width: 58, height: min(14, room))
            log = Rect(x: 60, y: y, width: width - 60, height: room)
        } else {
            let height = request.isPane ? min(5, room - 4) : room >= 12 ? 5 : 3
            inspector = Rect(x: 0, y: y, width: width, height: height)
            log = Rect(x: 0, y: y + height, width: width, height: max(0, room - height))
        }
    }
}
