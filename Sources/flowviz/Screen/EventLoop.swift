import FlowScreen
import FlowTerminal
import FlowTrace
import FlowViews
import LibC

/// The program on the screen: waits for input, moves time, draws what changed.
///
/// While time is frozen only input wakes it.
struct EventLoop {
    private let terminal: CursesTerminal
    private let signs: Signs
    private var playback: any Playback
    private var state: AppState
    private var lastTick = MonotonicClock.now
    private var breaks = Breaks()
    private var isDone = false
    private var endSignal: Int32?

    /// The milliseconds between two frames of a running stream: what is due sooner waits, what is due later does not stop the clock.
    private static let frameTimes = 33...100

    init(terminal: CursesTerminal, playback: any Playback, state: AppState, ascii: Bool) {
        self.terminal = terminal
        self.playback = playback
        self.state = state
        self.state.size = terminal.size
        signs = ascii || terminal.capabilities.usesASCII ? .ascii : .unicode
    }

    /// Runs until the user quits or a signal ends it, and gives the terminal back.
    ///
    /// - Returns: The line that repeats what was pressed, where something was, and the signal.
    mutating func run() -> (repeatLine: String?, signal: Int32?) {
        begin()
        draw()
        while !isDone {
            let inputs = terminal.wait(milliseconds: patience)
            advance()
            for input in inputs { receive(input) }
            if !isDone { draw() }
        }
        terminal.close()
        playback.close()
        return ((playback as? Session)?.repeatLine, endSignal)
    }

    private mutating func begin() {
        playback.start(state)
        (playback as? any LivePlayback)?.watch { [waker = terminal.waker] in waker.wake() }
        lastTick = MonotonicClock.now
    }

    /// Shows something else from now on.
    private mutating func replace(by next: any Playback) {
        playback.close()
        playback = next
        begin()
    }

    /// How long input is waited for before the next frame, `nil` for as long as it takes.
    private var patience: Int? {
        if playback.background == .everyFrame { return 0 }
        if isAnimating { return millisecondsToNextChange }
        return playback.background == .elsewhere ? EventLoop.frameTimes.upperBound : nil
    }

    private var isAnimating: Bool { !state.isFrozen && state.playhead == nil && !playback.isOver }

    /// How long the picture stays as it is: until the next job of a run or the next cell of the axis.
    private var millisecondsToNextChange: Int {
        let now = playback.now
        let nextCell = now + (state.cell - now.nanoseconds % state.cell)
        let next = playback.nextDeadline.map { min($0, nextCell) } ?? nextCell
        let milliseconds = Double(next - now) / state.speed / 1_000_000
        let limits = EventLoop.frameTimes
        return Int(min(max(milliseconds.rounded(.up), Double(limits.lowerBound)), Double(limits.upperBound)))
    }

    private mutating func advance() {
        let now = MonotonicClock.now
        defer { lastTick = now }
        guard isAnimating else { return }
        // A long gap, as after a stop of the process, is not made up for.
        let elapsed = min(now - lastTick, 250_000_000)
        breaks.advance(playback, by: UInt64(Double(elapsed) * state.speed), &state)
    }

    // MARK: Input

    private mutating func receive(_ input: TerminalInput) {
        switch input {
        case .key(let key):
            playback.refresh(&state)
            perform(Update.press(key, on: &state, facts: playback.facts))
        case .mouse(let event): receive(event)
        case .resized(let size): resize(to: size)
        case .signal(let number):
            endSignal = number
            isDone = true
        case .hangup: isDone = true
        case .resumed: lastTick = MonotonicClock.now
        case .paste(let text): paste(text)
        case .woken: (playback as? any LivePlayback)?.checkProcess()
        }
    }

    private mutating func paste(_ text: String) {
        if !state.insert(text) { state.refuse(.nothingToPasteInto) }
    }

    private mutating func receive(_ event: MouseEvent) {
        playback.refresh(&state)
        switch event.action {
        case .wheelUp, .wheelDown:
            perform(PointerUpdate.wheel(up: event.action == .wheelUp, on: &state, facts: playback.facts))
        case .click:
            if let target = target(at: event) { perform(PointerUpdate.click(target, on: &state, facts: playback.facts)) }
        case .drag:
            guard case .time(let time) = target(at: event) else { return }
            perform(PointerUpdate.drag(to: time, on: &state, facts: playback.facts))
        }
    }

    private func target(at event: MouseEvent) -> RootView.Target? {
        RootView(playback.screen(state), signs: signs).target(at: event.position, size: terminal.size)
    }

    private mutating func resize(to size: Size) {
        state.size = size
        guard !state.fitsTwo else { return }
        if let whatIf = state.whatIf, whatIf.view == .both {
            state.compare(with: WhatIf(numbers: whatIf.numbers, view: .changed))
            return perform([.compare])
        }
        guard state.showsTwo else { return }
        state.showsTwo = false
        state.notice = "too narrow for two variants"
        perform([.restart])
    }

    // MARK: Effects

    private mutating func perform(_ effects: [Effect]) {
        for effect in effects {
            // From a text that was tried back to what ran before.
            if effect == .restart, state.choice != nil, playback is TryPlayback {
                replace(by: Session())
                continue
            }
            guard !effect.perform(on: &state, playback) else { continue }
            switch effect {
            case .tryTyped(let typed): attempt(typed)
            case .copyFrame: copyFrame()
            case .saveFrame: saveFrame()
            case .suspend: terminal.suspend()
            case .quit: isDone = true
            case .restart, .compare, .send, .stepOn, .find, .findFirst, .seek, .open, .openChosen, .choose: break
            }
        }
    }

    private mutating func attempt(_ typed: TypedText) {
        do {
            let file = TriedFile(Snippet(name: "line", text: typed.text), at: nil)
            let next = try TryPlayback(file, isWatching: false, for: nil, within: .standard) { MonotonicClock.now }
            state.show(typed)
            replace(by: next)
        } catch {
            state.notice = KeyText(error.description)
        }
    }

    private mutating func copyFrame() {
        let text = TextOutput.render(frame())
        terminal.writeRaw(Array("\u{1B}]52;c;\(Base64.text(Array(text.utf8)))\u{7}".utf8))
        state.notice = "the frame is on the clipboard, if this terminal allows it (OSC 52)"
    }

    private mutating func saveFrame() {
        let name = FileName.picture(of: playback.name, at: playback.now)
        do {
            try OutputFile.write(SVGOutput.render(frame(), theme: state.theme), to: name)
            state.notice = "saved \(name) in this folder"
        } catch {
            state.notice = KeyText(error.description)
        }
    }

    // MARK: Output

    private func frame() -> Surface {
        var surface = Surface(terminal.size)
        let hasColour = terminal.capabilities.colourMode != .none
        RootView(playback.screen(state), signs: signs, hasColour: hasColour).draw(into: &surface)
        return surface
    }

    private mutating func draw() {
        playback.refresh(&state)
        terminal.present(frame(), theme: state.theme)
    }
}

/// The only reader of a clock in the program.
enum MonotonicClock {
    /// Nanoseconds from some fixed moment.
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Stops the thread until a moment of this clock.
    static func wait(until moment: UInt64) {
        var left = timespec()
        while true {
            let now = self.now
            guard moment > now else { return }
            left.tv_sec = Int((moment - now) / 1_000_000_000)
            left.tv_nsec = Int((moment - now) % 1_000_000_000)
            nanosleep(&left, nil)
        }
    }
}

/// Base64, for the clipboard escape sequence.
enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

    static func text(_ bytes: [UInt8]) -> String {
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let word = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for index in 0..<4 {
                text.append(index <= group.count ? alphabet[word >> (18 - 6 * index) & 63] : "=")
            }
        }
        return text
    }
}
