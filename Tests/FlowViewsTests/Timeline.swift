import FlowAnalysis
import FlowModel
import FlowScreen
import FlowTrace
import Synchronization
@testable import FlowViews

/// A stream written by hand, for tests of single lanes.
final class Timeline {
    private final class Clock: Sendable {
        let nanoseconds = Atomic<UInt64>(0)
    }

    private let recorder: Recorder
    private let clock = Clock()
    private let source: EdgeID
    private let buffer: EdgeID
    private let output: EdgeID
    /// The edge into the buffer, which has no lane.
    private let input: EdgeID
    private var isSubscribed = false
    private var model = StreamModel(
        lanes: [LaneSpec("source", .source), LaneSpec("buffer", .buffer), LaneSpec("output", .output)])

    init(capacity: Int = 100) {
        recorder = Recorder(clock: .custom { [clock] in clock.nanoseconds.load(ordering: .relaxed) })
        let node = recorder.declareNode(.buffer, name: "buffer", capacity: capacity, overflow: .dropOldest, prefetch: .byRequest)
        source = recorder.declareEdge(.source, label: "source", upstream: node, downstream: node)
        buffer = recorder.declareEdge(.store, label: "buffer", upstream: node, downstream: node)
        output = recorder.declareEdge(.link, label: "output", upstream: node, downstream: node)
        input = recorder.declareEdge(.link, label: "input", downstream: node)
    }

    /// Records at a time in milliseconds.
    func at(_ milliseconds: UInt64, _ body: (Timeline) -> Void) { at(nanoseconds: milliseconds * 1_000_000, body) }

    /// Records at a time in nanoseconds.
    func at(nanoseconds: UInt64, _ body: (Timeline) -> Void) {
        clock.nanoseconds.store(nanoseconds, ordering: .relaxed)
        body(self)
    }

    func ask(_ count: Int) {
        if !isSubscribed { recorder.record(.subscribed, on: output) }
        isSubscribed = true
        recorder.record(.request, on: output, demand: .max(count))
    }

    /// Records that the buffer is subscribed and requests one value.
    func open() {
        recorder.record(.subscribed, on: input)
        recorder.record(.request, on: input, demand: .max(1))
    }

    /// Records a value that enters the buffer through its input.
    func feed(_ value: String) {
        recorder.record(.value, on: input, value: .string(value))
        hold(value)
    }

    func send(_ value: String) { recorder.record(.offered, on: source, value: .string(value)) }
    func deliver(_ value: String) { recorder.record(.value, on: output, value: .string(value)) }
    func hold(_ value: String) { recorder.record(.buffered, on: buffer, value: .string(value)) }
    func release(_ value: String) { recorder.record(.unbuffered, on: buffer, value: .string(value)) }
    func refuse(_ value: String) { recorder.record(.dropped, on: source, value: .string(value), reason: .noDemand) }
    func drop(_ value: String) { recorder.record(.dropped, on: buffer, value: .string(value), reason: .overflowOldest) }
    func holdUndescribed() { recorder.record(.buffered, on: buffer) }
    func deliverUndescribed() { recorder.record(.value, on: output) }
    func pause() { recorder.record(.state, on: output, value: .string("paused")) }
    func cancel() { recorder.record(.cancel, on: output) }

    /// The records, seen at a time in milliseconds.
    ///
    /// - Parameter cell: The duration of a cell, in nanoseconds.
    func context(
        at milliseconds: UInt64, width: Int = 20, cell: UInt64 = 100_000_000, signs: Signs = .unicode, followed: Set<Int>? = nil
    ) -> LaneContext {
        model.update(from: recorder)
        let now = model.moment(at: TraceTime(nanoseconds: milliseconds * 1_000_000))
        let axis = TimeAxis(now: now.time, playhead: nil, cell: cell, x: 0, width: width)
        var pane = PaneState(variant: "", point: "", stream: StreamAnalysis(model), now: now, chain: [])
        pane.followed = followed
        return LaneContext(pane: pane, axis: axis, signs: signs, followed: nil)
    }

    /// The annotation row and the track of the source.
    func sourceRows(_ context: LaneContext) -> [String] {
        rows(ScreenLane(kind: .source, index: 0, name: "source", showsWork: false), context)
    }

    /// The annotation row and the track of the output.
    func outputRows(_ context: LaneContext) -> [String] {
        rows(ScreenLane(kind: .output, index: 2, name: "output", showsWork: false), context)
    }

    private func rows(_ lane: ScreenLane, _ context: LaneContext) -> [String] {
        var surface = Surface(width: context.axis.width, height: 2, filled: " ")
        ValueLaneView(lane: lane, context: context, showsRequests: false).draw(into: &surface, y: 0)
        return TextOutput.render(surface).split(separator: "\n", omittingEmptySubsequences: false).prefix(2).map(String.init)
    }
}
