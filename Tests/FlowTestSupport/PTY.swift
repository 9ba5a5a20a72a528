#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A program that runs on a separate terminal, whose screen and keyboard are the test's.
public final class PTY {
    /// The program's screen, as far as it was read.
    public private(set) var screen: VirtualTerminal
    /// The terminal's ``flags`` before the program started.
    public let flagsAtStart: [UInt]
    private let master: Int32
    private let process: pid_t
    private var status: ExitStatus?

    /// Starts a program in a new session, so that the terminal is its controlling terminal and sends it signals.
    ///
    /// - Parameter environment: All of it; nothing is inherited.
    public init(
        _ executable: String, _ arguments: [String] = [], environment: [String: String], columns: Int = 80, rows: Int = 24
    ) throws {
        var ends: (master: Int32, slave: Int32) = (-1, -1)
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        var name = [CChar](repeating: 0, count: 128)
        guard openpty(&ends.master, &ends.slave, &name, nil, &size) == 0 else {
            throw SystemFailure(call: "openpty", number: errno)
        }
        defer { close(ends.slave) }
        master = ends.master
        _ = fcntl(master, F_SETFD, FD_CLOEXEC)
        _ = fcntl(ends.slave, F_SETFD, FD_CLOEXEC)
        screen = VirtualTerminal(columns: columns, rows: rows)
        flagsAtStart = PTY.flags(of: PTY.modes(of: master))

        process = try Child.start(executable, arguments, environment: environment, ownSession: true) { actions in
            // Opened by name in the child: the first terminal that a session's leader opens controls it.
            posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
            posix_spawn_file_actions_adddup2(&actions, 0, 1)
            posix_spawn_file_actions_adddup2(&actions, 0, 2)
        }
    }

    deinit {
        if status == nil {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        close(master)
    }

    /// Whether the terminal reads whole lines and echoes, as under a shell.
    public var isCanonical: Bool { modes.map { Int32($0.c_lflag) & ICANON != 0 && Int32($0.c_lflag) & ECHO != 0 } ?? false }

    /// Whether a key that sends a signal keeps the unread output.
    public var keepsOutput: Bool { modes.map { Int32($0.c_lflag) & NOFLSH != 0 } ?? false }

    /// The terminal's modes as comparable words: input, output, control and local flags.
    public var flags: [UInt] { PTY.flags(of: modes) }

    private var modes: termios? { PTY.modes(of: master) }

    private static func flags(of modes: termios?) -> [UInt] {
        modes.map { [UInt($0.c_iflag), UInt($0.c_oflag), UInt($0.c_cflag), UInt($0.c_lflag)] } ?? []
    }

    private static func modes(of terminal: Int32) -> termios? {
        var modes = termios()
        return tcgetattr(terminal, &modes) == 0 ? modes : nil
    }

    /// Types something.
    public func send(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Sends the program a signal.
    public func signal(_ number: Int32) {
        kill(process, number)
    }

    /// Sends a signal to the program and its children.
    public func signal(group number: Int32) {
        kill(-process, number)
    }

    /// Changes the size of the terminal, which notifies the program.
    public func resize(columns: Int, rows: Int) {
        screen = screen.resized(columns: columns, rows: rows)
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// Takes the terminal away, as closing its window does.
    public func hangUp() -> ExitStatus {
        let nothing = open("/dev/null", O_RDWR)
        dup2(nothing, master)
        close(nothing)
        return reap()
    }

    /// Reads the program's output until the screen meets a condition, without a time limit.
    ///
    /// - Returns: Whether the condition was met before the program ended.
    public func wait(until isDone: (VirtualTerminal) -> Bool) -> Bool {
        while !isDone(screen) {
            guard readMore() else { return isDone(screen) }
        }
        return true
    }

    /// Reads the program's output until the screen shows `text`.
    public func wait(for text: String) -> Bool {
        wait { $0.text.contains(text) }
    }

    /// Reads the program's output to its end, and returns the program's end.
    public func waitForExit() -> ExitStatus {
        if let status { return status }
        while readMore() {}
        return reap()
    }

    private func reap() -> ExitStatus {
        var number: Int32 = 0
        waitpid(process, &number, 0)
        let result = ExitStatus(waitStatus: number)
        status = result
        return result
    }

    /// Reads once; false at the end of output.
    private func readMore() -> Bool {
        var items = [pollfd(fd: master, events: Int16(POLLIN), revents: 0)]
        waitForOutput(&items)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(master, &buffer, buffer.count)
        guard count > 0 else { return false }
        screen.feed(buffer.prefix(count))
        return true
    }
}

/// Waits until one of the descriptors can be read. A signal from another test does not end the wait.
func waitForOutput(_ items: inout [pollfd]) {
    while poll(&items, nfds_t(items.count), -1) < 0, errno == EINTR {}
}
