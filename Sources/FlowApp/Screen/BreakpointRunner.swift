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
    /// The present at the last stop. Events up to it are not checked again.
    private var stopped: Moment?
    /// The number of stops.
    private(set) var count = 0

    /// Moves time forward by the allowance of a frame, or to the first breakpoint.
    mutating func advance(_ playback: Playback, by nanoseconds: UInt64, _ state: inout AppState) {
        // During a rerun time stands still, and a breakpoint would check the same moment again and again.
        guard playback.background != .everyFrame else { return }
        var allowance = FrameAllowance()
        let left = advance(playback, by: nanoseconds, &allowance, &state)
        let missing = left + allowance.shortfall
        guard missing > 0, let session = playback.session else { return }
        if session.behind == 0 { state.notice = state.notice ?? BreakpointRunner.slowed }
        session.fallBehind(by: missing)
    }

    /// The notice for the first time that the stream falls behind the clock.
    private static let slowed: KeyText =
        "more happens than a frame can show, so time passes more slowly; the header says by how much"

    /// - Returns: The time that has not passed because the allowance was spent, in nanoseconds.
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

    /// Only a running scenario can have more work than fits between two frames; recorded events exist already.
    private func move(_ playback: Playback, by nanoseconds: UInt64, within allowance: inout FrameAllowance) {
        if let session = playback.session {
            session.advance(by: nanoseconds, within: &allowance)
        } else {
            playback.advance(by: nanoseconds)
        }
    }

    /// The maximum number of strides, about 260,000 records, to search between two frames of a long trace. A breakpoint slows
    /// down a faster replay, so no event is missed.
    private static let limit = 64

    /// The length of a step. A scenario moves from one piece of work to the next, so that no later event has happened when it
    /// stops. A long trace moves as far as its events have been read.
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

/// Limits the events and pieces of work between two frames, so that keys and signals are answered soon.
struct FrameAllowance {
    /// The allowance of a frame. At 30 frames a second, 30,000 a second are possible.
    static let perFrame = 1_000

    /// No limit, for runs without a screen.
    static let unlimited = FrameAllowance(count: .max)

    private var left: Int
    /// The time that did not pass because the allowance was spent, in nanoseconds.
    var shortfall: UInt64 = 0

    /// - Parameter count: The number of events and pieces of work.
    init(count: Int = perFrame) { left = count }

    /// Whether the allowance is used up.
    var isSpent: Bool { left <= 0 }

    mutating func spend(_ count: Int) { left -= count }
}
