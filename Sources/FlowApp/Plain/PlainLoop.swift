import FlowScreen
import FlowSessions
import FlowSystem
import FlowTerminal
import FlowTrace
import FlowViews
import LibC

/// The program in lines that are only ever appended: for screen readers, braille displays, serial lines and logs.
///
/// It is the same program as on the screen: the same keys, which answer in a line or a few, and the same words.
package struct PlainLoop {
    private let terminal: LineTerminal
    private let output: StandardOutput
    private var player: Player
    private var news = PlainNews()
    /// What the tour has said last.
    private var tour: TourPanel?
    /// The least time between two tellings of what has happened, in nanoseconds.
    private let interval: UInt64
    private var due: UInt64 = 0
    private var isDone = false
    private var hasInput = true
    private var endSignal: Int32?

    /// The size of the screen that is described: large enough that nothing is left out.
    static let size = Size(width: 160, height: 50)

    package init(terminal: LineTerminal, playback: Playback, state: AppState, history: HistoryFile?, interval: UInt64) {
        self.terminal = terminal
        output = StandardOutput { terminal.close() }
        player = Player(playback, state, keepingIn: history) { [waker = terminal.waker] in waker.wake() }
        player.state.size = PlainLoop.size
        self.interval = interval
    }

    /// Runs until the user quits, a signal ends it, or nothing more can come.
    ///
    /// - Returns: The line that repeats what was pressed, where something was, and the signal.
    package mutating func run() -> (repeatLine: String?, signal: Int32?) {
        player.begin()
        begin()
        tell()
        while !isDone {
            terminal.readsLines = player.state.mode.isTyped
            output.flush()
            let input = terminal.next(milliseconds: patience)
            if player.patience != nil { isTold = false }
            player.advance()
            if player.playback.background != .nothing { player.refresh() }
            if let input { receive(input) }
            if isDue { tell() }
            if !hasInput, player.patience == nil || player.playback.isOver { isDone = true }
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

    /// How long input is waited for. While a line is typed, nothing else is said.
    private var patience: Int? {
        guard let patience = player.patience else { return isTold || !isHeard ? nil : millisecondsUntilDue }
        return isHeard ? patience : max(patience, 100)
    }

    /// Whether all that has happened has been told.
    private var isTold = false

    private var millisecondsUntilDue: Int {
        let now = MonotonicClock.now
        return now >= due ? 0 : Int((due - now) / 1_000_000) + 1
    }

    // MARK: What happens

    private var isDue: Bool { isHeard && MonotonicClock.now >= due }

    /// Whether what happens is told: not while a line is typed, nor while something is read that lies over the lanes, unless time has
    /// stopped by itself.
    private var isHeard: Bool {
        player.state.mode == .commands || player.stopCount != heardStops && !player.state.mode.isTyped
    }

    private mutating func tell() {
        due = MonotonicClock.now + interval
        isTold = player.patience == nil
        let screen = player.screen()
        // Where a condition has stopped time, the past is shown already, and what led to it is still to be told.
        let hasStopped = player.stopCount != heardStops
        if hasStopped { news.hear(screen) }
        say(news.lines(hasStopped ? screen.atPresent : screen))
        let isAnswered = player.state.notice == nil || player.state.notice == said
        if hasStopped || !isAnswered { say(PlainAnswer(from: heard ?? PlainGlance(screen), to: screen).lines) }
        hear(screen)
        say(tourNews(screen))
    }

    /// The answer that has been said.
    private var said: KeyText?
    /// The screen that was told of last.
    private var heard: PlainGlance?
    private var heardStops = 0

    private mutating func hear(_ screen: ScreenState) {
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
        case .resumed: player.rest()
        case .woken: player.checkProcess()
        }
    }

    private mutating func press(_ key: Key) { answer(key) { $0.press(key) } }

    /// Has something done and says what has become of it, between what had happened before and what it has led to.
    ///
    /// - Parameter key: The key that was pressed, `nil` for what was typed.
    private mutating func answer(_ key: Key?, doing act: (inout Player) -> [Effect]) {
        let (before, earlier) = glance()
        isRead = false
        let effects = act(&player)
        if before.subject == PlainNews.subject(of: player.screen()) { say(earlier) }
        finish(effects)
        guard !isDone else { return }
        let after = player.screen()
        hear(after)
        let answer = isRead ? [] : PlainAnswer(from: before, to: after).lines
        say(answer + (before.id != after.id ? introduction : []))
        let tour = tourNews(after)
        defer { say(tour) }
        guard player.state.mode == .commands else { return }
        news.hear(after)
        let later = news.lines(after)
        say(later)
        if answer.isEmpty, later.isEmpty, tour.isEmpty, !isRead, let done = key.flatMap(done) { say([done]) }
    }

    /// What is shown, and what has happened that is still to be told.
    private mutating func glance() -> (PlainGlance, news: [String]) {
        let screen = player.screen()
        return (PlainGlance(screen), player.state.mode == .commands ? news.lines(screen) : [])
    }

    /// What a stop of the tour says that it has not said.
    private mutating func tourNews(_ screen: ScreenState) -> [String] {
        defer { tour = screen.tour }
        return screen.tour?.lines(after: tour) ?? []
    }

    /// What a scenario shows, and what to try in it; on the tour its stop says that.
    private var introduction: [String] {
        guard player.state.tour.stop == nil else { return [] }
        guard let scenario = player.state.choice?.scenarioValue, player.state.choice?.chain == nil else { return [] }
        let table = player.state.table
        let tip = scenario.tryThis { table.name(of: Command($0)) }
        return [ScreenReaderText.line(scenario.explanation), ScreenReaderText.line("try this: \(tip)")]
    }

    /// Whether everything has been read out just now.
    private var isRead = false

    /// What a key did that has changed nothing to be said.
    private func done(_ key: Key) -> String? {
        let table = player.state.table
        guard let command = table.command(of: key), let binding = table.binding(of: command) else { return nil }
        if command == .close { return "nothing is open" }
        // What a control leads to is told as it happens.
        if case .press = command { return nil }
        return "\(binding.help.text(in: table)): done"
    }

    /// Types a line as a whole, instead of what stood there.
    private mutating func enter(_ text: String) {
        // Nobody sees that Esc is pressed in a line that the terminal edits; it ends up in the text.
        guard !text.isEmpty, !text.contains("\u{1B}") else { return press(.escape) }
        let isChain = player.state.editor != nil
        if isChain, text == "!" { return press(.enter) }
        let asks = isChain && text.hasSuffix("?")
        let typed = String(asks ? text.dropLast() : text[...])
        answer(nil) { player in
            var effects = player.press(.control("u"))
            // The filter of pipelines is typed key by key.
            if !player.state.insert(typed) { effects += typed.flatMap { player.press(.character($0)) } }
            return effects + (asks ? [] : player.press(.enter))
        }
        if asks { say(PlainRenderer(player.screen()).offers) }
    }

    // MARK: Effects

    /// Does what is left to the loop.
    private mutating func finish(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .copyFrame:
                say(PlainRenderer(player.screen()).lines)
                isRead = true
            case .edit(let location):
                output.flush()
                player.edit(location, lending: terminal.lend)
            case .saveFrame: save()
            case .suspend:
                output.flush()
                terminal.suspend()
                player.rest()
            case .quit: isDone = true
            case .restart, .compare, .send, .stepOn, .find, .findFirst, .seek, .open, .openChosen, .choose, .tryTyped, .keep,
                .keepTour:
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
    /// The same at the present.
    fileprivate var atPresent: ScreenState {
        var screen = self
        for index in screen.panes.indices {
            // The verdict is that of the moment at which time has stopped.
            (screen.panes[index].playhead, screen.panes[index].report) = (nil, nil)
        }
        return screen
    }
}

extension Mode {
    /// Whether a line is being typed.
    var isTyped: Bool {
        switch self {
        case .commands, .overlay: false
        case .find, .addBreakpoint, .filter, .findScenario, .editor: true
        }
    }
}
