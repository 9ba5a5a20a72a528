import FlowModel
import FlowTrace
import FlowVerdict
import FlowViews

/// The parts of a screen with which a later screen is compared, to tell the user what changed. The streams are left out: a
/// reference to them would cause a copy with every event.
struct PlainGlance {
    let subject: String
    let id: String
    let overlay: ScreenState.Overlay?
    let breakpoints: [BreakpointRow]
    /// Whether the user was typing a condition.
    let typesCondition: Bool
    let list: (selection: Int, order: ListOrder, filter: String, lines: Int)?
    /// The selected lane.
    let selection: Int
    let now: Moment
    let playhead: Moment?
    let caption: String?
    let isFrozen: Bool
    let speed: Double
    let cell: UInt64
    let foretold: ForetoldLane?

    init(_ screen: ScreenState) {
        let pane = screen.panes[0]
        subject = PlainNews.subject(of: screen)
        (id, overlay, breakpoints, typesCondition) = (screen.id, screen.overlay, screen.breakpoints, screen.typed != nil)
        list = screen.list.map { ($0.selection, $0.order, $0.filter.text, $0.lineCount) }
        (selection, now, playhead, isFrozen) = (screen.selection, pane.now, pane.playhead, screen.isFrozen)
        caption = PlainRenderer(screen).caption(of: pane)
        (speed, cell, foretold) = (screen.speed, screen.cell, pane.foretold)
    }
}
