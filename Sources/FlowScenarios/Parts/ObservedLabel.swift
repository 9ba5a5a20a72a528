import FlowTrace

/// What `assign` writes to; its property is recorded as a state.
final class ObservedLabel {
    var text = "" {
        didSet { recorder.record(state: .custom("text = \"\(text)\""), on: edge) }
    }

    private let recorder: Recorder
    private let edge: EdgeID

    init(recorder: Recorder, edge: EdgeID) {
        self.recorder = recorder
        self.edge = edge
    }
}
