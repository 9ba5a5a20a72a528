import FlowSystem
import FlowTrace
import LibC

/// A program started by flowviz under a ``ProcessSupervisor``.
///
/// All its descendants are killed when it exits, when this object is released, or when this process exits or crashes.
package final class StartedProgram {
    /// The process ID of its supervisor, a child of this process.
    package let supervisor: pid_t
    /// Open while the program may run; closing it ends the program.
    private var lifeline: FileDescriptor?
    /// Its exit status as of the last ``poll()``, `nil` while it runs.
    package private(set) var end: ChildProcess.End?
    /// Whether ``stop()`` was called before it exited.
    package private(set) var isStopped = false

    /// The time between ``stop()`` and ``force()``, in nanoseconds.
    package static let grace: UInt64 = 500_000_000

    /// Starts a program whose standard input is empty.
    ///
    /// - Parameters:
    ///   - words: Its path and its arguments.
    ///   - variables: The variables that the program gets in addition to this process's environment.
    ///   - removed: The variables of this process's environment that the program does not get.
    ///   - output: The descriptor for its standard output.
    ///   - errors: The descriptor for its standard error.
    /// - Throws: ``Failure`` if it cannot be started.
    init(
        _ words: [String], adding variables: [String: String] = [:], removing removed: Set<String> = [], output: Int32,
        errors: Int32
    ) throws(Failure) {
        let (input, lifeline) = try Pipe.make()
        defer { withExtendedLifetime(input) {} }
        var list = ([StartedProgram.flowviz, "keep"] + words).map { strdup($0) } + [nil]
        var environment = StartedProgram.environment(adding: variables, removing: removed).map { strdup($0) } + [nil]
        defer { for text in list + environment { free(text) } }
        var mask = sigset_t()
        sigemptyset(&mask)
        supervisor = try ChildProcess.spawn(
            &list, &environment, mask: mask, inOwnSession: true,
            files: [(input.number, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO)])
        self.lifeline = lifeline
    }

    deinit {
        guard end == nil else { return }
        lifeline = nil
        while waitpid(supervisor, nil, 0) < 0, errno == EINTR {}
    }

    /// Updates ``end``.
    ///
    /// - Returns: Its exit status, `nil` while it or one of its descendants runs.
    @discardableResult
    package func poll() -> ChildProcess.End? {
        if end == nil { end = ChildProcess.reap(supervisor) }
        return end
    }

    /// Sends SIGTERM to the program, without waiting.
    package func stop() {
        guard poll() == nil else { return }
        isStopped = true
        kill(supervisor, SIGTERM)
    }

    /// Kills the program and its descendants if it is still running.
    package func force() {
        guard poll() == nil else { return }
        isStopped = true
        lifeline = nil
    }

    /// The path of this program, valid even after its file was replaced.
    private static var flowviz: String {
        #if canImport(Glibc) || canImport(Musl)
            return "/proc/self/exe"
        #else
            return FlowvizSources.program ?? CommandLine.arguments[0]
        #endif
    }

    private static func environment(adding variables: [String: String], removing removed: Set<String>) -> [String] {
        var (own, next) = ([String](), environ)
        while let text = next.pointee {
            own.append(String(cString: text))
            next += 1
        }
        let replaced = removed.union(variables.keys)
        let kept = own.filter { entry in !replaced.contains { entry.hasPrefix("\($0)=") } }
        return kept + variables.map { "\($0.key)=\($0.value)" }.sorted()
    }
}

extension StartedProgram {
    /// Starts and records a tried program.
    ///
    /// - Parameter length: The virtual time in nanoseconds after which it exits; `nil` for no limit, and in real time.
    package convenience init(
        tried program: TriedProgram, _ recording: ProgramRecording, endingAfter length: UInt64?, output: Int32, errors: Int32
    ) throws(Failure) {
        // Limits a crash report to the crashed thread and its innermost calls, so that it takes a second at most.
        let backtrace = "enable=yes,color=no,interactive=no,threads=crashed,images=none,registers=none,limit=24,top=1"
        var variables = recording.variables.merging(program.variables) { $1 }
        if getenv("SWIFT_BACKTRACE") == nil { variables[ProcessSupervisor.backtrace] = backtrace }
        if let length { variables["FLOWVIZ_TRY_FOR"] = "\(length)" }
        try self.init(program.words, adding: variables, output: output, errors: errors)
    }
}
