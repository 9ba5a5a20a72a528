import LibC

/// Runs a program in the place of this process: on its terminal, with its signals.
package enum ChildProcess {
    package enum End: Equatable {
        case exited(Int32)
        case signalled(Int32)
    }

    /// The signals to pass on to the child. Signals from the terminal reach the child directly.
    private static let forwarded: [Int32] = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2]

    /// Runs the program named by the last words of this process's command line until it exits. The words are passed on byte for
    /// byte.
    ///
    /// - Parameters:
    ///   - count: The number of words, including the program's name.
    ///   - variables: Added to this process's environment.
    package static func run(lastWords count: Int, adding variables: [String: String]) throws -> End {
        for (name, value) in variables { setenv(name, value, 1) }
        // If SIGCHLD is ignored, the system discards the exit status of a child.
        signal(SIGCHLD, SIG_DFL)
        var waited = sigset_t()
        var before = sigset_t()
        sigemptyset(&waited)
        for signal in forwarded + [SIGCHLD] { sigaddset(&waited, signal) }
        // The signals are waited for, so no code runs in a signal handler.
        sigprocmask(SIG_BLOCK, &waited, &before)
        defer { sigprocmask(SIG_SETMASK, &before, nil) }
        let process = try spawn(CommandLine.unsafeArgv + (Int(CommandLine.argc) - count), environ, mask: before)
        while true {
            if let end = reap(process) { return end }
            var signal: Int32 = 0
            var info = siginfo_t()
            signal = sigwaitinfo(&waited, &info)
            // A positive code means that the kernel sent the signal, for example for a key of the terminal.
            if forwarded.contains(signal), info.si_code <= 0 { kill(process, signal) }
        }
    }

    /// `POSIX_SPAWN_SETSID`, which Swift does not import.
    #if canImport(Glibc) || canImport(Musl)
        private static let setsid = 0x80
    #else
        private static let setsid = 0x400
    #endif

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: Its path or name and its arguments, ending with `nil`.
    ///   - environment: Its environment, ending with `nil`.
    ///   - mask: The signals that are blocked when it starts.
    ///   - ownSession: Whether it leads a new session, without a terminal.
    ///   - files: This process's descriptors, each with its number in the child.
    package static func spawn(
        _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>,
        _ environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, mask: sigset_t, inOwnSession ownSession: Bool = false,
        files: [(here: Int32, there: Int32)] = []
    ) throws(Failure) -> pid_t {
        #if canImport(Glibc) || canImport(Musl)
            var attributes = posix_spawnattr_t()
            var actions = posix_spawn_file_actions_t()
        #else
            var attributes: posix_spawnattr_t?
            var actions: posix_spawn_file_actions_t?
        #endif
        var mask = mask
        posix_spawnattr_init(&attributes)
        posix_spawn_file_actions_init(&actions)
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&actions)
        }
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(Int(POSIX_SPAWN_SETSIGMASK) | (ownSession ? setsid : 0)))
        for (here, there) in files { posix_spawn_file_actions_adddup2(&actions, here, there) }
        var process: pid_t = 0
        // The command line has at least the program's name.
        let name = words[0]!
        let status = posix_spawnp(&process, name, &actions, &attributes, words, environment)
        guard status == 0 else {
            let hint = status == ENOENT ? "; name a program after --" : "; it is not a program that can be run"
            throw Failure("cannot run '\(String(cString: name))': \(String(cString: strerror(status)))\(hint)")
        }
        return process
    }

    /// The exit status of a process, `nil` while it runs. The kernel discards a status once it is returned.
    package static func reap(_ process: pid_t) -> End? {
        var status: Int32 = 0
        let found = waitpid(process, &status, WNOHANG)
        // Another `waitpid` has taken the status.
        if found < 0, errno == ECHILD { return .exited(EXIT_FAILURE) }
        guard found == process else { return nil }
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    }
}
