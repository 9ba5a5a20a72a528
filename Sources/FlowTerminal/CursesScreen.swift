import CNcurses
import FlowScreen
import LibC

/// The terminal in curses: its modes, its window and its queue of keys.
final class CursesScreen {
    private let handle: OpaquePointer
    private let files: [UnsafeMutablePointer<FILE>]
    /// Keys are read through a pad, since reading through a window draws it.
    private let pad: UnsafeMutablePointer<WINDOW>
    private let wantsMouse: Bool
    /// The sequence that removes the frame on a terminal without an alternate screen.
    private let clearing: String

    private static let pasteOn = "\u{1B}[?2004h"
    private static let pasteOff = "\u{1B}[?2004l"
    private static let mouseOff = "\u{1B}[?1006;1002;1000l"
    private static let dragOn = "\u{1B}[?1002h"
    private static let dragOff = "\u{1B}[?1002l"
    /// The sequences after ESC that a terminal's description may lack: pasting, word steps, and the arrow keys of the cursor mode
    /// that it omits.
    private static let sequences = [
        ("[200~", InputDecoder.pasteBeginsCode), ("[201~", InputDecoder.pasteEndsCode), ("[A", KEY_UP), ("[B", KEY_DOWN),
        ("[C", KEY_RIGHT), ("[D", KEY_LEFT), ("[H", KEY_HOME), ("[F", KEY_END), ("[1~", KEY_HOME), ("[4~", KEY_END),
        ("[1;5D", InputDecoder.wordLeftCode), ("[1;5C", InputDecoder.wordRightCode), ("[1;3D", InputDecoder.wordLeftCode),
        ("[1;3C", InputDecoder.wordRightCode), ("b", InputDecoder.wordLeftCode), ("f", InputDecoder.wordRightCode),
    ]
    /// Input within this many milliseconds after Escape continues a sequence.
    private static let escapeDelay: Int32 = 25

    /// Takes over the terminal; `nil` if curses does not know it.
    init?(_ capabilities: TerminalCapabilities) {
        let output = fdopen(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3), "w")
        let input = fdopen(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3), "r")
        files = [output, input].compactMap { $0 }
        // Unlike initscr, newterm does not end the process on failure.
        guard let output, let input, let handle = newterm(capabilities.term, output, input), let pad = newpad(1, 1) else {
            files.forEach { fclose($0) }
            return nil
        }
        self.handle = handle
        self.pad = pad
        wantsMouse = capabilities.usesMouse
        clearing = CursesScreen.clearing
        cbreak()
        noecho()
        nonl()
        // Otherwise a signal sent by a key discards pending output, perhaps the bytes that restore the terminal.
        noqiflush()
        // After newterm, ncurses 6.4 flushes its output at every cursor movement; leaving and entering ends that. This must
        // precede start_color, or the terminal's palette is reset.
        endwin()
        doupdate()
        if capabilities.colourMode == .colours256 {
            start_color()
            use_default_colors()
        }
        set_escdelay(CursesScreen.escapeDelay)
        typeahead(-1)
        leaveok(cn_stdscr(), true)
        curs_set(0)
        keypad(pad, true)
        nodelay(pad, true)
        for (sequence, code) in CursesScreen.sequences { define_key("\u{1B}" + sequence, code) }
        if wantsMouse {
            mouseinterval(0)
            mousemask(CN_BUTTON1_PRESSED | CN_WHEEL_UP | CN_WHEEL_DOWN | CN_MOVED, nil)
            // Curses enables buttons only; this also enables reports of drags.
            write(CursesScreen.dragOn)
        }
        write(CursesScreen.pasteOn)
    }

    /// The bytes that end a screen and restore the terminal, from the loaded terminal description.
    static func restoringBytes() -> [UInt8] {
        let strings = ["rmkx", "sgr0", "op", "cnorm", "rmcup"].compactMap(TerminalCapabilities.text)
        return Array((mouseOff + pasteOff + strings.map(withoutPadding).joined() + clearing).utf8)
    }

    /// The sequence that clears the screen of a terminal without an alternate screen; else empty. Not `clear`, which on some
    /// terminals also removes the scrollback.
    private static var clearing: String {
        guard TerminalCapabilities.text(of: "rmcup") == nil else { return "" }
        return ["home", "ed"].compactMap(TerminalCapabilities.text).map(withoutPadding).joined()
    }

    /// Curses' columns and rows.
    var size: Size { Size(width: Int(getmaxx(cn_stdscr())), height: Int(getmaxy(cn_stdscr()))) }

    /// Adopts another size; the next frame is drawn in full.
    func resize(to size: Size) {
        resizeterm(Int32(size.height), Int32(size.width))
        repaint()
    }

    /// Forgets the contents of the terminal, so that the next frame is drawn in full.
    func repaint() { clearok(cn_curscr(), true) }

    /// Sends the drawn cells.
    func flush() {
        wnoutrefresh(cn_stdscr())
        doupdate()
    }

    /// Reads all pending keys.
    func read() -> [RawInput] {
        var inputs: [RawInput] = []
        var code: wint_t = 0
        while true {
            switch wget_wch(pad, &code) {
            case OK: inputs.append(.scalar(UInt32(code)))
            case KEY_CODE_YES where code == wint_t(KEY_MOUSE):
                if let event = mouseEvent() { inputs.append(.mouse(event)) }
            case KEY_CODE_YES: inputs.append(.code(Int32(code)))
            default: return inputs
            }
        }
    }

    /// Discards all pending keys.
    func discardInput() { flushinp() }

    /// Releases the terminal temporarily.
    func leave() {
        write(CursesScreen.pasteOff)
        if wantsMouse { write(CursesScreen.dragOff) }
        endwin()
        write(clearing)
    }

    /// Takes the terminal over again.
    func enter() {
        repaint()
        doupdate()
        curs_set(0)
        // Without this, the first arrow key afterwards is misread.
        keypad(pad, true)
        write(CursesScreen.pasteOn)
        if wantsMouse { write(CursesScreen.dragOn) }
    }

    /// Releases the terminal for good.
    func close() {
        leave()
        delwin(pad)
        delscreen(handle)
        files.forEach { fclose($0) }
    }

    private func mouseEvent() -> MouseEvent? {
        var event = MEVENT()
        guard getmouse(&event) == OK else { return nil }
        let position = Point(x: Int(event.x), y: Int(event.y))
        if event.bstate & CN_WHEEL_UP != 0 { return MouseEvent(.wheelUp, at: position) }
        if event.bstate & CN_WHEEL_DOWN != 0 { return MouseEvent(.wheelDown, at: position) }
        if event.bstate & CN_MOVED != 0 { return MouseEvent(.drag, at: position) }
        return event.bstate & CN_BUTTON1_PRESSED != 0 ? MouseEvent(.click, at: position) : nil
    }

    private func write(_ text: String) { Array(text.utf8).withUnsafeBytes { Descriptor(number: STDOUT_FILENO).write($0) } }

    /// A string of the terminal's description without delays such as `$<5>`, which only tputs interprets.
    private static func withoutPadding(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let first = rest.first {
            if rest.hasPrefix("$<"), let end = rest.firstIndex(of: ">") {
                rest = rest[rest.index(after: end)...]
            } else {
                result.append(first)
                rest.removeFirst()
            }
        }
        return result
    }
}
