import FlowScreen
import FlowSessions
import FlowTerminal
import FlowTrace
import FlowViews

/// Runs the program on the screen: waits for input, moves time, and draws the changes.
///
/// While time is frozen, only input wakes the loop.
package struct EventLoop {
    private let terminal: CursesTerminal
    private let signs: Signs
    private var player: Player
    private var isDone = false
    private var endSignal: Int32?

    package init(terminal: CursesTerminal, playback: Playback, state: AppState, history: HistoryFile?, ascii: Bool) {
        self.terminal = terminal
        player = Player(playback, state, keepingIn: history) { [waker = terminal.waker] in waker.wake() }
        player.state.size = terminal.size
        signs = ascii || terminal.capabilities.usesASCII ? .ascii : .unicode
    }

    /// Runs until the user quits or a signal arrives, and restores the terminal.
    ///
    /// - Returns: The command that repeats the user's controls, if there were any, and the signal.
    package mutating func run() -> (repeatLine: String?, signal: Int32?) {
        player.begin()
        draw()
        while !isDone {
            let inputs = terminal.wait(milliseconds: player.inputTimeout)
            player.advance()
            for input in inputs { receive(input) }
            if !isDone { draw() }
        }
        terminal.close()
        player.playback.close()
        return (player.repeatLine, endSignal)
    }

    // MARK: Input

    private mutating func receive(_ input: TerminalInput) {
        switch input {
        case .key(let key): finish(player.press(key))
        case .mouse(let event): receive(event)
        case .resized(let size): resize(to: size)
        case .signal(let number):
            endSignal = number
            isDone = true
        case .hangup: isDone = true
        case .resumed: player.skipElapsedTime()
        case .paste(let text): if !player.state.insert(text) { player.state.refuse(.nothingToPasteInto) }
        case .woken: player.checkProcess()
        }
    }

    private mutating func receive(_ event: MouseEvent) {
        player.refresh()
        let facts = player.playback.facts
        switch event.action {
        case .wheelUp, .wheelDown:
            perform(PointerUpdate.wheel(up: event.action == .wheelUp, on: &player.state, facts: facts))
        case .click:
            if let target = target(at: event) { perform(PointerUpdate.click(target, on: &player.state, facts: facts)) }
        case .drag:
            guard case .time(let time) = target(at: event) else { return }
            perform(PointerUpdate.drag(to: time, on: &player.state, facts: facts))
        }
    }

    private func target(at event: MouseEvent) -> RootView.Target? {
        RootView(player.playback.screen(player.state), signs: signs).target(at: event.position, size: terminal.size)
    }

    private mutating func resize(to size: Size) {
        player.state.size = size
        guard !player.state.fitsTwo else { return }
        if let whatIf = player.state.whatIf, whatIf.view == .both {
            player.state.compare(with: WhatIf(numbers: whatIf.numbers, view: .changed))
            return perform([.compare])
        }
        guard player.state.showsTwo else { return }
        player.state.showsTwo = false
        player.state.notice = "too narrow for two variants"
        perform([.restart])
    }

    // MARK: Effects

    private mutating func perform(_ effects: [Effect]) { finish(player.perform(effects)) }

    /// Performs the effects that need the terminal.
    private mutating func finish(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .edit(let location): player.edit(location, lending: terminal.lend)
            case .editChosen: player.editChosen(lending: terminal.lend)
            case .copyFrame: copyFrame()
            case .saveFrame: player.save(frame())
            case .suspend: terminal.suspend()
            case .quit: isDone = true
            case .restart, .compare, .send, .hand, .foretell, .stepOn, .find, .findFirst, .seek, .open, .openChosen,
                .performInChosen, .choose, .goToOnset, .tryTyped, .keep, .keepTour:
                break
            }
        }
    }

    private mutating func copyFrame() {
        let text = TextOutput.render(frame())
        terminal.writeRaw(Array("\u{1B}]52;c;\(Base64.text(Array(text.utf8)))\u{7}".utf8))
        player.state.notice = "the frame is on the clipboard, if this terminal allows it (OSC 52)"
    }

    // MARK: Output

    private func frame() -> Surface {
        var surface = Surface(terminal.size)
        let hasColour = terminal.capabilities.colourMode != .none
        RootView(player.playback.screen(player.state), signs: signs, hasColour: hasColour).draw(into: &surface)
        return surface
    }

    private mutating func draw() {
        player.refresh()
        if player.state.scroll != 0 {
            player.state.scroll = RootView(player.playback.screen(player.state), signs: signs).scroll(on: terminal.size)
        }
        terminal.present(frame(), theme: player.state.theme)
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
