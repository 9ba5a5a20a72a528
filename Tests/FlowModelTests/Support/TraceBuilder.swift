import FlowModel
import FlowTrace
import Synchronization

/// Writes a trace by hand, on a manual clock, as the probes of a scenario would.
final class TraceBuilder {
    private final class Clock: Sendable {
        let nanoseconds = Atomic<UInt64>(0)
    }

    let recorder: Recorder
    private let clock = Clock()
    private let lanes: [LaneSpec]
    private var edges: [String: EdgeID] = [:]

    init(_ lanes: [LaneSpec]) {
        self.lanes = lanes
        recorder = Recorder(clock: .custom { [clock] in clock.nanoseconds.load(ordering: .relaxed) })
    }

    /// Declares the edge of a lane.
    func edge(_ label: String, _ role: EdgeFact.Role, from upstream: NodeID? = nil, to downstream: NodeID? = nil) {
        edges[label] = recorder.declareEdge(role, label: label, upstream: upstream, downstream: downstream ?? upstream)
    }

    /// Moves the clock to a time.
    func at(_ seconds: Double, _ body: () -> Void) {
        clock.nanoseconds.store(TraceTime(seconds: seconds).nanoseconds, ordering: .relaxed)
        body()
    }

    /// Records a signal, and its consequences.
    func signal(_ lane: String, _ kind: SignalKind, causing body: () -> Void = {}) {
        recorder.causing(recorder.record(kind, on: id(lane)), body)
    }

    /// Records a signal with a value, and its consequences.
    func signal(
        _ lane: String, _ kind: SignalKind, _ value: String, reason: DropReason? = nil, causing body: () -> Void = {}
    ) {
        recorder.causing(recorder.record(kind, on: id(lane), value: .string(value), reason: reason), body)
    }

    /// Records demand, and its consequences.
    func ask(_ lane: String, _ demand: Demand, _ kind: SignalKind = .request, causing body: () -> Void = {}) {
        recorder.causing(recorder.record(kind, on: id(lane), demand: demand), body)
    }

    /// The model of the records.
    func model() -> StreamModel {
        var model = StreamModel(lanes: lanes)
        model.update(from: recorder)
        return model
    }

    private func id(_ lane: String) -> EdgeID {
        guard let id = edges[lane] else { preconditionFailure("no edge called \(lane)") }
        return id
    }
}
