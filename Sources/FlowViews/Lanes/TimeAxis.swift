import FlowTrace

/// Which column shows which stretch of time.
///
/// A cell is an absolute bin of time, so marbles move whole cells and a cell changes only while it is the newest. A run grows
/// from the left until it reaches the right edge, then scrolls.
struct TimeAxis {
    /// The stretch of time of one cell, in nanoseconds.
    let cell: UInt64
    /// The first column on the surface.
    let x: Int
    /// How many columns there are.
    let width: Int
    /// The bin in the first column.
    let firstBin: Int
    /// The bin of the present.
    let nowBin: Int

    init(now: TraceTime, playhead: TraceTime?, cell: UInt64, x: Int, width: Int) {
        self.cell = cell
        self.x = x
        self.width = max(0, width)
        nowBin = Int(clamping: now.nanoseconds / cell)
        let scrolled = max(0, nowBin - max(0, width - 1))
        firstBin = playhead.map { min(scrolled, Int(clamping: $0.nanoseconds / cell)) } ?? scrolled
    }

    /// The column right of the present's, where the now line stands.
    var nowLine: Int {
        x + min(width, nowBin - firstBin + 1)
    }

    /// The place of a moment's bin, from 0; may lie outside the columns.
    func place(of time: TraceTime) -> Int {
        Int(clamping: time.nanoseconds / cell) - firstBin
    }

    /// The places that lie between the first column and the present.
    var places: Range<Int> {
        0..<max(0, min(width, nowBin - firstBin + 1))
    }

    /// The first moment of a place.
    func start(of place: Int) -> TraceTime {
        TraceTime(nanoseconds: UInt64(max(0, firstBin + place)).multipliedReportingOverflow(by: cell).partialValue)
    }
}
