import CNcurses
import FlowScreen
import LibC

/// Curses' idea of the terminal: its modes, its window and its queue of keys.
final class CursesScreen {
    private let handle: OpaquePointer
    private let files: [UnsafeMutablePointer<FILE>]
    /// Keys are read through a pad, since reading through a window draws it.
    private let pad: UnsafeMutablePointer<WINDOW>
    private let wantsMouse: Bool
    /// The sequence that removes the frame where there is no other screen to go back to.
    private let clearing: String

    private static let pasteOn = "\u{1B}[?2004h"
    private static let pasteOff = "\u{1B}[?2004l"
    private static let mouseOff = "\u{1B}[?1006;1002;1000l"
    private static let dragOn = "\u{1B}[?1002h"
    private static let dragOff = "\u{1B}[?1002l"
    /// The sequences after ESC of keys that the description may lack: pasting, words, and arrows of terminals that know one mode
    /// only.
    private static let sequences = [
        ("[200~", InputDecoder.pasteBegins), ("[201~", InputDecoder.pasteEnds), ("[A", KEY_UP), ("[B", KEY_DOWN),
        ("[C", KEY_RIGHT), ("[D", KEY_LEFT), ("[H", KEY_HOME), ("[F", KEY_END), ("[1~", KEY_HOME), ("[4~", KEY_END),
        ("[1;5D", InputDecoder.wordLeft), ("[1;5C", InputDecoder.wordRight), ("[1;3D", InputDecoder.wordLeft),
        ("[1;3C", InputDecoder.wordRight), ("b", InputDecoder.wordLeft), ("f", InputDecoder.wordRight),
    ]
    /// Milliseconds after Escape in which more makes it a sequence.
    private static let escapeDelay: Int32 = 25

    /// Takes the terminal over; `nil` if curses does not know it.
    init?(_ capabilities: TerminalCapabilities) {
        let output = fdopen(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3), "w")
        let input = fdopen(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3), "r")
        files = [output, input].compactMap { $0 }
        // Unlike initscr, newterm does not end the process where it fails.
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
        // A key that sends a signal makes the terminal discard waiting bytes, only after the signal: perhaps the bytes that
        // restore it.
        noqiflush()
        // After newterm, ncurses 6.4 flushes its output at every movement of the cursor; leaving and entering ends that. Before
        // start_color, or the terminal's palette is reset.
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
            // Curses asks for buttons only; with this the terminal also reports where the pointer goes while one is down.
            write(CursesScreen.dragOn)
        }
        write(CursesScreen.pasteOn)
    }

    /// The bytes that restore the terminal from the state of a screen, by the description at hand.
    static func restoringBytes() -> [UInt8] {
        let strings = ["rmkx", "sgr0", "op", "cnorm", "rmcup"].compactMap(TerminalCapabilities.text)
        return Array((mouseOff + pasteOff + strings.map(withoutPadding).joined() + clearing).utf8)
    }

    /// The sequence that empties a screen that is the only one; empty where the frame goes with its own. Not `clear`: with some
    /// terminals that also removes the lines that have scrolled off the screen.
    private static var clearing: String {
        guard TerminalCapabilities.text(of: "rmcup") == nil else { return "" }
        return ["home", "ed"].compactMap(TerminalCapabilities.text).map(withoutPadding).joined()
    }

    /// Columns and rows as curses has them.
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

    /// Every key that was pressed and not read.
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

    /// Discards the keys that were pressed and not read.
    func discardInput() { flushinp() }

    /// Gives the terminal back for a while.
    func leave() {
        write(CursesScreen.pasteOff)
        if wantsMouse { write(CursesScreen.dragOff) }
        endwin()
        write(clearing)
    }

    /// Takes the terminal again.
    func enter() {
        repaint()
        doupdate()
        curs_set(0)
        // Without this the first arrow key after the break is misread.
        keypad(pad, true)
        write(CursesScreen.pasteOn)
        if wantsMouse { write(CursesScreen.dragOn) }
    }

    /// Gives the terminal back for good.
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

    /// A string of the terminal's description without its delays, such as `$<5>`, which mean something only to tputs.
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
