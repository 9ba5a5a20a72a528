import FlowTrace
import LibC

/// A program that was started from here, in a session of its own.
///
/// When it has ended, and when this object goes, what it has started ends too, unless that has made itself a session.
final class StartedProgram {
    /// Its number, and that of its session.
    let process: pid_t
    /// How it ended, `nil` while it runs, as far as ``look()`` saw.
    private(set) var end: ChildProcess.End?
    /// Whether it was told to end before it did.
    private(set) var isStopped = false

    /// How long it is waited for once it was told to end, in nanoseconds.
    static let grace: UInt64 = 500_000_000

    /// Starts a program. It reads nothing.
    ///
    /// - Parameters:
    ///   - words: Its path, and what it is called with.
    ///   - variables: What its environment has besides this process's own.
    ///   - output: The descriptor that takes what it prints; `errors` what it complains of.
    /// - Throws: ``Failure`` if it cannot be started.
    init(_ words: [String], adding variables: [String: String] = [:], output: Int32, errors: Int32) throws(Failure) {
        let null = FileDescriptor(owning: open("/dev/null", O_RDONLY | O_CLOEXEC), path: "/dev/null")
        defer { withExtendedLifetime(null) {} }
        var list = words.map { strdup($0) } + [nil]
        var environment = StartedProgram.environment(adding: variables).map { strdup($0) } + [nil]
        defer { for text in list + environment { free(text) } }
        var mask = sigset_t()
        sigemptyset(&mask)
        process = try ChildProcess.spawn(
            &list, &environment, mask: mask, inOwnSession: true,
            files: [(null.number, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO)])
    }

    deinit {
        guard end == nil else { return }
        SessionProcesses.end(process)
        StartedProgram.wait(for: process, WEXITED | WNOWAIT)
        _ = ChildProcess.reap(process)
    }

    /// Looks how it is; what it has left when it has ended is ended too.
    ///
    /// - Returns: How it ended, `nil` while it runs.
    @discardableResult
    func look() -> ChildProcess.End? {
        guard end == nil, StartedProgram.wait(for: process, WEXITED | WNOHANG | WNOWAIT) else { return end }
        // Before it is reaped: until then nobody else can have its number.
        SessionProcesses.end(process)
        end = ChildProcess.reap(process)
        return end
    }

    /// Tells it to end; it is not asked.
    func stop() {
        guard look() == nil else { return }
        isStopped = true
        kill(-process, SIGTERM)
        kill(-process, SIGCONT)
    }

    /// Ends it, if it has not ended by itself since it was told to.
    func force() {
        guard look() == nil else { return }
        isStopped = true
        SessionProcesses.end(process)
    }

    /// Whether a process has ended.
    @discardableResult
    private static func wait(for process: pid_t, _ options: Int32) -> Bool {
        var info = siginfo_t()
        while waitid(P_PID, id_t(process), &info, options) != 0 {
            // Somebody else took how it ended.
            guard errno == EINTR else { return errno == ECHILD }
        }
        return info.si_signo == SIGCHLD
    }

    private static func environment(adding variables: [String: String]) -> [String] {
        var (own, next) = ([String](), environ)
        while let text = next.pointee {
            own.append(String(cString: text))
            next += 1
        }
        let kept = own.filter { entry in !variables.keys.contains { entry.hasPrefix("\($0)=") } }
        return kept + variables.map { "\($0.key)=\($0.value)" }.sorted()
    }
}

extension StartedProgram {
    /// Starts a program that was built of a tried file, and records it.
    convenience init(
        tried program: String, _ recording: ProgramRecording, output: Int32, errors: Int32
    ) throws(Failure) {
        // Where it crashed, in a second at most: no other threads, no images, no registers.
        let backtrace = "enable=yes,color=no,interactive=no,threads=crashed,images=none,registers=none,limit=16"
        let own = getenv("SWIFT_BACKTRACE") == nil ? ["SWIFT_BACKTRACE": backtrace] : [:]
        try self.init([program], adding: recording.variables.merging(own) { $1 }, output: output, errors: errors)
    }
}
