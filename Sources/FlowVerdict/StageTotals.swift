/// Sums of a stage over its life or over a window: counts, and the durations of its conditions in nanoseconds.
///
/// All are `Double`s, exact up to 2^53, since a window may begin between two marks.
struct StageTotals: Sendable {
    /// While it was subscribed.
    var live = 0.0
    var busy = 0.0
    /// While it was busy in calls although it had demand left.
    var blocked = 0.0
    /// While it was busy because a send or a write of a stream that it feeds had not returned.
    var sending = 0.0
    /// While a viewer held or slowed it; the other durations leave this time out.
    var handed = 0.0
    var starved = 0.0
    var heldBack = 0.0
    /// While it held values without demand.
    var backed = 0.0
    /// While it held values.
    var holding = 0.0
    /// While it held requested values.
    var due = 0.0
    /// While it held values, its downstream had demand, and it had demand left itself.
    var working = 0.0
    /// While its demand was limited.
    var limited = 0.0
    /// Values held × time.
    var waited = 0.0
    var incoming = 0.0
    var outgoing = 0.0
    /// Held values that left, delivered or dropped.
    var left = 0.0
    var dropped = 0.0

    static func - (lhs: StageTotals, rhs: StageTotals) -> StageTotals { lhs.combined(with: rhs) { $0 - $1 } }

    /// Interpolates linearly.
    ///
    /// - Parameter part: From 0 for these totals to 1 for `later`.
    func mixed(with later: StageTotals, part: Double) -> StageTotals { combined(with: later) { $0 + ($1 - $0) * part } }

    private func combined(with other: StageTotals, _ combine: (Double, Double) -> Double) -> StageTotals {
        StageTotals(
            live: combine(live, other.live), busy: combine(busy, other.busy),
            blocked: combine(blocked, other.blocked), sending: combine(sending, other.sending),
            handed: combine(handed, other.handed),
            starved: combine(starved, other.starved),
            heldBack: combine(heldBack, other.heldBack),
            backed: combine(backed, other.backed), holding: combine(holding, other.holding), due: combine(due, other.due),
            working: combine(working, other.working),
            limited: combine(limited, other.limited), waited: combine(waited, other.waited),
            incoming: combine(incoming, other.incoming), outgoing: combine(outgoing, other.outgoing),
            left: combine(left, other.left), dropped: combine(dropped, other.dropped))
    }

    /// A duration as a share of the time it was subscribed; 0 if it was not.
    func share(of duration: Double) -> Double { live > 0 ? min(1, max(0, duration / live)) : 0 }
}

/// The sums of a stage at a moment.
struct StageMark: Sendable {
    var totals = StageTotals()
    var held = 0
    /// Whether it may have held more.
    var heldIsLowerBound = false
    /// The wait of the last departed value, in nanoseconds.
    var wait: UInt64 = 0
}

/// The condition of a stage between two events, according to the demand above and below.
public enum StageCondition: String, Hashable, Sendable {
    /// It is not subscribed, is over, or has nothing to do.
    case idle
    /// Its downstream has demand, and it has none: it is working, or holds values.
    case busy
    /// Its downstream and it have demand, and no value has arrived; a source has sent nothing.
    case starved
    /// It could continue, but its downstream has no demand.
    case heldBack
}
