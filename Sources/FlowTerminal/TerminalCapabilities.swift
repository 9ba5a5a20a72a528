import CNcurses
import FlowScreen
import LibC

/// The capabilities of the terminal, and flowviz's use of them.
public struct TerminalCapabilities: Hashable, Sendable {
    /// Whether standard input is a terminal.
    public let readsTerminal: Bool
    /// Whether standard output is a terminal.
    public let writesTerminal: Bool
    /// The kind of terminal in TERM; `nil` if unset.
    public let term: String?
    /// Whether the system has a description of that terminal.
    public let isKnown: Bool
    /// Whether it can move its cursor.
    public let canPosition: Bool
    /// The number of colours; 0 for none.
    public let colours: Int
    /// Whether it reports the mouse.
    public let hasMouse: Bool
    /// Columns and rows; `nil` if unknown, or if standard output is not a terminal.
    public let size: Size?
    /// The character set of the locale; empty if the system lacks the requested locale.
    public let encoding: String
    /// The user's choices.
    public let options: TerminalOptions

    /// Whether the locale uses UTF-8.
    public var isUTF8: Bool { cn_is_utf8(encoding) != 0 }

    /// Whether flowviz shows only ASCII here.
    public var usesASCII: Bool { options.ascii || !isUTF8 }

    /// Whether flowviz uses colours here.
    public var colourMode: ColourMode { options.colour && colours >= 256 ? .colours256 : .none }

    /// Whether flowviz uses the mouse here.
    public var usesMouse: Bool { options.mouse && hasMouse }

    /// The reason why the screen cannot be opened; `nil` if it can.
    public var problem: TerminalError? {
        if !readsTerminal { return .notATerminal(stream: "standard input") }
        if !writesTerminal { return .notATerminal(stream: "standard output") }
        guard let term else { return .termUnset }
        if !isKnown { return .unknownTerm(term) }
        return canPosition ? nil : .cannotPosition(term)
    }

    /// Detects the capabilities of the terminal, without changing it.
    ///
    /// - Parameter environment: The environment with TERM and the locale's variables.
    /// - Important: Call it on the main thread, and not while a ``CursesTerminal`` is open.
    public static func probe(
        environment: [String: String], options: TerminalOptions = TerminalOptions()
    ) -> TerminalCapabilities {
        probe(environment: environment, options: options) { _ in }
    }

    /// Detects the capabilities, and lets `body` read the terminal's description while it is loaded.
    static func probe(
        environment: [String: String], options: TerminalOptions, body: (_ isKnown: Bool) -> Void
    ) -> TerminalCapabilities {
        let term = environment["TERM"].flatMap { $0.isEmpty ? nil : $0 }
        var status: Int32 = 0
        let isKnown = term.map { setupterm($0, STDOUT_FILENO, &status) == OK } ?? false
        defer { if isKnown { cn_forget_term() } }
        body(isKnown)
        return TerminalCapabilities(
            readsTerminal: isatty(STDIN_FILENO) == 1, writesTerminal: isatty(STDOUT_FILENO) == 1,
            term: term, isKnown: isKnown, canPosition: isKnown && text(of: "cup") != nil,
            colours: isKnown ? max(0, Int(tigetnum("colors"))) : 0, hasMouse: isKnown && text(of: "kmous") != nil,
            size: currentSize(), encoding: encoding(environment), options: options)
    }

    /// A string of the terminal's description; `nil` if there is none.
    static func text(of name: String) -> String? {
        guard let text = tigetstr(name), Int(bitPattern: text) != -1 else { return nil }
        return String(cString: text)
    }

    static func currentSize() -> Size? {
        var window = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else { return nil }
        return Size(width: Int(window.ws_col), height: Int(window.ws_row))
    }

    /// The character set of the environment's locale, by the precedence of POSIX.
    private static func encoding(_ environment: [String: String]) -> String {
        let name = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            cn_codeset(name, start, buffer.count)
            return String(cString: start)
        }
    }
}

/// The user's choices for the terminal.
public struct TerminalOptions: Hashable, Sendable {
    /// Whether to show only ASCII.
    public var ascii: Bool
    /// Whether to use colours, if there are any.
    public var colour: Bool
    /// Whether to use clicks and the wheel, if there is a mouse.
    public var mouse: Bool

    /// Creates options; by default with all capabilities of the terminal.
    public init(ascii: Bool = false, colour: Bool = true, mouse: Bool = true) {
        self.ascii = ascii
        self.colour = colour
        self.mouse = mouse
    }
}
