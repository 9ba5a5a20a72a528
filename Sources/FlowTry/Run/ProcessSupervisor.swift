import FlowSystem
import FlowTrace
import LibC

/// A process between flowviz and a program. It makes sure that no descendant of the program outlives the program or flowviz.
///
/// On Linux the supervisor adopts the program's orphans, also from other sessions and groups. It kills them all when the program
/// exits or when its own standard input closes. This input is a pipe with its other end in flowviz, so even a crash of flowviz
/// closes it.
package enum ProcessSupervisor {
    /// The variable with the program's `SWIFT_BACKTRACE`. The supervisor's runtime must not read it: in a statically linked
    /// flowviz, the runtime finds no backtrace tool, and would print a warning among the program's lines.
    static let backtrace = "FLOWVIZ_TRY_BACKTRACE"

    /// Runs the program named by the last words of this process's command line.
    ///
    /// SIGTERM is passed on to the program's session.
    ///
    /// - Parameter count: The number of words, including the program's name.
    /// - Returns: Its exit status, after all its descendants have exited.
    package static func run(lastWords count: Int) throws(Failure) -> ChildProcess.End {
        guard adoptOrphans() else {
            let reason = String(cString: strerror(errno))
            throw Failure("cannot adopt a program's orphaned processes: \(reason); use Linux 3.4 or newer")
        }
        var waited = sigset_t()
        var before = sigset_t()
        sigemptyset(&waited)
        for signal in [SIGCHLD, SIGTERM] { sigaddset(&waited, signal) }
        sigprocmask(SIG_BLOCK, &waited, &before)
        if let settings = getenv(backtrace) { setenv("SWIFT_BACKTRACE", settings, 1) }
        unsetenv(backtrace)
        let null = FileDescriptor(owning: open("/dev/null", O_RDONLY | O_CLOEXEC), path: "/dev/null")
        let program = try ChildProcess.spawn(
            CommandLine.unsafeArgv + (Int(CommandLine.argc) - count), environ, mask: before, inOwnSession: true,
            files: [(null.number, STDIN_FILENO)])
        // The process number stays valid, since the program is reaped only at the end of this function.
        DetachedThread.run {
            waitForEndOfInput()
            kill(program, SIGKILL)
        }
        while !reapChildren(until: program) {
            var signal: Int32 = 0
            guard sigwait(&waited, &signal) == 0, signal == SIGTERM else { continue }
            kill(-program, SIGTERM)
            kill(-program, SIGCONT)
        }
        kill(-program, SIGKILL)
        killChildren(except: program)
        return ChildProcess.reap(program) ?? .exited(EXIT_FAILURE)
    }

    /// Makes this process the parent of its descendants' orphans. Also disables core dumps, since this process exits with the
    /// signal of a crashed program.
    private static func adoptOrphans() -> Bool {
        #if canImport(Glibc) || canImport(Musl)
            // Swift cannot import variadic functions.
            guard let address = dlsym(nil, "prctl") else { return false }
            let prctl = unsafeBitCast(address, to: (@convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32).self)
            return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0 && prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0
        #else
            return true
        #endif
    }

    #if canImport(Glibc) || canImport(Musl)
        // From linux/prctl.h.
        private static let (PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER): (Int32, Int32) = (4, 36)
    #endif

    private static func waitForEndOfInput() {
        var byte: UInt8 = 0
        while true {
            let count = read(STDIN_FILENO, &byte, 1)
            if count == 0 || count < 0 && errno != EINTR { return }
        }
    }

    /// Reaps the other children that have exited. Returns whether the program has exited, which remains to be reaped.
    private static func reapChildren(until program: pid_t) -> Bool {
        while true {
            var info = siginfo_t()
            guard waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 else { return false }
            #if canImport(Musl)
                let ended = info.__si_fields.__si_common.__first.__piduid.si_pid
            #elseif canImport(Glibc)
                let ended = info._sifields._sigchld.si_pid
            #else
                let ended = info.si_pid
            #endif
            guard ended > 0, ended != program else { return ended == program }
            _ = ChildProcess.reap(ended)
        }
    }

    /// Kills all children of this process but the program, and their orphans, which become its children.
    private static func killChildren(except program: pid_t) {
        while true {
            let left = children.filter { $0 != program }
            guard !left.isEmpty else { return }
            for child in left { kill(child, SIGKILL) }
            for child in left { while waitpid(child, nil, 0) < 0, errno == EINTR {} }
        }
    }

    private static var children: [pid_t] {
        let own = "\(getpid())"
        return FolderContents.names("/proc").compactMap { pid_t($0) }.filter { process in
            let text = (try? InputFile.text("/proc/\(process)/stat", limit: 4_096)) ?? ""
            // After the process's name, which may contain any character, come its state and its parent.
            let words = text.lastIndex(of: ")").map { text[$0...].split(separator: " ") } ?? []
            return words.count > 2 && words[2] == own
        }
    }
}
