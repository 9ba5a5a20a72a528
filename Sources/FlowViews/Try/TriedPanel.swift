/// The progress of a tried file: its state, and below that its output, or the messages of the compiler.
public struct TriedPanel: Sendable, Equatable {
    /// The state.
    public var title: String
    /// The kind of the state: good or bad.
    public var tone: PanelLine.Tone
    public var lines: [PanelLine]
    /// Whether to show as many of the first lines as fit; otherwise the last few.
    public var showsStart: Bool
    /// Whether the file has run, so that there are lanes above the panel.
    public var hasRun = true

    public init(title: String, tone: PanelLine.Tone = .plain, lines: [PanelLine] = [], showsStart: Bool = false) {
        (self.title, self.tone, self.lines, self.showsStart) = (title, tone, lines, showsStart)
    }
}
