import FlowScreen

/// Gives the rows of a screen out: first what cannot be missed, then one thing after the other while they last, each whole or
/// not at all.
struct Rows {
    let request: Layout.Request
    private(set) var shown: [Int] = []
    private(set) var captionRows = 1
    private(set) var hasBlankBeforeCaption = false
    private(set) var hasVerdict = false
    private(set) var hasPanels = false
    private(set) var hasChain = false
    private(set) var hasLaneGaps = false
    private(set) var hasSpill = false
    private var bufferRows = 1
    private var demandRows = 1
    private var left = 0

    init(_ request: Layout.Request) {
        self.request = request
    }

    /// Rows of a lane's chart or track.
    func chartRows(of index: Int) -> Int {
        switch request.lanes[index].kind {
        case .buffer: bufferRows
        case .demand: index == request.selection ? demandRows : 1
        case .source, .output: 1
        }
    }

    mutating func giveOut() {
        left = request.size.height - 4
        chooseLanes()
        take(1) { _ in }  // the inspector's first line
        take(1) { $0.captionRows = 2 }
        take(1) { $0.hasBlankBeforeCaption = true }
        if request.size.width >= 80 || request.isPane {
            take(request.size.width >= 110 ? 3 : 6) { $0.hasPanels = true }
        } else {
            take(1) { _ in }  // the inspector's second line
        }
        take(1) { $0.hasVerdict = true }
        guard request.size.height >= 30 else { return }
        if request.isPane { take(1) { $0.captionRows = 3 } }
        take(1) { $0.hasChain = true }
        take(shown.count - 1) { $0.hasLaneGaps = true }
        giveCharts()
    }

    private mutating func giveCharts() {
        let buffers = shown.count { request.lanes[$0].kind == .buffer }
        if buffers > 0 { take(buffers) { $0.bufferRows = 2 } }
        if buffers > 0, !request.bounded.isEmpty || request.size.height >= 42 { take(buffers) { $0.bufferRows = 3 } }
        if shown.contains(request.selection), request.lanes[request.selection].kind == .demand { take(2) { $0.demandRows = 3 } }
        if !request.bounded.isEmpty { take(request.bounded.count) { $0.hasSpill = true } }
    }

    private mutating func take(_ rows: Int, _ give: (inout Rows) -> Void) {
        guard rows <= left else { return }
        left -= rows
        give(&self)
    }

    /// The lanes around the selected one that fit, keeping a row to say how many do not.
    private mutating func chooseLanes() {
        let heights = request.lanes.map { $0.showsWork ? 3 : 2 }
        shown = Array(request.lanes.indices)
        guard heights.reduce(0, +) > left else {
            left -= heights.reduce(0, +)
            return
        }
        left -= 1
        let selection = min(max(0, request.selection), request.lanes.count - 1)
        var low = selection
        var high = selection
        var used = heights[selection]
        // Above and below in turn, so that what feeds the selected lane is seen, and what it feeds.
        while true {
            let below = high + 1 < heights.count && used + heights[high + 1] <= left
            let above = low > 0 && used + heights[low - 1] <= left
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
        shown = Array(low...high)
        left -= used
    }
}
