import FlowTrace
import OpenCombineShim

/// The user's hand, and a timer's, on a pausable sink; what it does is recorded on the sink's edge.
///
/// - Important: For one thread, that of the scheduler.
package final class PauseControl {
    /// The sink, `nil` before it is subscribed.
    package var sink: (any Pausable & Cancellable)?
    /// What resumes the sink by itself; stops with the stream.
    package var timer: (any Cancellable)?

    private let recorder: Recorder
    private let edge: EdgeID
    private let scheduler: VirtualTimeScheduler
    private var isOver = false
    private var resumeIsDue = false

    /// Takes a sink that is still to be subscribed.
    package init(recorder: Recorder, edge: EdgeID, scheduler: VirtualTimeScheduler) {
        self.recorder = recorder
        self.edge = edge
        self.scheduler = scheduler
    }

    /// The stream has ended.
    package func end() {
        isOver = true
        timer?.cancel()
    }

    /// Records that the sink is paused by its own closure.
    package func notePause() {
        recorder.record(state: .paused, on: edge)
    }

    /// Pauses the sink, or takes back that it goes on when time passes.
    ///
    /// - Returns: Why it cannot be paused.
    package func pause() -> String? {
        guard let sink, !isOver else { return refusal }
        if resumeIsDue {
            resumeIsDue = false
            return nil
        }
        guard !sink.paused else { return "the sink is paused already" }
        sink.pause()
        notePause()
        return nil
    }

    /// Lets a paused sink go on at once.
    package func resume() {
        guard let sink, sink.paused, !isOver else { return }
        recorder.record(state: .resumed, on: edge)
        sink.resume()
    }

    /// Lets a paused sink go on when time passes, so that nothing moves while it is frozen.
    ///
    /// - Returns: Why it cannot go on.
    package func resumeWhenTimePasses() -> String? {
        guard let sink, !isOver else { return refusal }
        guard sink.paused else { return "the sink is not paused" }
        resumeIsDue = true
        scheduler.schedule { [self] in
            guard resumeIsDue else { return }
            resumeIsDue = false
            resume()
        }
        return nil
    }

    private var refusal: String {
        isOver ? "the stream is over; r restarts" : "the sink has not been subscribed yet"
    }
}
