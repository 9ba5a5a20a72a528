import FlowSystem
import FlowTrace
import LibC

/// A program that was started from here, with a keeper between.
///
/// When it has ended, when this object goes, and when this process ends, however it does, what the program has started ends too.
package final class StartedProgram {
    /// The number of its keeper, a child of this process.
    package let keeper: pid_t
    /// Held open for as long as it may run.
    private var lifeline: FileDescriptor?
    /// How it ended, `nil` while it runs, as far as ``look()`` saw.
    package private(set) var end: ChildProcess.End?
    /// Whether it was told to end before it did.
    package private(set) var isStopped = false

    /// How long it is waited for once it was told to end, in nanoseconds.
    package static let grace: UInt64 = 500_000_000

    /// Starts a program. It reads nothing.
    ///
    /// - Parameters:
    ///   - words: Its path, and what it is called with.
    ///   - variables: What its environment has besides this process's own.
    ///   - output: The descriptor that takes what it prints; `errors` what it complains of.
    /// - Throws: ``Failure`` if it cannot be started.
    init(_ words: [String], adding variables: [String: String] = [:], output: Int32, errors: Int32) throws(Failure) {
        let (input, lifeline) = try Pipe.make()
        defer { withExtendedLifetime(input) {} }
        var list = ([StartedProgram.flowviz, "keep"] + words).map { strdup($0) } + [nil]
        var environment = StartedProgram.environment(adding: variables).map { strdup($0) } + [nil]
        defer { for text in list + environment { free(text) } }
        var mask = sigset_t()
        sigemptyset(&mask)
        keeper = try ChildProcess.spawn(
            &list, &environment, mask: mask, inOwnSession: true,
            files: [(input.number, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO)])
        self.lifeline = lifeline
    }

    deinit {
        guard end == nil else { return }
        lifeline = nil
        while waitpid(keeper, nil, 0) < 0, errno == EINTR {}
    }

    /// Looks how it is.
    ///
    /// - Returns: How it ended, `nil` while it runs, or something that it has started.
    @discardableResult
    package func look() -> ChildProcess.End? {
        if end == nil { end = ChildProcess.reap(keeper) }
        return end
    }

    /// Tells it to end; it is not asked.
    package func stop() {
        guard look() == nil else { return }
        isStopped = true
        kill(keeper, SIGTERM)
    }

    /// Ends it, if it has not ended by itself since it was told to.
    package func force() {
        guard look() == nil else { return }
        isStopped = true
        lifeline = nil
    }

    /// This program, also where another has taken its place in the folder.
    private static var flowviz: String {
        #if canImport(Glibc) || canImport(Musl)
            return "/proc/self/exe"
        #else
            return FlowvizSources.program ?? CommandLine.arguments[0]
        #endif
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
    ///
    /// - Parameter length: After how many nanoseconds of virtual time it ends, `nil` for never, and for one in real time.
    package convenience init(
        tried program: String, _ recording: ProgramRecording, endingAfter length: UInt64?, output: Int32, errors: Int32
    ) throws(Failure) {
        // Where it crashed, in a second at most: no other threads, no images, no registers, and the innermost calls rather than main.
        let backtrace = "enable=yes,color=no,interactive=no,threads=crashed,images=none,registers=none,limit=24,top=1"
        var variables = recording.variables
        if getenv("SWIFT_BACKTRACE") == nil { variables[ProcessSupervisor.backtrace] = backtrace }
        if let length { variables["FLOWVIZ_TRY_FOR"] = "\(length)" }
        try self.init([program], adding: variables, output: output, errors: errors)
    }
}
