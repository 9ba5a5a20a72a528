import FlowModel
import FlowTrace

/// All that a frame is drawn from.
public struct ScreenState: Sendable {
    /// The scenario's or program's name.
    public var id: String
    /// A few words about it.
    public var title: String
    /// One stream, or two side by side; never empty.
    public var panes: [PaneState]
    /// The selected lane of the screen, from the top.
    public var selection = 0
    /// The stretch of time of one cell, in nanoseconds; positive.
    public var cell: UInt64
    /// How fast time runs: 1 is as fast as the clock.
    public var speed = 1.0
    /// How much less time has passed than the speed says, because too much happened in it, in nanoseconds.
    public var behind: UInt64 = 0
    public var isFrozen = false
    /// The overlay over the lanes.
    public var overlay: Overlay?
    /// How many rows the overlay is moved on from its initial position, back if negative.
    public var scroll = 0
    /// The lesson of the scenario and the keys to press, in one line, the longest wording first; empty once that is done.
    public var lesson: [String] = []
    /// An answer to a key, shown instead of the caption.
    public var notice: String?
    /// Whether the notice is a line that is being typed.
    public var isTyping = false
    /// The conditions that stop time.
    public var breakpoints: [BreakpointRow] = []
    /// The condition that is being typed, with a sign at the cursor, and its error.
    public var typed: (text: String, error: String?)?
    /// The chain that is being typed, `nil` while none is.
    public var editor: EditorState?
    /// Whether the title is the running program: it is cut rather than left out.
    public var titleRuns = false
    /// The keys that apply.
    public var keys: KeyContext
    /// All keys, by which everything on the screen is named.
    public var table = KeyTable.standard
    /// The Swift text of the chain.
    public var code = ""
    /// The pipelines of a program, `nil` where lanes are shown.
    public var list: PipelineList?
    /// The progress of a tried file, `nil` elsewhere.
    public var tried: TriedPanel?
    /// The text of the tour's stop, `nil` if no tour is taken.
    public var tour: TourPanel?
    /// The records missing from the trace, in words.
    public var notes: [String] = []
    /// The scenarios, for the picker.
    public var catalogue: [PickerEntry] = []
    /// The text typed in the picker, `nil` while nothing is typed.
    public var pickerSearch: PickerSearch?

    public init(id: String, title: String, panes: [PaneState], cell: UInt64, keys: KeyContext = KeyContext()) {
        precondition(!panes.isEmpty, "ScreenState needs a pane")
        precondition(cell > 0, "ScreenState.cell must be positive, got 0")
        self.id = id
        self.title = title
        self.panes = panes
        self.cell = cell
        self.keys = keys
    }

    /// The present: that of the pane whose run is the furthest.
    public var now: TraceTime { panes.map(\.now.time).max() ?? .zero }

    /// The lanes of the first pane.
    public var lanes: [ScreenLane] { ScreenLane.lanes(of: panes[0].model) }
}

extension ScreenState {
    /// Which key makes a stream go on that waits for its user; `nil` where it goes on by itself, and in the past.
    var waitsFor: KeyText? {
        let pane = panes[0]
        guard keys.subject == .scenario, !keys.isOver, pane.playhead == nil else { return nil }
        if keys.isPaused, keys.controls.contains("resume") { return "\(.press(.togglePause)) resumes it." }
        if keys.controls.contains("more") { return "\(.press(.more)) calls the completion handler: more." }
        let outputs = pane.model.lanes.filter { $0.spec.role == .output }
        let waits = outputs.allSatisfy { $0.totals(upTo: pane.now.sequence).outstanding == .none }
        return waits && keys.controls.contains("request") ? "\(.press(.request1)) asks for 1 more." : nil
    }
}
