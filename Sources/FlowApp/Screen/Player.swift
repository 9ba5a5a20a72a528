import FlowScreen
import FlowSessions
import FlowSystem
import FlowTrace
import FlowTry
import FlowViews

/// What is shown, and what the user has chosen of it: moves time by the clock, and does what keys say.
///
/// What needs a terminal is left to the loop that has one.
struct Player {
    private(set) var playback: Playback
    var state: AppState
    private var lastTick = MonotonicClock.now
    private var breaks = BreakpointRunner()
    /// Where chains are kept, `nil` where none are.
    private var history: HistoryFile?
    private let wake: @Sendable () -> Void

    /// The milliseconds between two looks at a running stream: what is due sooner waits, what is due later does not stop the clock.
    private static let frameTimes = 33...100

    /// - Parameters:
    ///   - history: Where chains are kept that are typed, `nil` where none are.
    ///   - wake: Called from any thread when a process that is watched has ended.
    init(
        _ playback: Playback, _ state: AppState, keepingIn history: HistoryFile?, wake: @escaping @Sendable () -> Void
    ) {
        (self.playback, self.state, self.history, self.wake) = (playback, state, history, wake)
    }

    /// The line that repeats what was pressed, `nil` where nothing can be repeated.
    var repeatLine: String? { playback.session?.repeatLine }

    // MARK: Time

    mutating func begin() {
        playback.start(state)
        playback.processes?.watch(wake)
        rest()
    }

    /// Shows something else from now on.
    private mutating func replace(by next: Playback) {
        playback.close()
        playback = next
        begin()
    }

    /// Leaves out the time since it was moved last, as after a stop of the process.
    mutating func rest() { lastTick = MonotonicClock.now }

    /// How long input is waited for before time is to be moved, in milliseconds; `nil` for as long as it takes.
    var patience: Int? {
        if playback.background == .everyFrame { return 0 }
        if isAnimating { return millisecondsToNextChange }
        return playback.background == .elsewhere ? Player.frameTimes.upperBound : nil
    }

    private var isAnimating: Bool { !state.isFrozen && state.playhead == nil && !playback.isOver }

    /// How long the picture stays as it is: until the next job of a run or the next cell of the axis.
    private var millisecondsToNextChange: Int {
        let now = playback.now
        let nextCell = now + (state.cell - now.nanoseconds % state.cell)
        let next = playback.nextDeadline.map { min($0, nextCell) } ?? nextCell
        let milliseconds = Double(next - now) / state.speed / 1_000_000
        let limits = Player.frameTimes
        return Int(min(max(milliseconds.rounded(.up), Double(limits.lowerBound)), Double(limits.upperBound)))
    }

    /// Moves time forward by as much as has passed on the clock.
    mutating func advance() {
        let now = MonotonicClock.now
        defer { lastTick = now }
        guard isAnimating else { return }
        // A long gap, as after a stop of the process, is not made up for.
        let elapsed = min(now - lastTick, 250_000_000)
        breaks.advance(playback, by: UInt64(Double(elapsed) * state.speed), &state)
    }

    /// How often a condition has stopped time.
    var stopCount: Int { breaks.count }

    /// Goes on with work in the background; the loop does so about as often as frames are drawn.
    mutating func refresh() { playback.refresh(&state) }

    func checkProcess() { playback.processes?.checkProcess() }

    /// What a frame is drawn from.
    mutating func screen() -> ScreenState {
        refresh()
        return playback.screen(state)
    }

    // MARK: Input

    /// Does what a key says, but for what needs a terminal.
    ///
    /// - Returns: What the loop has to do.
    mutating func press(_ key: Key) -> [Effect] {
        playback.refresh(&state)
        return perform(Update.press(key, on: &state, facts: playback.facts))
    }

    /// Performs effects, but for those that need a terminal.
    ///
    /// - Returns: What the loop has to do.
    mutating func perform(_ effects: [Effect]) -> [Effect] {
        effects.filter { effect in
            // From a text that was tried back to what ran before.
            if effect == .restart, state.choice != nil, case .trial = playback {
                replace(by: .scenario(Session()))
                return false
            }
            switch effect {
            case .tryTyped(let typed): attempt(typed)
            case .keep(let text): keep(text)
            case .keepTour: state.keepTour()
            default: return !effect.perform(on: &state, playback)
            }
            return false
        }
    }

    private mutating func attempt(_ typed: TypedText) {
        do {
            let file = TriedFile(Snippet(name: "line", text: typed.text), at: nil)
            let next = try TryPlayback(file, isWatching: false, for: nil, within: state.budget) { MonotonicClock.now }
            state.show(typed)
            replace(by: .trial(next))
        } catch {
            state.notice = KeyText(error.description)
        }
    }

    /// Keeps a chain; where that fails it is told once.
    private mutating func keep(_ text: String) {
        do {
            try history?.append(text)
        } catch {
            history = nil
            state.notice = KeyText(error.description)
        }
    }

    /// Opens the user's editor at a line of source.
    ///
    /// - Parameter lend: Gives the terminal to the program that its argument starts and waits for.
    mutating func edit(_ location: CodeLocation, lending lend: ((_ stop: () -> Void) -> Void) -> Void) {
        guard let editor = SourceEditor() else {
            state.refuse(.hasNoEditor(for: location))
            return
        }
        do {
            let path = try path(of: location)
            var failure: Failure?
            lend { failure = editor.open(path, at: location.line, stop: $0) }
            state.notice = failure.map { KeyText($0.description) }
        } catch {
            state.notice = KeyText(error.description)
        }
        rest()
    }

    /// The file of a line: that which is tried, or one that is found.
    private func path(of location: CodeLocation) throws(Failure) -> String {
        guard case .trial(let tried) = playback else { return try SourceFile.path(of: location) }
        guard let path = tried.path else { throw Failure(Refusal.isTextOfNoFile.words.text(in: state.table)) }
        return try SourceFile.whole(path)
    }

    /// Writes a frame as an SVG file in the folder of the process, and says so.
    mutating func save(_ frame: Surface) {
        let name = FileName.picture(of: playback.name, at: playback.now)
        do {
            try OutputFile.write(SVGOutput.render(frame, theme: state.theme), to: name)
            state.notice = "saved \(name) in this folder"
        } catch {
            state.notice = KeyText(error.description)
        }
    }
}
