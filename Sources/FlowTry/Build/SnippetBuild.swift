import FlowSystem
import FlowTrace
import LibC

/// A running or finished build of a file.
final class SnippetBuild: TriedBuild {
    private let snippet: Snippet
    private(set) var output: BuildOutput
    private(set) var outcome = BuildOutcome.isRunning
    let note = SnippetBuild.needsNote
    private let package: TryPackage
    private let program: StartedProgram
    private let pipe: OutputPipe
    private let folder: RunFolder.Part
    private var turn: BuildTurn?

    /// Starts the build.
    ///
    /// - Parameters:
    ///   - turn: Released when the build is over.
    ///   - folder: Receives the program.
    init(
        _ snippet: Snippet, in package: TryPackage, _ turn: BuildTurn, into folder: RunFolder.Part
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

    /// The note of a build of flowviz's own libraries.
    static let needsNote = "what flowviz needs is built once, which takes a minute or two"

    func poll() {
        guard outcome.isRunning else { return }
        let end = program.poll()
        while let bytes = pipe.read(), !bytes.isEmpty { output.read(bytes) }
        guard let end else { return }
        outcome = end == .exited(0) ? finish() : failure(end)
        turn = nil
    }

    func wait(milliseconds: Int32) { pipe.wait(milliseconds: milliseconds) }

    func lines(of message: CompilerMessage, naming name: String) -> [String] {
        message.lines(in: Snippet(name: name, text: snippet.text))
    }

    private func finish() -> BuildOutcome {
        do {
            let path = try folder.take(package.program(of: snippet), named: snippet.program)
            return .built(
                TriedProgram(
                    words: [path], isVirtual: snippet.isVirtual, describesAll: true,
                    notes: [snippet.virtualNote, snippet.untracedNote].compactMap(\.self),
                    nothingSeenNote: { [snippet] in snippet.nothingSeenNote }, hold: folder))
        } catch {
            return .failed(error.description)
        }
    }

    private func failure(_ end: ChildProcess.End) -> BuildOutcome {
        if output.messages.contains(where: { $0.kind == .error }) { return .refused }
        let reason = output.failures.last ?? output.tail.last { !$0.isEmpty } ?? "swift build ended with \(end.words)"
        return .failed("cannot build what try needs: \(reason); 'swift build --package-path \(package.folder)' says more")
    }
}
