import FlowScreen
import FlowText

/// The label beside a lane: its role, and its current state.
struct LaneLabel {
    private let lane: ScreenLane
    private let pane: PaneState

    init(_ lane: ScreenLane, in pane: PaneState) { (self.lane, self.pane) = (lane, pane) }

    var gutter: LaneGutter {
        let isPast = pane.playhead != nil
        guard lane.kind == .demand else {
            return LaneFacts.gutter(of: pane.model, lane: lane.index, at: pane.shown, isPast: isPast, isAtEnd: pane.isAtEnd)
        }
        return LaneFacts.demandGutter(
            of: pane.model, lane: lane.index, at: pane.shown, next: pane.nextRequest, isPast: isPast, isAtEnd: pane.isAtEnd)
    }

    /// The role of a lane and its values, in wordings of decreasing length.
    var roles: [String] {
        switch lane.kind {
        case .source: return ["sends"]
        case .buffer: return [LaneFacts.verb(ofBuffer: lane.index, in: pane.model)]
        case .demand:
            let isOfIterator = LaneFacts.isOfIterator(lane: lane.index, in: pane.model, at: pane.shown.sequence)
            return [isOfIterator ? "waits" : "asks"]
        case .output:
            let verb = LaneFacts.verb(of: pane.model, lane: lane.index)
            guard let type = pane.model.valueType(ofLane: lane.index).map(TextWidth.sanitised) else { return [verb] }
            return ["\(verb) \(type)", type]
        }
    }
}
