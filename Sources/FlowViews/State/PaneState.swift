import FlowAnalysis
import FlowModel
import FlowTrace
import FlowVerdict

/// One stream on the screen: its model, the present, and the moment that is shown.
public struct PaneState: Sendable {
    public var variant: String
    /// Its difference from the other.
    public var point: String
    /// The events, and their analysis.
    public var stream: StreamAnalysis
    public var now: Moment
    /// The moment that is shown, `nil` while that is the present.
    public var playhead: Moment?
    /// The chain row: the stages from source to sink, and where streams fork and join.
    public var chain: ChainShape
    /// The events of the value that is followed, by sequence; `nil` while the one is marked that the caption speaks of.
    public var followed: Set<Int>?
    /// The scenario's additions to captions.
    public var remarks: [Remark]
    /// When the pacing subscriber asks again, if that is known.
    public var nextRequest: TraceTime?
    /// The pace in words at the moment that is shown, if the user can change it.
    public var interval: String?

    /// Where the stream is held back at the moment that is shown; `nil` if nothing has happened yet.
    public var report: PipelineReport?

    /// Where the events are known one by one.
    public var known = KnownSpan()

    /// Whether the lanes have a column for each event, because all happened at once.
    public var isByEvent = false

    /// Creates a pane at the start of a run.
    public init(
        variant: String, point: String, stream: StreamAnalysis, now: Moment = .start, chain: ChainShape, remarks: [Remark] = []
    ) {
        self.variant = variant
        self.point = point
        self.stream = stream
        self.now = now
        self.chain = chain
        self.remarks = remarks
    }

    public var model: StreamModel { stream.model }

    /// The most events that are laid out one by one.
    public static let mostByEvent = 500

    /// The pane whose lanes are drawn: this one, or one in which the events come one after the other and fill some columns.
    func drawn(cell: UInt64, columns: Int) -> PaneState {
        guard isByEvent else { return self }
        let step = cell * UInt64(max(1, min(6, (columns - 2) / (model.log.count + 1))))
        let time = { (sequence: Int) in TraceTime(nanoseconds: UInt64(sequence) * step) }
        var pane = self
        pane.stream = StreamAnalysis(model.retimed(time))
        pane.now = Moment(time: time(now.sequence), sequence: now.sequence)
        pane.playhead = playhead.map { Moment(time: time($0.sequence), sequence: $0.sequence) }
        return pane
    }

    /// The moment that gutter, inspector, caption and log speak of.
    public var shown: Moment { playhead ?? now }
}
