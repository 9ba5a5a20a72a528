/// Sums of a stage, from its beginning or over a window: durations in nanoseconds, and counts.
///
/// All are `Double`s, exact up to 2^53, so that a window may begin between two marks.
struct StageTotals: Sendable {
    /// While it was subscribed.
    var live = 0.0
    var busy = 0.0
    var starved = 0.0
    var heldBack = 0.0
    /// While it held values that nobody asked for.
    var backed = 0.0
    /// While it held values, was wanted to pass them on, and took further ones.
    var working = 0.0
    /// While a limited number of values was wanted of it.
    var limited = 0.0
    /// Values held × time.
    var waited = 0.0
    var incoming = 0.0
    var outgoing = 0.0
    /// Values that left what it holds, however.
    var left = 0.0
    var dropped = 0.0

    static func - (lhs: StageTotals, rhs: StageTotals) -> StageTotals {
        lhs.combined(with: rhs) { $0 - $1 }
    }

    /// What lies a `part` of the way to later totals.
    func mixed(with later: StageTotals, part: Double) -> StageTotals {
        combined(with: later) { $0 + ($1 - $0) * part }
    }

    private func combined(with other: StageTotals, _ combine: (Double, Double) -> Double) -> StageTotals {
        StageTotals(
            live: combine(live, other.live), busy: combine(busy, other.busy), starved: combine(starved, other.starved),
            heldBack: combine(heldBack, other.heldBack),
            backed: combine(backed, other.backed), working: combine(working, other.working),
            limited: combine(limited, other.limited), waited: combine(waited, other.waited),
            incoming: combine(incoming, other.incoming), outgoing: combine(outgoing, other.outgoing),
            left: combine(left, other.left), dropped: combine(dropped, other.dropped))
    }

    /// A part of the time it was subscribed, 0 where it was not.
    func share(of duration: Double) -> Double {
        live > 0 ? min(1, max(0, duration / live)) : 0
    }
}
