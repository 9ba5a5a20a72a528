import FlowScreen
import FlowSessions
import FlowSystem
import FlowTrace
import FlowTry
import FlowViews

/// Holds the playback and the user's choices, moves time by the clock, and handles keys.
///
/// Effects that need a terminal are left to the loop.
struct Player {
    private(set) var playback: Playback
    var state: AppState
    private var lastTick = MonotonicClock.now
    private var breaks = BreakpointRunner()
    /// The history of chains, `nil` to keep none.
    private var history: HistoryFile?
    private let wake: @Sendable () -> Void

    /// The milliseconds between two updates of a running stream: at least the minimum, even if events happen sooner, and at most
    /// the maximum, so that the clock moves.
    private static let frameTimes = 33...100

    /// - Parameters:
    ///   - history: The history of typed chains, `nil` to keep none.
    ///   - wake: Called on an arbitrary thread when a watched process exits.
    init(
        _ playback: Playback, _ state: AppState, keepingIn history: HistoryFile?, wake: @escaping @Sendable () -> Void
    ) {
        (self.playback, self.state, self.history, self.wake) = (playback, state, history, wake)
    }

    /// The command that repeats the user's controls, `nil` if there is nothing to repeat.
    var repeatLine: String? { playback.session?.repeatLine }

    // MARK: Time

    mutating func begin() {
        playback.start(state)
        playback.processes?.watch(wake)
        skipElapsedTime()
    }

    /// Replaces the playback.
    private mutating func replace(by next: Playback) {
        playback.close()
        playback = next
        begin()
    }

    /// Skips the time since the last update, for example after the process was stopped.
    mutating func skipElapsedTime() { lastTick = MonotonicClock.now }

    /// The milliseconds to wait for input before moving time; `nil` to wait without limit.
    var inputTimeout: Int? {
        if playback.background == .everyFrame { return 0 }
        if isAnimating { return millisecondsToNextChange }
        return playback.background == .gradual ? Player.frameTimes.upperBound : nil
    }

    private var isAnimating: Bool { !state.isFrozen && state.playhead == nil && !playback.isOver }

    /// The milliseconds until the picture changes: at the next work of a run, or the next cell of the axis.
    private var millisecondsToNextChange: Int {
        let now = playback.now
        let nextCell = now + (state.cell - now.nanoseconds % state.cell)
        let next = playback.nextDeadline.map { min($0, nextCell) } ?? nextCell
        let milliseconds = Double(next - now) / state.speed / 1_000_000
        let limits = Player.frameTimes
        return Int(min(max(milliseconds.rounded(.up), Double(limits.lowerBound)), Double(limits.upperBound)))
    }

    /// Moves time forward by the time that has passed on the clock.
    mutating func advance() {
        let now = MonotonicClock.now
        defer { lastTick = now }
        guard isAnimating else { return }
        // A long gap, for example after a stop of the process, is skipped.
        let elapsed = min(now - lastTick, 250_000_000)
        breaks.advance(playback, by: UInt64(Double(elapsed) * state.speed), &state)
    }

    /// The number of stops by conditions.
    var stopCount: Int { breaks.count }

    /// Continues work in the background. The loop calls it about once a frame.
    mutating func refresh() { playback.refresh(&state) }

    func checkProcess() { playback.processes?.checkProcess() }

    /// The screen to draw.
    mutating func screen() -> ScreenState {
        refresh()
        return playback.screen(state)
    }

    // MARK: Input

    /// Handles a key.
    ///
    /// - Returns: The effects left to the loop.
    mutating func press(_ key: Key) -> [Effect] {
        playback.refresh(&state)
        return perform(Update.press(key, on: &state, facts: playback.facts))
    }

    /// Performs the effects that do not need a terminal.
    ///
    /// - Returns: The effects left to the loop.
    mutating func perform(_ effects: [Effect]) -> [Effect] {
        effects.filter { effect in
            // Returns from a tried text to the choice that ran before it.
            if effect == .restart, state.choice != nil, case .trial = playback {
                replace(by: .scenario(Session()))
                return false
            }
            switch effect {
            case .tryTyped(let typed): attempt(typed)
            case .keep(let text): saveChain(text)
            case .keepTour: state.keepTour()
            default: return !effect.perform(on: &state, playback)
            }
            return false
        }
    }

    private mutating func attempt(_ typed: TypedText) {
        do {
            let file = try BuildableFile(TriedFile(Snippet(name: "line", text: typed.text), at: nil))
            let next = try TryPlayback(file, isWatching: false, for: nil, within: state.budget) { MonotonicClock.now }
            state.show(typed)
            replace(by: .trial(next))
        } catch {
            state.notice = KeyText(error.description)
        }
    }

    /// Saves a chain. A failure is reported once.
    private mutating func saveChain(_ text: String) {
        do {
            try history?.append(text)
        } catch {
            history = nil
            state.notice = KeyText(error.description)
        }
    }

    /// Opens the user's editor at the line of source of the pipeline chosen in the list.
    mutating func editChosen(lending lend: ((_ stop: () -> Void) -> Void) -> Void) {
        let line = playback.pipelines?.line(rowsBelow: 0, state)
        guard let line else { return _ = state.refuse(.nothingHasHappened) }
        guard line.fold != .over else { return _ = state.refuse(.isOfSeveral) }
        guard let location = line.row.blamedLine else {
            return _ = state.refuse(.hasNoLine(lane: line.row.summary.name, known: nil))
        }
        edit(location, lending: lend)
    }

    /// Opens the user's editor at a line of source.
    ///
    /// - Parameter lend: Lends the terminal to its argument, which starts the editor and waits for it.
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
        skipElapsedTime()
    }

    /// The file of a source line: the tried file, or a file found by name.
    private func path(of location: CodeLocation) throws(Failure) -> String {
        guard case .trial(let tried) = playback else { return try SourceFile.path(of: location) }
        guard let path = tried.path else { throw Failure(Refusal.isTextOfNoFile.words.text(in: state.table)) }
        return try SourceFile.whole(path)
    }

    /// Writes a frame as an SVG file into the current folder, and reports the file's name.
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
