import ArgumentParser
import FlowSystem
import FlowTrace
import FlowTry

/// The command by which SwiftPM calls flowviz in the place of the compiler, while `try` builds a package.
struct CompileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compile",
        abstract: "Compiles with the toolchain's compiler, and imports FlowAsync into modules that name a stream.",
        shouldDisplay: false)

    @Argument(parsing: .captureForPassthrough, help: ArgumentHelp("The compiler's arguments.", valueName: "arguments"))
    var words: [String] = []

    func run() throws {
        guard let setup = CompilerSetup() else {
            throw ValidationError("compile is a part of 'flowviz try FOLDER', which starts it; run that")
        }
        do {
            ChildProcess.leave(as: try CompilerWrapper(setup).run(words))
        } catch let failure {
            // SwiftPM and PackageBuild look for this word.
            StandardError.line("error: \(failure.description)")
            throw ExitCode(1)
        }
    }
}
