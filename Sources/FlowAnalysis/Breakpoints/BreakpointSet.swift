import FlowModel
import FlowTrace

/// Several breakpoints, asked together as time goes on.
public struct BreakpointSet: Sendable {
    private var watches: [BreakpointWatch]
    /// Up to where events were looked at.
    public private(set) var looked: Moment

    /// Begins at a moment; what holds there already has to cease before it can stop time.
    public init(_ breakpoints: [Breakpoint], in model: StreamModel, at moment: Moment) {
        watches = breakpoints.map { BreakpointWatch($0, in: model, at: moment) }
        looked = moment
    }

    /// The first moment up to another at which one of the conditions comes to hold.
    ///
    /// - Parameters:
    ///   - model: The lanes, empty where none are shown.
    ///   - timeline: The events to look at.
    /// - Complexity: O(new events × breakpoints).
    public mutating func next(in model: StreamModel, _ timeline: TraceLog, upTo moment: Moment) -> BreakpointHit? {
        var first: BreakpointHit?
        for watch in watches {
            var trial = watch
            if let hit = trial.next(in: model, timeline, upTo: first?.moment ?? moment),
                first.map({ hit.moment < $0.moment }) ?? true
            {
                first = hit
            }
        }
        looked = first?.moment ?? moment
        for place in watches.indices { _ = watches[place].next(in: model, timeline, upTo: looked) }
        return first
    }
}
