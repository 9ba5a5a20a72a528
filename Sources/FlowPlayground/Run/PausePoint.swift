import FlowCore
import FlowTrace
import OpenCombineShim

/// The user's hand on a pausable sink.
final class PausePoint {
    var sink: (any Pausable & Cancellable)?

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

    /// The stream has ended.
    func end() {
        isOver = true
    }

    /// Records that the sink is paused by its own closure.
    func notePause() {
        recorder.record(.state, on: edge, value: .string("paused"))
    }

    /// - Returns: Why it cannot be paused.
    func pause() -> String? {
        guard let sink, !isOver else { return "the stream is over; r restarts" }
        if resumeIsDue {
            resumeIsDue = false
            return nil
        }
        guard !sink.paused else { return "the sink is paused already" }
        sink.pause()
        notePause()
        return nil
    }

    /// Resumes when time runs, so that nothing moves while it is frozen.
    ///
    /// - Returns: Why it cannot be resumed.
    func resume() -> String? {
        guard let sink, !isOver else { return "the stream is over; r restarts" }
        guard sink.paused else { return "the sink is not paused" }
        resumeIsDue = true
        scheduler.schedule { [self] in
            guard resumeIsDue, !isOver else { return }
            resumeIsDue = false
            recorder.record(.state, on: edge, value: .string("resumed"))
            sink.resume()
        }
        return nil
    }
}
