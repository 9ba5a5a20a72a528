import CNcurses
import FlowScreen
import LibC

/// Reads keys and lines from standard input, for a program that only appends to its output.
///
/// Standard input may be a terminal, which reports single keys, or a file or pipe, whose bytes count as keys. Not `Sendable`:
/// everything but the ``waker`` belongs to the thread that opened it. However the program ends, the terminal is restored.
public final class LineTerminal {
    /// The reason why a wait ended.
    public enum Input: Hashable, Sendable {
        /// A key was pressed.
        case key(Key)
        /// A line was typed.
        case line(String)
        /// INT, TERM, HUP or QUIT arrived: close the terminal, then call ``CursesTerminal/reraise(_:)``.
        case signal(Int32)
        /// The program continues after a stop.
        case resumed
        /// The end of standard input.
        case end
        /// Another thread used the ``Waker``.
        case woken
    }

    /// Ends a wait from other threads.
    public let waker: Waker
    /// Whether standard input is a terminal.
    public let isInteractive: Bool
    /// Whether to read whole lines, with the terminal's editing and echo, instead of keys.
    public var readsLines = false {
        didSet { if readsLines != oldValue { takeModes() } }
    }

    private let signals: SignalPipe
    private let plan: UnsafeMutablePointer<RestorePlan>?
    private let modes: termios
    private var isOpen = true
    private var hasEnded = false
    private var bytes: [UInt8] = []

    /// The most bytes of a line; a longer one is cut there.
    private static let lineLimit = 1 << 16

    /// Takes over standard input.
    ///
    /// - Throws: ``TerminalError`` if a system call fails.
    /// - Precondition: No other terminal is open in this process.
    public init() throws(TerminalError) {
        var modes = termios()
        isInteractive = isatty(STDIN_FILENO) == 1 && tcgetattr(STDIN_FILENO, &modes) == 0
        self.modes = modes
        waker = Waker(try Pipe())
        signals = try SignalPipe()
        plan = isInteractive ? RestorePlan.begin(terminal: .input, modes: modes, bytes: [], errors: .none) : nil
        takeModes()
    }

    deinit { close() }

    /// Waits for input, and returns it.
    ///
    /// - Parameter milliseconds: The longest wait; `nil` waits without a limit, and without waking up in between.
    /// - Returns: The input; `nil` after a timeout. After ``close()`` always `end`.
    public func next(milliseconds: Int? = nil) -> Input? {
        let deadline = milliseconds.map { ContinuousClock.now + .milliseconds($0) }
        while isOpen {
            if let input = takeInput() { return input }
            let (ready, isGone) = Descriptor.wait(
                for: [hasEnded ? .none : .input, signals.reader, waker.reader], until: deadline)
            if ready.contains(signals.reader), let input = handleSignals(signals.drain()) { return input }
            if ready.contains(waker.reader) {
                waker.reset()
                return .woken
            }
            if ready.contains(.input) || isGone { read() }
            if let deadline, deadline <= .now { return takeInput() }
        }
        return .end
    }

    /// Restores standard input. Idempotent.
    public func close() {
        guard isOpen else { return }
        isOpen = false
        if let plan { RestorePlan.end(plan) }
        signals.close()
        waker.close()
    }

    /// Gives the terminal back, stops the process as ^Z does, and takes the terminal again when the process continues.
    public func suspend() { giveBack { signals.stop() } }

    /// Lends the terminal to a program that `body` starts and waits for, and takes it over again afterwards.
    ///
    /// Meanwhile signals from the terminal's keys are for that program. ^Z reaches both processes. This process ignores it, and
    /// stops when its child stops; otherwise it would stop twice.
    ///
    /// - Parameter body: Receives a function that stops this process as ^Z does, to call when the program has stopped.
    public func lend(_ body: (_ stop: () -> Void) -> Void) {
        giveBack(ignoring: [SIGINT, SIGQUIT]) { body(signals.stop) }
    }

    private func giveBack(ignoring others: Set<Int32> = [], while body: () -> Void) {
        guard isOpen else { return }
        var modes = modes
        if isInteractive { tcsetattr(STDIN_FILENO, TCSANOW, &modes) }
        body()
        // Continuing has sent SIGCONT, which is not raised again.
        for number in signals.drain() where !others.union([SIGCONT, SIGTSTP, SIGWINCH]).contains(number) { raise(number) }
        takeModes()
    }

    // MARK: Modes and signals

    /// Sets the modes: single keys without echo, or lines with the terminal's editing and echo. The keys that send signals keep
    /// their effect.
    private func takeModes() {
        guard isInteractive else { return }
        var wanted = modes
        if !readsLines {
            wanted.c_lflag &= ~tcflag_t(ICANON | ECHO)
            withUnsafeMutableBytes(of: &wanted.c_cc) { characters in
                characters[Int(VMIN)] = 1
                characters[Int(VTIME)] = 0
            }
        }
        tcsetattr(STDIN_FILENO, TCSANOW, &wanted)
    }

    private func handleSignals(_ numbers: [Int32]) -> Input? {
        if let ending = numbers.first(where: SignalPipe.ending.contains) { return .signal(ending) }
        if numbers.contains(SIGTSTP) {
            suspend()
            return .resumed
        }
        guard numbers.contains(SIGCONT) else { return nil }
        takeModes()
        return .resumed
    }

    // MARK: Bytes

    /// The longest wait for the rest of a key, since a slow connection delivers it byte by byte.
    private static let patience = Duration.milliseconds(50)

    private func read() {
        readOnce()
        while !readsLines, !hasEnded, KeyBytes.isPart(bytes),
            Descriptor.wait(for: [.input], until: .now + LineTerminal.patience).ready.contains(.input)
        { readOnce() }
        // No typed line exceeds the limit, and an endless line must not be kept in full.
        if readsLines, !bytes.contains(0x0A), !bytes.contains(0x0D) { bytes = Array(bytes.prefix(LineTerminal.lineLimit)) }
    }

    private func readOnce() {
        withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { buffer in
            let count = Descriptor.input.read(into: buffer)
            bytes += buffer.prefix(count)
            // If the user types lines, the end of the file means an empty line.
            if count == 0, isInteractive, readsLines { bytes.append(0x0A) } else if count == 0 { hasEnded = true }
        }
    }

    /// The next key or line in the bytes read, then the end of input, once; `nil` if no key or line is complete.
    private func takeInput() -> Input? {
        if readsLines { return takeLine() }
        if let key = KeyBytes.take(from: &bytes) { return .key(key) }
        return takeEnd()
    }

    private func takeLine() -> Input? {
        if let end = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
            let line = String(decoding: bytes[..<min(end, LineTerminal.lineLimit)], as: UTF8.self)
            let isPair = bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A
            bytes.removeFirst(end + (isPair ? 2 : 1))
            return .line(line)
        }
        guard hasEnded, !bytes.isEmpty else { return takeEnd() }
        defer { bytes = [] }
        return .line(String(decoding: bytes.prefix(LineTerminal.lineLimit), as: UTF8.self))
    }

    private var saysEnd = true

    private func takeEnd() -> Input? {
        guard hasEnded, saysEnd, bytes.isEmpty else { return nil }
        saysEnd = false
        return .end
    }
}

/// Decodes a terminal's bytes into keys by the sequences that nearly all terminals send, without a terminal description.
enum KeyBytes {
    private static let sequences: [String: Key] = [
        "[A": .up, "[B": .down, "[C": .right, "[D": .left, "OA": .up, "OB": .down, "OC": .right, "OD": .left, "[H": .home,
        "[F": .end, "OH": .home, "OF": .end, "[1~": .home, "[4~": .end, "[7~": .home, "[8~": .end, "[5~": .pageUp,
        "[6~": .pageDown, "[3~": .delete, "[Z": .backTab, "[1;5D": .wordLeft, "[1;5C": .wordRight,
    ]

    /// Removes the first key, and unknown bytes before it; `nil` if there is no complete key.
    static func take(from bytes: inout [UInt8]) -> Key? {
        while let first = bytes.first {
            if first == 0x1B {
                if let key = takeSequence(from: &bytes) { return key }
                continue
            }
            let count = min(bytes.count, length(ofCharacter: first))
            let scalars = String(decoding: bytes.prefix(count), as: UTF8.self).unicodeScalars
            bytes.removeFirst(count)
            var decoder = InputDecoder()
            if case .key(let key)? = decoder.decode(scalars.prefix(1).map { .scalar($0.value) }).first { return key }
        }
        return nil
    }

    /// Whether bytes may be the beginning of a longer key.
    static func isPart(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first else { return false }
        guard first == 0x1B else { return bytes.count < length(ofCharacter: first) }
        guard bytes.count > 1 else { return true }
        guard bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O") else { return false }
        return bytes.dropFirst(2).allSatisfy { (0x20...0x3F).contains($0) }
    }

    private static func length(ofCharacter first: UInt8) -> Int {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }

    /// Removes an escape sequence, or the escape key; `nil` for an unknown sequence.
    private static func takeSequence(from bytes: inout [UInt8]) -> Key? {
        bytes.removeFirst()
        guard let second = bytes.first, second == UInt8(ascii: "[") || second == UInt8(ascii: "O") else { return .escape }
        var end = 1
        while end < bytes.count, (0x20...0x3F).contains(bytes[end]) { end += 1 }
        let sequence = String(decoding: bytes[...min(end, bytes.count - 1)], as: UTF8.self)
        bytes.removeFirst(min(end + 1, bytes.count))
        return sequences[sequence]
    }
}
