import FlowModel
import FlowTrace

/// The complete input of a frame.
public struct ScreenState: Sendable {
    /// The scenario's or program's name.
    public var id: String
    /// A few words about it.
    public var title: String
    /// One stream, or two side by side; never empty.
    public var panes: [PaneState]
    /// The selected lane of the screen, from 0 at the top.
    public var selection = 0
    /// The duration of one cell, in nanoseconds; positive.
    public var cell: UInt64
    /// The speed of time; 1 is the speed of the clock.
    public var speed = 1.0
    /// The nanoseconds by which the stream lags behind the clock, because of too many events.
    public var behind: UInt64 = 0
    public var isFrozen = false
    /// The overlay over the lanes.
    public var overlay: Overlay?
    /// The rows by which the overlay is scrolled from its initial position; negative is back.
    public var scroll = 0
    /// The lesson of the scenario, in wordings of one line, longest first; empty if there is none.
    public var lesson: [String] = []
    /// An answer to a key, shown instead of the caption.
    public var notice: String?
    /// Whether the notice is an input line.
    public var isTyping = false
    /// The conditions that stop time.
    public var breakpoints: [BreakpointRow] = []
    /// The typed condition with a sign at the cursor, and its error.
    public var typed: (text: String, error: String?)?
    /// The input line for a chain, `nil` while it is closed.
    public var editor: EditorState?
    /// Whether the title describes what runs. Then a title that does not fit is cut instead of omitted.
    public var titleRuns = false
    /// The keys that apply.
    public var keys: KeyContext
    /// The table with the names of all keys on the screen.
    public var table = KeyTable.standard
    /// The Swift text of the chain.
    public var code = ""
    /// The list of pipelines, `nil` while lanes are shown.
    public var list: PipelineList?
    /// The progress of a tried file, `nil` elsewhere.
    public var tried: TriedPanel?
    /// The text of the tour's stop, `nil` off the tour.
    public var tour: TourPanel?
    /// The records missing from the trace, in words.
    public var notes: [String] = []
    /// The scenarios, for the picker.
    public var catalogue: [PickerEntry] = []
    /// The typed search in the picker, `nil` while the search line is closed.
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

    /// The present: the latest of all panes.
    public var now: TraceTime { panes.map(\.now.time).max() ?? .zero }

    /// The lanes of the first pane.
    public var lanes: [ScreenLane] { ScreenLane.lanes(of: panes[0].model) }
}

extension ScreenState {
    /// The key that continues a stream that waits for its user; `nil` if it does not wait, and in the past.
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
