/// What a pipeline's events add up to; kept while they come.
struct PipelineTotals: Hashable, Sendable {
    var events = 0
    var values = 0
    var held = 0
    var dropped = 0

    static func += (lhs: inout PipelineTotals, rhs: PipelineTotals) {
        lhs.events += rhs.events
        lhs.values += rhs.values
        lhs.held += rhs.held
        lhs.dropped += rhs.dropped
    }
}
