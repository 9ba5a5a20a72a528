import FlowModel
import FlowTrace

/// The state of a stream at a moment, in one word: the text of its badge.
public enum RunState: Hashable, Sendable {
    /// Values pass, or may at any time.
    case running
    /// Its sink is paused, or a viewer holds one of its stages.
    case paused(since: TraceTime)
    /// No value passes until the next send or request.
    case waiting
    /// The stream is over. The value is its final state; `nil` if its events ended without one.
    case over(LaneState?)
    case failed(at: TraceTime)

    /// - Parameters:
    ///   - lane: The state of the stream.
    ///   - report: The report on it at that moment.
    ///   - isOver: Whether no more events will come, even if it has not ended.
    public init(_ lane: LaneState, _ report: PipelineReport?, isOver: Bool) {
        switch lane {
        case .failed(let at): self = .failed(at: at)
        case .finished, .cancelled, .letGo: self = .over(lane)
        case .idle, .live, .paused:
            guard !isOver else {
                self = .over(nil)
                return
            }
            if case .paused(let since) = lane {
                self = .paused(since: since)
            } else if let held = report?.verdict.reason as? HeldByViewer, held.isHeld {
                self = .paused(since: held.since)
            } else {
                self = lane == .idle || report?.isWaiting == true ? .waiting : .running
            }
        }
    }
}

extension PipelineReport {
    /// The time without arrivals at the sinks after which their pipeline counts as waiting, in nanoseconds.
    private static let longestGap: UInt64 = 1_000_000_000

    /// Whether no value passes until the next send or request.
    fileprivate var isWaiting: Bool {
        switch verdict.reason.standstill {
        case .never: false
        case .onceQuiet: (lastArrival ?? .zero) + PipelineReport.longestGap <= time
        case .always: true
        }
    }
}
