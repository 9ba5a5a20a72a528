/// How many subscriptions a stage has on one side: there have been, are live, are asked of, are asked of without limit.
struct EdgeWeight: Hashable, Sendable {
    var ever = 0
    var live = 0
    var open = 0
    var unlimited = 0

    static func + (lhs: EdgeWeight, rhs: EdgeWeight) -> EdgeWeight {
        EdgeWeight(
            ever: lhs.ever + rhs.ever, live: lhs.live + rhs.live, open: lhs.open + rhs.open,
            unlimited: lhs.unlimited + rhs.unlimited)
    }

    static func - (lhs: EdgeWeight, rhs: EdgeWeight) -> EdgeWeight {
        EdgeWeight(
            ever: lhs.ever - rhs.ever, live: lhs.live - rhs.live, open: lhs.open - rhs.open,
            unlimited: lhs.unlimited - rhs.unlimited)
    }
}
