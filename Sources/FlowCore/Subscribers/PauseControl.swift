import FlowTrace
import FlowCombine

/// Pauses and resumes a sink on behalf of the user or a timer, and records each change on the sink's edge.
///
/// - Important: Use it only on the scheduler's thread.
package final class PauseControl {
    /// The name of the paused consumer in messages.
    package enum Subject: String, Sendable {
        case sink, loop
    }

    /// The sink; `nil` before the subscription.
    package var sink: (any Pausable & Cancellable)?
    /// Records the state of the sink; `nil` before the subscription.
    package var record: ((StreamState) -> Void)?
    /// A timer that resumes the sink automatically, and stops with the stream.
    package var timer: (any Cancellable)?

    private let subject: Subject
    private let scheduler: VirtualTimeScheduler
    private var isOver = false
    private var resumeIsDue = false

    package init(of subject: Subject = .sink, scheduler: VirtualTimeScheduler) {
        self.subject = subject
        self.scheduler = scheduler
    }

    package convenience init(recorder: Recorder, edge: EdgeID, scheduler: VirtualTimeScheduler) {
        self.init(scheduler: scheduler)
        record = { recorder.record(state: $0, on: edge) }
    }

    /// Cancels the timer and refuses further controls, since the stream has ended.
    package func end() {
        isOver = true
        timer?.cancel()
    }

    /// Records that the sink's own closure has paused it.
    package func recordPause() { record?(.paused) }

    /// Pauses the sink, or revokes a pending resume.
    ///
    /// - Returns: The reason why it cannot be paused; `nil` after success.
    package func pause() -> ControlAnswer? {
        guard let sink, !isOver else { return refusal }
        if resumeIsDue {
            resumeIsDue = false
            return nil
        }
        guard !sink.paused else { return "the \(subject.rawValue) is paused already" }
        sink.pause()
        recordPause()
        return nil
    }

    /// Resumes a paused sink immediately.
    package func resume() {
        guard let sink, sink.paused, !isOver else { return }
        record?(.resumed)
        sink.resume()
    }

    /// Resumes a paused sink when time passes, so that nothing moves while time is frozen.
    ///
    /// - Returns: The reason why it cannot be resumed; `nil` if it will be.
    package func resumeWhenTimePasses() -> ControlAnswer? {
        guard let sink, !isOver else { return refusal }
        guard sink.paused else { return "the \(subject.rawValue) is not paused" }
        resumeIsDue = true
        scheduler.schedule { [self] in
            guard resumeIsDue else { return }
            resumeIsDue = false
            resume()
        }
        return nil
    }

    private var refusal: ControlAnswer {
        if isOver { return .over("the stream is over") }
        return subject == .sink ? "the sink has not been subscribed yet" : "the loop has not begun yet"
    }
}

/// The answer of a control to the user.
public struct ControlAnswer: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// A sentence without a full stop.
    public let text: String
    /// Whether the control did nothing because the stream is over, so that only a restart helps.
    public let isOver: Bool

    public init(_ text: String, isOver: Bool = false) {
        self.text = text
        self.isOver = isOver
    }

    public init(stringLiteral text: String) { self.init(text) }

    /// Creates the answer of a control that did nothing because the stream is over.
    public static func over(_ text: String) -> ControlAnswer { ControlAnswer(text, isOver: true) }
}
