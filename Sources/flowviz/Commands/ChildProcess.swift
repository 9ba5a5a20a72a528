import FlowTerminal
import LibC

/// A program that runs in this one's place, on its terminal and with its signals.
enum ChildProcess {
    enum End: Equatable {
        case exited(Int32)
        case signalled(Int32)
    }

    /// Signals that somebody may send to this process and mean the child; those of the terminal reach the child by themselves.
    private static let forwarded: [Int32] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2]

    /// Runs the program that the last words of this process's command line name, to its end. It gets them byte for byte.
    ///
    /// - Parameters:
    ///   - count: How many words, with the program's own name.
    ///   - variables: What its environment has besides this process's own.
    static func run(lastWords count: Int, adding variables: [String: String]) throws -> End {
        for (name, value) in variables { setenv(name, value, 1) }
        // Where it is ignored, children leave nothing of how they ended.
        signal(SIGCHLD, SIG_DFL)
        var waited = sigset_t()
        var before = sigset_t()
        sigemptyset(&waited)
        for signal in forwarded + [SIGCHLD] { sigaddset(&waited, signal) }
        // Waited for instead of handled: nothing runs in a signal handler.
        sigprocmask(SIG_BLOCK, &waited, &before)
        defer { sigprocmask(SIG_SETMASK, &before, nil) }
        let process = try spawn(CommandLine.unsafeArgv + (Int(CommandLine.argc) - count), mask: before)
        while true {
            if let end = reap(process) { return end }
            var signal: Int32 = 0
            var info = siginfo_t()
            signal = sigwaitinfo(&waited, &info)
            // A positive code is the kernel's, as for a key of the terminal.
            if forwarded.contains(signal), info.si_code <= 0 { kill(process, signal) }
        }
    }

    /// Ends this process as the program ended.
    static func leave(as end: End) -> Never {
        switch end {
        case .exited(let code): exit(code)
        case .signalled(let number): CursesTerminal.reraise(number)
        }
    }

    private static func spawn(_ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, mask: sigset_t) throws -> pid_t {
        #if canImport(Glibc)
            var attributes = posix_spawnattr_t()
        #else
            var attributes: posix_spawnattr_t?
        #endif
        var mask = mask
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var process: pid_t = 0
        // The command line has at least this word.
        let name = words[0]!
        let status = posix_spawnp(&process, name, nil, &attributes, words, environ)
        guard status == 0 else {
            let hint = status == ENOENT ? "; name a program after --" : "; it is not a program that can be run"
            throw Failure("cannot run '\(String(cString: name))': \(String(cString: strerror(status)))\(hint)")
        }
        return process
    }

    private static func reap(_ process: pid_t) -> End? {
        var status: Int32 = 0
        let found = waitpid(process, &status, WNOHANG)
        // Somebody else took how it ended.
        if found < 0, errno == ECHILD { return .exited(EXIT_FAILURE) }
        guard found == process else { return nil }
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    }
}
