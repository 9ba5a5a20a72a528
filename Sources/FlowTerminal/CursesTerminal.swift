import CNcurses
import FlowScreen
import LibC

/// The terminal in use: shows frames and reports keys.
///
/// Not `Sendable`: everything but the ``waker`` belongs to the thread that opened it. The terminal is restored however the
/// program ends: by ``close()``, at exit, or by a crash handler.
public final class CursesTerminal {
    /// The capabilities of the terminal, and the ones in use.
    public let capabilities: TerminalCapabilities
    /// Ends a wait from other threads.
    public let waker: Waker
    public private(set) var size: Size

    private let screen: CursesScreen
    private let plan: UnsafeMutablePointer<RestorePlan>
    private let signals: SignalPipe
    private var painter: Painter
    private var decoder = InputDecoder()
    private var shown: Surface?
    private var shownTheme: Theme?
    private var isOpen = true

    /// Takes over the terminal, and clears it.
    ///
    /// - Throws: ``TerminalError`` if standard input or output is not a usable terminal, which then stays untouched.
    /// - Precondition: No other terminal is open in this process.
    public init(options: TerminalOptions = TerminalOptions()) throws(TerminalError) {
        // Curses prefers these to the terminal's size, and would miss a resize.
        unsetenv("LINES")
        unsetenv("COLUMNS")
        setlocale(LC_CTYPE, "")
        var restoring: [UInt8] = []
        let capabilities = TerminalCapabilities.probe(environment: CursesTerminal.environment, options: options) { isKnown in
            if isKnown { restoring = CursesScreen.restoringBytes() }
        }
        if let problem = capabilities.problem { throw problem }
        var modes = termios()
        guard tcgetattr(STDIN_FILENO, &modes) == 0 else { throw .system(call: "tcgetattr", number: errno) }

        let waker = Waker(try Pipe())
        let signals = try SignalPipe()
        do {
            plan = RestorePlan.begin(terminal: .output, modes: modes, bytes: restoring, errors: try CapturedErrors())
        } catch {
            signals.close()
            throw error
        }
        guard let screen = CursesScreen(capabilities) else {
            RestorePlan.end(plan)
            signals.close()
            throw .unknownTerm(capabilities.term ?? "")
        }
        self.capabilities = capabilities
        self.waker = waker
        self.signals = signals
        self.screen = screen
        painter = Painter(onlyASCII: capabilities.usesASCII, mode: capabilities.colourMode)
        size = screen.size
    }

    deinit { close() }

    /// Shows a frame: sends its differences from the previous one.
    ///
    /// A frame of a different size is cut, or leaves the rest blank.
    public func present(_ surface: Surface, theme: Theme) {
        guard isOpen else { return }
        if shown?.size != surface.size {
            werase(cn_stdscr())
            shown = nil
        }
        let spans = FrameDiff.spans(from: shownTheme == theme ? shown : nil, to: surface)
        for span in spans { painter.paint(span, of: surface, theme: theme, screen: size) }
        shown = surface
        shownTheme = theme
        if !spans.isEmpty { screen.flush() }
    }

    /// Waits for events, and returns them in order.
    ///
    /// - Parameter milliseconds: The longest wait; `nil` waits without a limit, and without waking up in between.
    /// - Returns: The events; none after a timeout. After ``close()`` always `hangup`.
    public func wait(milliseconds: Int? = nil) -> [TerminalInput] {
        let deadline = milliseconds.map { ContinuousClock.now + .milliseconds($0) }
        while isOpen {
            let (ready, isGone) = Descriptor.wait(
                for: [.input, signals.reader, waker.reader, plan.pointee.errors.reader], until: deadline)
            var inputs = ready.contains(signals.reader) ? handleSignals(signals.drain()) : []
            if ready.contains(waker.reader) {
                waker.reset()
                inputs.append(.woken)
            }
            if ready.contains(plan.pointee.errors.reader) { plan.pointee.errors.collect() }
            if ready.contains(.input) { inputs += decoder.decode(screen.read()) }
            if isGone { inputs.append(.hangup) }
            if !inputs.isEmpty { return inputs }
            if let deadline, deadline <= .now { return [] }
        }
        return [.hangup]
    }

    /// Sends bytes directly, for sequences that curses lacks, such as OSC 52.
    public func writeRaw(_ bytes: [UInt8]) {
        guard isOpen else { return }
        bytes.withUnsafeBytes { Descriptor.output.write($0) }
    }

    /// Releases the terminal, stops the process as ^Z does, and takes the terminal over again when it continues.
    public func suspend() {
        guard isOpen else { return }
        screen.leave()
        plan.pointee.errors.replay()
        signals.stop()
        reenter()
    }

    /// Lends the terminal to a program that `body` starts and waits for, and takes it over again afterwards.
    ///
    /// Meanwhile signals from the terminal's keys are for that program. ^Z reaches both processes. This process ignores it, and
    /// stops when its child stops; otherwise it would stop twice.
    ///
    /// - Parameter body: Receives a function that stops this process as ^Z does, to call when the program has stopped.
    public func lend(_ body: (_ stop: () -> Void) -> Void) {
        guard isOpen else { return }
        screen.leave()
        plan.pointee.errors.replay()
        body(signals.stop)
        reenter(without: [SIGINT, SIGQUIT])
    }

    /// Releases the terminal. Idempotent.
    public func close() {
        guard isOpen else { return }
        isOpen = false
        screen.close()
        RestorePlan.end(plan)
        signals.close()
        waker.close()
    }

    /// Ends the process by a signal with its default action, so that the parent sees the signal.
    public static func reraise(_ signal: Int32) -> Never {
        cn_default(signal)
        raise(signal)
        exit(128 + signal)
    }

    /// The values of TERM and the locale's variables.
    public static var environment: [String: String] {
        ["TERM", "LC_ALL", "LC_CTYPE", "LANG"].reduce(into: [:]) { environment, name in
            environment[name] = getenv(name).map { String(cString: $0) }
        }
    }
}

extension CursesTerminal {
    /// Handles signals.
    private func handleSignals(_ numbers: [Int32]) -> [TerminalInput] {
        var inputs = numbers.filter(SignalPipe.ending.contains).map(TerminalInput.signal)
        let before = size
        // Pending keys must not reach the shell.
        if !Set(numbers).isDisjoint(with: [SIGINT, SIGQUIT, SIGTSTP]) { screen.discardInput() }
        if numbers.contains(SIGTSTP) {
            suspend()
            inputs.append(.resumed)
        } else if numbers.contains(SIGCONT) {
            // Stopped by a signal that cannot be caught: the shell has used the terminal meanwhile.
            screen.leave()
            reenter()
            inputs.append(.resumed)
        }
        if let size = TerminalCapabilities.currentSize(), numbers.contains(SIGWINCH), size != self.size { adopt(size) }
        if size != before { inputs.append(.resized(size)) }
        return inputs
    }

    /// - Parameter others: Signals meant for another process.
    private func reenter(without others: Set<Int32> = []) {
        // Continuing this process has sent SIGCONT, which is handled here.
        let rest = signals.drain().filter { $0 != SIGCONT && $0 != SIGTSTP && !others.contains($0) }
        screen.enter()
        forget()
        for number in rest where number != SIGWINCH { raise(number) }
        if let size = TerminalCapabilities.currentSize(), size != self.size { adopt(size) }
    }

    private func adopt(_ size: Size) {
        screen.resize(to: size)
        self.size = screen.size
        forget()
    }

    private func forget() { shown = nil }
}
