import FlowCore
import FlowTrace
import OpenCombineShim

/// The user's hand, and a timer's, on a pausable sink.
final class PauseControl {
    var sink: (any Pausable & Cancellable & Sendable)?
    /// What resumes the sink by itself; stops with the stream.
    var timer: (any Cancellable)?

    private let recorder: Recorder
    private let edge: EdgeID
    private let scheduler: VirtualTimeScheduler
    private var isOver = false
    private var resumeIsDue = false

    init(recorder: Recorder, edge: EdgeID, scheduler: VirtualTimeScheduler) {
        self.recorder = recorder
        self.edge = edge
        self.scheduler = scheduler
    }

    func take(on stage: Stage) {
        stage.on(.pause) { _ in self.pause() }
        stage.on(.resume) { _ in self.scheduleResume() }
    }

    func end() {
        isOver = true
        timer?.cancel()
    }

    func resume() {
        guard let sink, sink.paused, !isOver else { return }
        recorder.record(state: "resumed", on: edge)
        sink.resume()
    }

    private func pause() -> String? {
        guard let sink, !isOver else { return refusal }
        if resumeIsDue {
            resumeIsDue = false
            return nil
        }
        guard !sink.paused else { return "the sink is paused already" }
        sink.pause()
        recorder.record(state: "paused", on: edge)
        return nil
    }

    /// Resumes when time runs, so that nothing moves while it is frozen.
    private func scheduleResume() -> String? {
        guard let sink, !isOver else { return refusal }
        guard sink.paused else { return "the sink is not paused" }
        resumeIsDue = true
        scheduler.schedule {
            guard self.resumeIsDue else { return }
            self.resumeIsDue = false
            self.resume()
        }
        return nil
    }

    private var refusal: String {
        isOver ? "the stream is over; r restarts" : "the sink has not been subscribed yet"
    }
}
