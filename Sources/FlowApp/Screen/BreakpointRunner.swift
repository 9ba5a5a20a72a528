import FlowAnalysis
import FlowModel
import FlowSessions
import FlowTrace
import FlowViews

/// Moves time forward, and stops it when a breakpoint's condition becomes true.
struct BreakpointRunner {
    private struct Key: Equatable {
        let breakpoints: [Breakpoint]
        let opened: PipelineID?
    }

    private var set: BreakpointSet?
    private var key: Key?
    /// The present when time was stopped last: what had happened by then is not checked again.
    private var stopped: Moment?
    /// How often a condition has stopped time.
    private(set) var count = 0

    /// Moves time forward as far as a frame may, to the first breakpoint at most.
    mutating func advance(_ playback: Playback, by nanoseconds: UInt64, _ state: inout AppState) {
        // During a rerun time does not pass, and a breakpoint would check one moment for ever.
        guard playback.background != .everyFrame else { return }
        var allowance = FrameAllowance()
        let left = advance(playback, by: nanoseconds, &allowance, &state)
        let missing = left + allowance.shortfall
        guard missing > 0, let session = playback.session else { return }
        if session.behind == 0 { state.notice = state.notice ?? BreakpointRunner.slowed }
        session.fallBehind(by: missing)
    }

    /// What is said once, when the stream falls behind the clock.
    private static let slowed: KeyText =
        "more happens than a frame can show, so time passes more slowly; the header says by how much"

    /// - Returns: How much of the time is left, because the allowance was spent.
    private mutating func advance(
        _ playback: Playback, by nanoseconds: UInt64, _ allowance: inout FrameAllowance, _ state: inout AppState
    ) -> UInt64 {
        guard !state.breakpoints.isEmpty else {
            move(playback, by: nanoseconds, within: &allowance)
            return 0
        }
        var left = nanoseconds
        var strides = 0
        repeat {
            let before = playback.facts.now
            let step = min(left, BreakpointRunner.step(of: playback))
            move(playback, by: step, within: &allowance)
            left -= step
            if stop(since: before, playback, &state) {
                allowance.shortfall = 0
                return 0
            }
            strides += state.subject == .program ? 1 : 0
        } while left > 0 && strides < BreakpointRunner.limit && !allowance.isSpent
        return allowance.isSpent ? left : 0
    }

    /// Only a scenario's own work can be more than fits between two frames; what was recorded is there already.
    private func move(_ playback: Playback, by nanoseconds: UInt64, within allowance: inout FrameAllowance) {
        if let session = playback.session {
            session.advance(by: nanoseconds, within: &allowance)
        } else {
            playback.advance(by: nanoseconds)
        }
    }

    /// How many strides of a long trace, some 260,000 records, are searched between two frames. A breakpoint slows down a trace that is
    /// replayed faster than that, and misses nothing.
    private static let limit = 64

    /// A scenario is moved from work to work, so that nothing has happened yet behind the moment at which it stops; a long trace as
    /// far as its events are read.
    private static func step(of playback: Playback) -> UInt64 {
        if let recording = playback.recorded { return max(1, recording.stride()) }
        guard let session = playback.session, let next = session.nextDeadline else { return .max }
        return max(1, next - session.now)
    }

    private mutating func stop(since before: Moment, _ playback: Playback, _ state: inout AppState) -> Bool {
        let facts = playback.facts
        let key = Key(breakpoints: state.breakpoints, opened: state.program?.opened)
        if key != self.key || before != stopped && before != set?.checked {
            set = BreakpointSet(state.breakpoints, in: facts.model, at: before)
        }
        (self.key, stopped) = (key, nil)
        guard let hit = set?.next(in: facts.model, facts.timeline, upTo: facts.now) else { return false }
        stopped = facts.now
        count += 1
        state.isFrozen = true
        if let recording = playback.recorded {
            recording.seek(hit.moment)
        } else {
            state.playhead = hit.moment < facts.now ? hit.moment : nil
        }
        state.notice = "stopped at '\(hit.breakpoint.text)': \(hit.words)"
        return true
    }
}

/// How much may happen between two frames, counted in events and pieces of work: so keys and signals are answered soon, whatever runs.
struct FrameAllowance {
    /// At 30 frames a second 30,000 a second.
    static let perFrame = 1_000

    /// No limit, for runs without a screen.
    static let unlimited = FrameAllowance(count: .max)

    private var left: Int
    /// How much of the time that was to pass did not, because the allowance was spent, in nanoseconds.
    var shortfall: UInt64 = 0

    /// - Parameter count: How many events and pieces of work.
    init(count: Int = perFrame) { left = count }

    /// Whether nothing more may happen before the next frame.
    var isSpent: Bool { left <= 0 }

    mutating func spend(_ count: Int) { left -= count }
}
