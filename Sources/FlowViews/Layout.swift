import FlowScreen

/// The rows of a screen of one size, and their contents. Both depend only on the ``Request``.
struct Layout {
    /// The rows of one lane.
    struct Lane {
        let index: Int
        let y: Int
        let chartRows: Int
        let hasSpillRow: Bool
        let hasWorkRow: Bool
        /// Whether a foretold lane, of words and a chart, is below it.
        let hasForetold: Bool

        /// The rows of the recorded lane.
        var ownHeight: Int { 1 + (hasSpillRow ? 1 : 0) + chartRows + (hasWorkRow ? 1 : 0) }
        var height: Int { ownHeight + (hasForetold ? 1 + (hasSpillRow ? 1 : 0) + chartRows : 0) }
    }

    /// The row of the chain, `nil` for none.
    private(set) var chain: Int?
    private(set) var ruler = 1
    private(set) var lanes: [Lane] = []
    /// The numbers of hidden lanes above and below the selected one.
    private(set) var lanesAbove = 0
    private(set) var lanesBelow = 0
    /// The rows of executors, below the lanes.
    private(set) var executors: [Int] = []
    /// The row with the numbers of hidden lanes.
    private(set) var hiddenRow: Int?
    private(set) var caption = Rect(x: 0, y: 0, width: 0, height: 0)
    /// The row before the caption, `nil` for none.
    private(set) var blank: Int?
    private(set) var verdict = 0
    /// The inspector, with its title row if it has one.
    private(set) var inspector: Rect?
    private(set) var inspectorHasTitle = false
    private(set) var log: Rect?
    private(set) var footer: Int

    /// The smallest useful screen.
    static let minimum = Size(width: 60, height: 16)

    /// The inputs of a layout.
    struct Request {
        let size: Size
        let lanes: [ScreenLane]
        let selection: Int
        /// The lane of the caption, which is shown too.
        var captionLane: Int?
        /// Lanes of buffers with a capacity of at most 50. They get a row for overflow.
        let smallBuffers: Set<Int>
        /// The lane with a foretold lane below it.
        var foretoldLane: Int?
        /// Whether the pane is beside another: narrow, with a longer caption and a short inspector.
        let sharesScreen: Bool
        /// The number of executors with measured waits. They are shown if all lanes are, and if there is room for the figures beside them.
        var executors = 0
    }

    /// The row below the lanes and the executors; `nil` without lanes.
    var lanesEnd: Int? { executors.last.map { $0 + 1 } ?? lanes.last.map { $0.y + $0.height } }

    init(_ request: Request) {
        var rows = Rows(request)
        rows.distribute()
        footer = request.size.height - 1
        add(request, rows)
    }

    private mutating func add(_ request: Request, _ rows: Rows) {
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
                hasSpillRow: rows.hasSpill && request.smallBuffers.contains(index), hasWorkRow: request.lanes[index].showsWork,
                hasForetold: index == request.foretoldLane)
            lanes.append(lane)
            y += lane.height
        }
        if rows.hasExecutors {
            if rows.hasLaneGaps { y += 1 }
            executors = Array(y..<y + request.executors)
            y += request.executors
        }
        lanesAbove = request.lanes.indices.count { $0 < request.selection && !rows.shown.contains($0) }
        lanesBelow = request.lanes.count - lanesAbove - rows.shown.count
        if lanesAbove + lanesBelow > 0 {
            hiddenRow = y
            y += 1
        }
        if rows.hasBlankBeforeCaption {
            blank = y
            y += 1
        }
        caption = Rect(x: 0, y: y, width: request.size.width, height: rows.captionRows)
        y += rows.captionRows
        verdict = y
        y += 1
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
            // A tall screen has room for both: the inspector's list, and a page of the log.
            let height = request.sharesScreen ? min(5, room - 4) : room >= 28 ? 13 : room >= 12 ? 5 : 3
            inspector = Rect(x: 0, y: y, width: width, height: height)
            log = Rect(x: 0, y: y + height, width: width, height: max(0, room - height))
        }
    }
}

/// Distributes the rows of a screen: first to indispensable parts, then to the other parts in order of importance. A part gets
/// all its rows or none.
struct Rows {
    let request: Layout.Request
    private(set) var shown: [Int] = []
    private(set) var captionRows = 1
    private(set) var hasBlankBeforeCaption = false
    private(set) var hasPanels = false
    private(set) var hasChain = false
    private(set) var hasLaneGaps = false
    private(set) var hasSpill = false
    private(set) var hasExecutors = false
    private var bufferRows = 1
    private var demandRows = 1
    private var left = 0

    init(_ request: Layout.Request) { self.request = request }

    /// Rows of a lane's chart or track.
    func chartRows(of index: Int) -> Int {
        switch request.lanes[index].kind {
        case .buffer: bufferRows
        case .demand: index == request.selection ? demandRows : 1
        case .source, .output: 1
        }
    }

    mutating func distribute() {
        // Besides lanes there are header, ruler, a line of the caption, the verdict, and the footer.
        left = request.size.height - 5
        // Each of two panes shows its chain, so that their lanes begin in the same row.
        if request.sharesScreen { spend(1) { $0.hasChain = true } }
        let isTall = request.size.height >= 30
        if isTall {
            // The chain is worth more than the last of many lanes.
            if !request.sharesScreen { spend(1) { $0.hasChain = true } }
            spend(1) { $0.captionRows = 2 }
        }
        chooseLanes()
        spend(1) { _ in }  // the inspector's first line
        if !isTall { spend(1) { $0.captionRows = 2 } }
        spend(1) { $0.hasBlankBeforeCaption = true }
        if request.size.width >= 80 || request.sharesScreen {
            spend(request.size.width >= 110 ? 3 : 6) { $0.hasPanels = true }
        } else {
            spend(1) { _ in }  // the inspector's second line
        }
        let canShowExecutors = request.executors > 0 && shown.count == request.lanes.count && !request.sharesScreen
        if canShowExecutors, request.size.width >= 80 { spend(request.executors) { $0.hasExecutors = true } }
        guard isTall else { return }
        if request.sharesScreen { spend(1) { $0.captionRows = 3 } }
        spend(shown.count - (hasExecutors ? 0 : 1)) { $0.hasLaneGaps = true }
        enlargeCharts()
        // A narrow screen has a log only if it is tall.
        if !hasPanels { spend(8) { $0.hasPanels = true } }
    }

    private mutating func enlargeCharts() {
        let foretold = request.foretoldLane.map { shown.contains($0) ? 1 : 0 } ?? 0
        let buffers = shown.count { request.lanes[$0].kind == .buffer } + foretold
        if buffers > 0 { spend(buffers) { $0.bufferRows = 2 } }
        if buffers > 0, !request.smallBuffers.isEmpty || request.size.height >= 42 { spend(buffers) { $0.bufferRows = 3 } }
        if shown.contains(request.selection), request.lanes[request.selection].kind == .demand { spend(2) { $0.demandRows = 3 } }
        let spills = request.smallBuffers.count + foretold
        if !request.smallBuffers.isEmpty { spend(spills) { $0.hasSpill = true } }
    }

    private mutating func spend(_ rows: Int, _ change: (inout Rows) -> Void) {
        guard rows <= left else { return }
        left -= rows
        change(&self)
    }

    /// Chooses the lanes around the selected one that fit, and the caption's lane. Reserves a row for the number of hidden lanes.
    private mutating func chooseLanes() {
        let heights = request.lanes.enumerated().map { index, lane in
            (lane.showsWork ? 3 : 2) + (index == request.foretoldLane ? 2 : 0)
        }
        shown = Array(request.lanes.indices)
        guard heights.reduce(0, +) > left else {
            left -= heights.reduce(0, +)
            return
        }
        left -= 1
        let selection = min(max(0, request.selection), request.lanes.count - 1)
        let around = window(of: heights, around: selection, within: left)
        guard let captionLane = request.captionLane, heights.indices.contains(captionLane), !around.contains(captionLane),
            heights[selection] + heights[captionLane] <= left
        else { return show(Array(around), heights) }
        show((window(of: heights, around: selection, within: left - heights[captionLane]) + [captionLane]).sorted(), heights)
    }

    private mutating func show(_ lanes: [Int], _ heights: [Int]) {
        shown = lanes
        left -= lanes.reduce(0) { $0 + heights[$1] }
    }

    /// The lanes around the selected one that fit into some rows.
    private func window(of heights: [Int], around selection: Int, within room: Int) -> ClosedRange<Int> {
        var low = selection
        var high = selection
        var used = heights[selection]
        // Above and below alternate, so that both upstream and downstream of the selected lane are visible.
        while true {
            let below = high + 1 < heights.count && used + heights[high + 1] <= room
            let above = low > 0 && used + heights[low - 1] <= room
            if below, !above || high - selection <= selection - low {
                high += 1
                used += heights[high]
            } else if above {
                low -= 1
                used += heights[low]
            } else {
                break
            }
        }
        return low...high
    }
}
