import FlowTrace

/// The moment at which the trouble of a pipeline began, or else at which it held the most.
public struct Onset: Hashable, Sendable {
    public let time: TraceTime
    /// `the first drop`.
    public let words: String

    init(_ time: TraceTime, _ words: String) { (self.time, self.words) = (time, words) }
}

extension PipelineReport {
    /// The moment at which its trouble began: the stall, the first drop, the failure, the last request, the arrival of the value
    /// that waits longest, the first stop of the stage that held an ended pipeline back; without trouble, the moment at which a stage held the most; `nil` if nothing marks a moment.
    public var onset: Onset? {
        if let stop = firstStop { return stop }
        return switch trouble {
        case .stuck, .silent: verdict.rest(at: time).map { Onset($0, "the stall began") } ?? peak
        case .dropping, .abandoned: stages.flatMap(\.losses).map(\.first).min().map { Onset($0, "the first drop") } ?? peak
        case .failed: verdict.end.map { Onset($0, "the failure") }
        case .heldBack: verdict.rest(at: time).map { Onset($0, "the last request") } ?? peak
        case .growing: backlog ?? peak
        case .waiting, .flowing, .over: peak
        }
    }

    /// The arrival of the value that waits longest in the stage that has held the most.
    private var backlog: Onset? {
        fullest.flatMap { stage in stage.oldest.map { Onset($0, "the oldest value that waits in \(stage.name) arrived") } }
    }

    /// The first stop of the stage that held an ended pipeline back, unless a loss or a failure came before it.
    private var firstStop: Onset? {
        guard verdict.ended?.blame != nil, let stage = culprit, let stop = stage.stopped else { return nil }
        let lost = stages.flatMap(\.losses).map(\.first).min()
        return lost.map { $0 < stop } == true ? nil : Onset(stop, "the first stop of \(stage.name)")
    }

    private var peak: Onset? { fullest.map { Onset($0.peakTime, "\($0.name) held the most, \($0.peak)") } }

    private var fullest: StageReport? { stages.filter { $0.held != nil && $0.peak > 0 }.max { $0.peak < $1.peak } }
}

extension Verdict {
    /// The time since which its stage has taken nothing; `nil` if it takes values.
    fileprivate func rest(at time: TraceTime) -> TraceTime? {
        switch reason {
        case let stalled as Stalled: stalled.since
        case let silent as SilentSource: silent.since
        case let slow as SlowStage: slow.present.flatMap { $0.pausedSince ?? time.earlier(by: $0.rest) }
        case let blocked as BlockedStage: time.earlier(by: blocked.present)
        default: nil
        }
    }
}

extension TraceTime {
    /// The time some nanoseconds earlier, not before 0; `nil` without a duration.
    fileprivate func earlier(by duration: UInt64?) -> TraceTime? {
        duration.map { TraceTime(nanoseconds: nanoseconds > $0 ? nanoseconds - $0 : 0) }
    }
}
