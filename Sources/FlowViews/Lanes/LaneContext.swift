import FlowModel
import FlowScreen
import FlowTrace

/// What every lane is drawn with.
struct LaneContext {
    let pane: PaneState
    let axis: TimeAxis
    let signs: Signs
    /// The value that the caption speaks of.
    let followed: String?

    /// Events count up to here: all of them; what lies right of the playhead is drawn as a ghost afterwards.
    var sequence: Int {
        pane.now.sequence
    }

    /// The style of a value's text, bold and underlined where the caption speaks of it.
    func style(of text: String, _ role: Role) -> Style {
        text == followed ? Style(role).bold().underlined() : Style(role)
    }
}
