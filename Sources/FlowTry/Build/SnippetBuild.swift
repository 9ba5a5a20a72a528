import FlowSystem
import FlowTrace
import LibC

/// A running or finished build of a file.
package final class SnippetBuild {
    /// The state of a build.
    package enum Outcome: Equatable {
        case isRunning
        /// The path of the program.
        case built(String)
        /// The compiler reported errors in the file.
        case refused
        /// Any other error, in one line.
        case failed(String)
    }

    package let snippet: Snippet
    package private(set) var output: BuildOutput
    package private(set) var outcome = Outcome.isRunning
    private let package: TryPackage
    private let program: StartedProgram
    private let pipe: OutputPipe
    private let folder: RunFolder.Part
    private var turn: TryPackage.Turn?

    /// Starts the build.
    ///
    /// - Parameters:
    ///   - turn: Released when the build is over.
    ///   - folder: Receives the program.
    package init(
        _ snippet: Snippet, in package: TryPackage, _ turn: TryPackage.Turn, into folder: RunFolder.Part
    ) throws(Failure) {
        (self.snippet, self.package, self.turn, self.folder) = (snippet, package, turn, folder)
        output = BuildOutput(of: snippet.compiledName, at: package.path(of: snippet))
        try package.take(snippet)
        let end: FileDescriptor
        (pipe, end) = try OutputPipe.make()
        defer { withExtendedLifetime(end) {} }
        program = try StartedProgram(
            package.buildCommand(of: snippet), adding: turn.variables, output: end.number, errors: end.number)
    }

    /// Reads the available output, and updates ``outcome``.
    package func poll() {
        guard outcome == .isRunning else { return }
        let end = program.poll()
        while let bytes = pipe.read(), !bytes.isEmpty { output.read(bytes) }
        guard let end else { return }
        outcome = end == .exited(0) ? finish() : failure(end)
        turn = nil
    }

    /// Waits for output or the end of the build, at most `milliseconds`.
    package func wait(milliseconds: Int32) { pipe.wait(milliseconds: milliseconds) }

    private func finish() -> Outcome {
        do {
            return .built(try folder.take(package.program(of: snippet), named: snippet.program))
        } catch {
            return .failed(error.description)
        }
    }

    private func failure(_ end: ChildProcess.End) -> Outcome {
        if output.messages.contains(where: { $0.kind == .error }) { return .refused }
        let reason = output.failures.last ?? output.tail.last { !$0.isEmpty } ?? "swift build ended with \(end.words)"
        return .failed("cannot build what try needs: \(reason); 'swift build --package-path \(package.folder)' says more")
    }
}

extension ChildProcess.End {
    /// The exit status in words.
    package var words: String {
        switch self {
        case .exited(let code): "exit code \(code)"
        case .signalled(let number): "signal \(number), \(String(cString: strsignal(number)))"
        }
    }
}
