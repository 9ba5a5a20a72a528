import FlowScreen
import FlowSessions
import FlowSystem
import FlowTerminal
import FlowTrace
import FlowViews
import LibC

/// Runs the program as text that only grows: for screen readers, braille displays, serial lines and logs.
///
/// It has the same keys and the same words as the screen. The answer to a key is a few lines.
package struct PlainLoop {
    private let terminal: LineTerminal
    private let output: StandardOutput
    private var player: Player
    private var news = PlainNews()
    /// The last panel of the tour.
    private var tour: TourPanel?
    /// The minimum time between two reports of events, in nanoseconds.
    private let interval: UInt64
    private var due: UInt64 = 0
    private var isDone = false
    private var hasInput = true
    private var endSignal: Int32?

    /// The size of the imaginary screen, large enough to omit nothing.
    static let size = Size(width: 160, height: 50)

    package init(terminal: LineTerminal, playback: Playback, state: AppState, history: HistoryFile?, interval: UInt64) {
        self.terminal = terminal
        output = StandardOutput { terminal.close() }
        player = Player(playback, state, keepingIn: history) { [waker = terminal.waker] in waker.wake() }
        player.state.size = PlainLoop.size
        self.interval = interval
    }

    /// Runs until the user quits, a signal arrives, or nothing more can happen.
    ///
    /// - Returns: The command that repeats the user's controls, if there were any, and the signal.
    package mutating func run() -> (repeatLine: String?, signal: Int32?) {
        player.begin()
        begin()
        tell()
        while !isDone {
            terminal.readsLines = player.state.mode.isTyped
            output.flush()
            let input = terminal.next(milliseconds: inputTimeout)
            if player.inputTimeout != nil { isTold = false }
            player.advance()
            if player.playback.background != .nothing { player.refresh() }
            if let input { receive(input) }
            if isDue { tell() }
            if !hasInput, player.inputTimeout == nil || player.playback.isOver { isDone = true }
        }
        tell()
        output.flush()
        terminal.close()
        player.playback.close()
        return (player.repeatLine, endSignal)
    }

    private mutating func begin() {
        let picture = PlainRenderer(player.screen())
        let table = player.state.table
        say(picture.head + introduction)
        say(tourNews(player.screen()))
        if terminal.isInteractive {
            say(["\(table.name(of: .help)) reads the keys, \(table.name(of: .copy)) everything, \(table.name(of: .quit)) quits"])
        }
    }

    /// The time to wait for input. While the user types a line, nothing else is printed.
    private var inputTimeout: Int? {
        guard let inputTimeout = player.inputTimeout else { return isTold || !isHeard ? nil : millisecondsUntilDue }
        return isHeard ? inputTimeout : max(inputTimeout, 100)
    }

    /// Whether all events have been reported.
    private var isTold = false

    private var millisecondsUntilDue: Int {
        let now = MonotonicClock.now
        return now >= due ? 0 : Int((due - now) / 1_000_000) + 1
    }

    // MARK: What happens

    private var isDue: Bool { isHeard && MonotonicClock.now >= due }

    /// Whether events are reported: never while the user types a line, and while an overlay is open only if a condition has
    /// stopped time.
    private var isHeard: Bool {
        player.state.mode == .commands || player.stopCount != heardStops && !player.state.mode.isTyped
    }

    private mutating func tell() {
        due = MonotonicClock.now + interval
        isTold = player.inputTimeout == nil
        let screen = player.screen()
        // If a condition has stopped time, the screen shows the past already, but the earlier events are still unreported.
        let hasStopped = player.stopCount != heardStops
        if hasStopped { news.markReported(screen) }
        say(news.lines(hasStopped ? screen.atPresent : screen))
        let isAnswered = player.state.notice == nil || player.state.notice == said
        if hasStopped || !isAnswered { say(PlainAnswer(from: heard ?? PlainGlance(screen), to: screen).lines) }
        markReported(screen)
        say(tourNews(screen))
    }

    /// The last answer.
    private var said: KeyText?
    /// The screen described last.
    private var heard: PlainGlance?
    private var heardStops = 0

    private mutating func markReported(_ screen: ScreenState) {
        said = player.state.notice
        heard = PlainGlance(screen)
        heardStops = player.stopCount
    }

    private func say(_ lines: [String]) { for line in lines { output.line(line) } }

    // MARK: Input

    private mutating func receive(_ input: LineTerminal.Input) {
        switch input {
        case .key(let key): press(key)
        case .line(let text): enter(text)
        case .signal(let number):
            endSignal = number
            isDone = true
        case .end:
            hasInput = false
            if terminal.isInteractive { isDone = true }
        case .resumed: player.skipElapsedTime()
        case .woken: player.checkProcess()
        }
    }

    private mutating func press(_ key: Key) { answer(key) { $0.press(key) } }

    /// Performs an action, and prints earlier events, then the answer, then the events that the action caused.
    ///
    /// - Parameter key: The pressed key, `nil` for a typed line.
    private mutating func answer(_ key: Key?, doing act: (inout Player) -> [Effect]) {
        let (before, earlier) = glance()
        isRead = false
        let effects = act(&player)
        if before.subject == PlainNews.subject(of: player.screen()) { say(earlier) }
        finish(effects)
        guard !isDone else { return }
        let after = player.screen()
        markReported(after)
        let answer = isRead ? [] : PlainAnswer(from: before, to: after).lines
        say(answer + (before.id != after.id ? introduction : []))
        let tour = tourNews(after)
        defer { say(tour) }
        guard player.state.mode == .commands else { return }
        news.markReported(after)
        let later = news.lines(after)
        say(later)
        if answer.isEmpty, later.isEmpty, tour.isEmpty, !isRead, let done = key.flatMap(done) { say([done]) }
    }

    /// The current screen, and the unreported events.
    private mutating func glance() -> (PlainGlance, news: [String]) {
        let screen = player.screen()
        return (PlainGlance(screen), player.state.mode == .commands ? news.lines(screen) : [])
    }

    /// The new lines of the tour's panel.
    private mutating func tourNews(_ screen: ScreenState) -> [String] {
        defer { tour = screen.tour }
        return screen.tour?.lines(after: tour) ?? []
    }

    /// The introduction to a scenario. On the tour, the text of the stop replaces the introduction.
    private var introduction: [String] {
        guard player.state.tour.stop == nil else { return [] }
        guard let scenario = player.state.choice?.scenarioValue, player.state.choice?.chain == nil else { return [] }
        let table = player.state.table
        let tip = scenario.tryThis { table.name(of: Command($0)) }
        return [ScreenReaderText.line(scenario.explanation), ScreenReaderText.line("try this: \(tip)")]
    }

    /// Whether the whole screen was read out just now.
    private var isRead = false

    /// The answer to a key that has changed nothing visible.
    private func done(_ key: Key) -> String? {
        let table = player.state.table
        guard let command = table.command(of: key), let binding = table.binding(of: command) else { return nil }
        if command == .close { return "nothing is open" }
        // The effects of a control are reported as events.
        if case .press = command { return nil }
        return "\(binding.help.text(in: table)): done"
    }

    /// Replaces the text of the input line.
    private mutating func enter(_ text: String) {
        // The terminal edits the line, so a press of Esc arrives as a character in the text.
        guard !text.isEmpty, !text.contains("\u{1B}") else { return press(.escape) }
        let isChain = player.state.editor != nil
        if isChain, text == "!" { return press(.enter) }
        let asks = isChain && text.hasSuffix("?")
        let typed = String(asks ? text.dropLast() : text[...])
        answer(nil) { player in
            var effects = player.press(.control("u"))
            // The filter of pipelines has no input line, so the text is typed key by key.
            if !player.state.insert(typed) { effects += typed.flatMap { player.press(.character($0)) } }
            return effects + (asks ? [] : player.press(.enter))
        }
        if asks { say(PlainRenderer(player.screen()).offers) }
    }

    // MARK: Effects

    /// Performs the effects that only the loop can perform.
    private mutating func finish(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .copyFrame:
                say(PlainRenderer(player.screen()).lines)
                isRead = true
            case .edit(let location):
                output.flush()
                player.edit(location, lending: terminal.lend)
            case .editChosen:
                output.flush()
                player.editChosen(lending: terminal.lend)
            case .saveFrame: save()
            case .suspend:
                output.flush()
                terminal.suspend()
                player.skipElapsedTime()
            case .quit: isDone = true
            case .restart, .compare, .send, .hand, .foretell, .stepOn, .find, .findFirst, .seek, .open, .openChosen,
                .performInChosen, .choose, .goToOnset, .tryTyped, .keep, .keepTour:
                break
            }
        }
    }

    private mutating func save() {
        var surface = Surface(PlainLoop.size)
        RootView(player.screen()).draw(into: &surface)
        player.save(surface)
    }
}

extension ScreenState {
    /// The same screen at the present.
    fileprivate var atPresent: ScreenState {
        var screen = self
        for index in screen.panes.indices {
            // The verdict belongs to the moment at which time stopped.
            (screen.panes[index].playhead, screen.panes[index].report) = (nil, nil)
        }
        return screen
    }
}

extension Mode {
    /// Whether the user is typing a line.
    var isTyped: Bool {
        switch self {
        case .commands, .overlay: false
        case .find, .addBreakpoint, .filter, .findScenario, .editor: true
        }
    }
}
