import FlowSystem
import FlowTrace
import LibC

/// A finished run of the compiler, with its output.
struct CompilerRun {
    let end: ChildProcess.End
    let output: [UInt8]

    /// Runs a program, and waits for it. Its standard output and its standard error are one.
    init(_ program: String, _ words: [String]) {
        guard let (process, pipe) = CompilerRun.start([program] + words) else {
            (end, output) = (.exited(EXIT_FAILURE), [])
            return
        }
        output = CompilerRun.read(pipe)
        var info = siginfo_t()
        while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        end = ChildProcess.reap(process) ?? .exited(EXIT_FAILURE)
    }

    private static func start(_ words: [String]) -> (pid_t, OutputPipe)? {
        // The writing end is released here: the output would never end while this process has it.
        guard let (pipe, end) = try? OutputPipe.make() else { return nil }
        defer { withExtendedLifetime(end) {} }
        var list = words.map { strdup($0) } + [nil]
        defer { for word in list { free(word) } }
        var mask = sigset_t()
        sigemptyset(&mask)
        let files = [(end.number, STDOUT_FILENO), (end.number, STDERR_FILENO)]
        return (try? ChildProcess.spawn(&list, environ, mask: mask, files: files)).map { ($0, pipe) }
    }

    private static func read(_ pipe: OutputPipe) -> [UInt8] {
        var output: [UInt8] = []
        while true {
            guard let bytes = pipe.read() else {
                pipe.wait(milliseconds: -1)
                continue
            }
            guard !bytes.isEmpty else { return output }
            output += bytes
        }
    }

    /// Passes the output on to SwiftPM, all of it as the standard error.
    func passOn() { CompilerRun.write(output, to: STDERR_FILENO) }

    private static func write(_ bytes: [UInt8], to number: Int32) {
        var done = 0
        bytes.withUnsafeBytes { buffer in
            while done < buffer.count {
                let count = LibC.write(number, buffer.baseAddress! + done, buffer.count - done)
                if count < 0, errno != EINTR { return }
                done += max(0, count)
            }
        }
    }

    /// Whether a message names a module or a type of FlowAsync. Meant for calls whose own words do not name it.
    var isAboutFlowAsync: Bool {
        let text = String(decoding: output, as: UTF8.self)
        return ["FlowAsync", "TracedAsyncSequence"].contains(where: text.contains)
    }

    /// The first error in the compiler's words, with the name of its file.
    var firstError: String? {
        // With `-parseable-output`, messages stand in JSON strings.
        let text = String(decoding: output, as: UTF8.self).replacing("\\n", with: "\n").replacing("\\/", with: "/")
            .replacing("\\\"", with: "'")
        let lines = text.split(separator: "\n")
        guard let line = lines.first(where: { $0.contains(": error: ") }) ?? lines.first(where: { $0.hasPrefix("error: ") })
        else {
            return nil
        }
        // Everything before the file's name is its folder, and the beginning of the JSON string.
        let name = line.firstRange(of: ".swift:").flatMap { line[..<$0.lowerBound].lastIndex(of: "/") }.map(line.index(after:))
        return VisibleText.line(String(line[(name ?? line.startIndex)...].prefix(CompilerRun.longestLine)))
    }

    private static let longestLine = 500
}
