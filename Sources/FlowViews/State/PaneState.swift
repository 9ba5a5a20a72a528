import FlowAnalysis
import FlowModel
import FlowTrace
import FlowVerdict

/// One stream on the screen: its model, the present, and the moment shown.
public struct PaneState: Sendable {
    public var variant: String
    /// The difference of this variant from the other.
    public var point: String
    /// The events, and their analysis.
    public var stream: StreamAnalysis
    public var now: Moment
    /// The moment shown, `nil` for the present.
    public var playhead: Moment?
    /// The time at which the axis begins while it can show the playhead; `nil` if the axis has no fixed beginning.
    public var axisStart: TraceTime?
    /// The chain row: the stages from source to sink, with forks and joins.
    public var chain: ChainShape
    /// The events of the followed value, by sequence number; `nil` to mark the caption's value instead.
    public var followed: Set<Int>?
    /// The scenario's additions to captions.
    public var remarks: [Remark]
    /// The time of the pacing subscriber's next request, if known.
    public var nextRequest: TraceTime?
    /// The pace in words at the moment shown, if the user can change it.
    public var interval: String?

    /// The report on the stream at the moment shown; `nil` before the first event.
    public var report: PipelineReport?

    /// The stacks of calls that made and feed the selected lane.
    public var stacks: [RecordedStack] = []

    /// The stretch in which events are known one by one.
    public var known = KnownSpan()

    /// The waits for the executors of a program.
    public var executors = ExecutorHistory()

    /// The forecast to draw below the lane of a store; `nil` for none.
    public var foretold: ForetoldLane?

    /// Whether it shows the end of a program's trace: what has not ended has no present any more.
    public var isAtEnd = false

    /// Whether the lanes have a column for each event, because all happened at the same time.
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

    /// The forecast for a lane; `nil` for none.
    func foretold(_ lane: ScreenLane) -> ForetoldLane? {
        guard lane.kind == .buffer, let foretold, model.laneIndex(ofEdge: foretold.edge) == lane.index else { return nil }
        return foretold
    }

    /// The maximum number of events to lay out one by one.
    public static let mostByEvent = 500

    /// The pane to draw: this one, or one whose simultaneous events are spread over some columns.
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

    /// The executors with lanes: those with measured waits, where columns are times.
    var shownExecutors: [TracedExecutor] { isByEvent ? [] : executors.measured }

    /// The waits for an executor as of the moment shown; `nil` if none are recorded until then.
    func delay(of executor: TracedExecutor) -> ExecutorDelay? { executors.delay(of: executor, at: shown.time.nanoseconds) }

    /// The moment that gutter, inspector, caption and log show.
    public var shown: Moment { playhead ?? now }
}
