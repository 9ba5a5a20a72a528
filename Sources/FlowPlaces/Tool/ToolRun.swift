import FlowSystem
import FlowTrace
import LibC

/// Runs a tool that prints what it finds in a file, and bounds its output and its time.
enum ToolRun {
    /// The tool could not be started, failed, took too long or printed too much.
    struct Failed: Error {}

    private static let mostOutput = 32 << 20
    private static let patience: UInt64 = 30_000_000_000
    /// The number of the file's descriptor in the tool.
    private static let fileNumber: Int32 = 3

    /// The path of the file in the tool: that of its descriptor, so the tool reads the file that was checked.
    #if canImport(Glibc) || canImport(Musl)
        static let filePath = "/proc/self/fd/3"
    #else
        static let filePath = "/dev/fd/3"
    #endif

    /// The output of a tool.
    ///
    /// - Parameters:
    ///   - words: The tool's path and its arguments; no shell reads them.
    ///   - file: The file that the tool finds at ``filePath``.
    static func output(of words: [String], on file: FileDescriptor) throws(Failed) -> [UInt8] {
        let (process, pipe) = try start(words, file)
        return try read(pipe, from: process)
    }

    /// Starts a tool. Its output ends with it, since nothing else keeps the writing end.
    private static func start(_ words: [String], _ file: FileDescriptor) throws(Failed) -> (pid_t, OutputPipe) {
        guard let null = try? FileDescriptor(reading: "/dev/null"), let (pipe, end) = try? OutputPipe.make() else {
            throw Failed()
        }
        var list = words.map { strdup($0) } + [nil]
        var environment = environment.map { strdup($0) } + [nil]
        defer { (list + environment).forEach { free($0) } }
        var mask = sigset_t()
        sigemptyset(&mask)
        let files = [
            (null.number, STDIN_FILENO), (end.number, STDOUT_FILENO), (null.number, STDERR_FILENO), (file.number, fileNumber),
        ]
        guard let process = try? ChildProcess.spawn(&list, &environment, mask: mask, files: files) else { throw Failed() }
        return withExtendedLifetime((null, end, file)) { (process, pipe) }
    }

    /// The environment of the tool: without the variables that let it ask servers for symbols.
    private static var environment: [String] {
        let kept = ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH", "DEVELOPER_DIR"]
        return ["LC_ALL=C"] + kept.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
    }

    private static func read(_ pipe: OutputPipe, from process: pid_t) throws(Failed) -> [UInt8] {
        let deadline = MonotonicClock.now + patience
        var output: [UInt8] = []
        var isWhole = false
        while output.count <= mostOutput, MonotonicClock.now < deadline {
            guard let bytes = pipe.read() else {
                pipe.wait(milliseconds: 100)
                continue
            }
            isWhole = bytes.isEmpty
            guard !isWhole else { break }
            output += bytes
        }
        if !isWhole { kill(process, SIGKILL) }
        let end = wait(for: process, until: deadline)
        guard isWhole, end == 0 else { throw Failed() }
        return output
    }

    /// Waits until a process has ended, and kills it if it has closed its output but does not end.
    private static func wait(for process: pid_t, until deadline: UInt64) -> Int32? {
        while true {
            if let end = ChildProcess.reap(process) {
                guard case .exited(let status) = end else { return nil }
                return status
            }
            if MonotonicClock.now >= deadline { kill(process, SIGKILL) }
            MonotonicClock.wait(until: MonotonicClock.now + 1_000_000)
        }
    }
}
