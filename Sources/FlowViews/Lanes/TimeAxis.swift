import FlowTrace

/// Maps columns to intervals of time.
///
/// A cell is an absolute bin of time, so marbles move by whole cells, and only the newest cell changes. A run grows from the left
/// until it reaches the right edge, then scrolls.
struct TimeAxis {
    /// The duration of one cell, in nanoseconds.
    let cell: UInt64
    /// The first column on the surface.
    let x: Int
    /// The number of columns.
    let width: Int
    /// The bin in the first column.
    let firstBin: Int
    /// The bin of the present.
    let nowBin: Int

    /// - Parameter start: The time to begin with while the playhead lies in the columns after it; the axis scrolls to a playhead
    ///   beyond them. Without a playhead, the axis ends at the present.
    init(now: TraceTime, playhead: TraceTime?, start: TraceTime? = nil, cell: UInt64, x: Int, width: Int) {
        self.cell = cell
        self.x = x
        self.width = max(0, width)
        nowBin = Int(clamping: now.nanoseconds / cell)
        let scrolled = max(0, nowBin - max(0, width - 1))
        guard let playhead else {
            firstBin = scrolled
            return
        }
        let shown = Int(clamping: playhead.nanoseconds / cell)
        let first = start.map { max(Int(clamping: $0.nanoseconds / cell), shown - max(0, width - 1)) }
        firstBin = min(scrolled, shown, first ?? shown)
    }

    /// The column of the now line, right of the present.
    var nowLine: Int { x + min(width, nowBin - firstBin + 1) }

    /// The column of a moment's bin, from 0; may lie outside the columns.
    func column(of time: TraceTime) -> Int { Int(clamping: time.nanoseconds / cell) - firstBin }

    /// The columns that lie between the first column and the present.
    var columns: Range<Int> { 0..<max(0, min(width, nowBin - firstBin + 1)) }

    /// The columns that lie wholly before a time.
    func columns(before time: TraceTime) -> Range<Int> { columns.clamped(to: 0..<max(0, column(of: time))) }

    /// The columns from a time on, up to the present.
    func columns(from time: TraceTime) -> Range<Int> { columns.clamped(to: max(0, column(of: time))..<Int.max) }

    func start(of column: Int) -> TraceTime {
        TraceTime(nanoseconds: UInt64(max(0, firstBin + column)).multipliedReportingOverflow(by: cell).partialValue)
    }
}

/// The numbers of the ruler.
struct Grid {
    /// A number and its column.
    struct Tick {
        let column: Int
        let text: String
    }

    let ticks: [Tick]

    private static let steps: [UInt64] =
        [10, 20, 50, 100, 200, 500].map { $0 * 1_000 }
        + [1, 2, 5, 10, 20, 50, 100, 200, 500].map { $0 * 1_000_000 }
        + [1, 2, 5, 10, 20, 60, 120, 300, 600, 1_800, 3_600].map { $0 * 1_000_000_000 }

    /// - Parameter countsEvents: Whether each event has a column, regardless of its time: then the ruler has no numbers, only
    ///   `all at once`.
    init(axis: TimeAxis, countsEvents: Bool = false) {
        guard !countsEvents else {
            ticks = [Tick(column: 0, text: "all at once")]
            return
        }
        let step = Grid.steps.first { $0 / axis.cell >= 8 && $0 % axis.cell == 0 } ?? Grid.steps.last ?? axis.cell
        var found: [Tick] = []
        let begin = axis.start(of: 0)
        var time = begin.nanoseconds % step == 0 ? begin : begin + (step - begin.nanoseconds % step)
        while axis.column(of: time) < axis.columns.upperBound {
            let text = time.description
            found.append(Tick(column: axis.column(of: time), text: found.isEmpty ? text + " s" : text))
            let next = time + step
            // Time has reached its maximum, so this is the last number.
            guard next > time, next.nanoseconds % step == 0 else { break }
            time = next
        }
        ticks = found
    }
}

/// Divides a row into label, lanes, the now line and gutter.
struct Columns {
    /// Columns for names.
    let label: Int
    /// Columns of the shared time axis.
    let lanes: Int
    /// Columns right of the now line; 0 for none.
    let gutter: Int

    /// Divides the whole screen; a very wide screen shows long names of lanes in full.
    ///
    /// - Parameter longestName: The width of the longest lane name, in columns.
    init(width: Int, longestName: Int = 0) {
        label = width >= 150 ? min(max(13, longestName + 2), 24) : width >= 110 ? 13 : 10
        gutter = width >= 110 ? 19 : width >= 80 ? 15 : 0
        lanes = max(0, width - label - gutter - 1)
    }

    /// Divides a pane beside another.
    init(paneWidth width: Int) {
        label = 11
        gutter = 0
        lanes = max(0, width - label - 1)
    }
}
