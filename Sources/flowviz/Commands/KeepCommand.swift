import ArgumentParser
import FlowSystem
import FlowTry

/// The command by which flowviz runs itself as the supervisor of a tried program.
struct KeepCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keep",
        abstract: "Runs a program until it exits or the standard input ends, and kills its descendants.",
        shouldDisplay: false)

    @Argument(
        parsing: .captureForPassthrough, help: ArgumentHelp("The program and its arguments.", valueName: "program"))
    var words: [String] = []

    func run() throws {
        guard !words.isEmpty else { throw ValidationError("no program is given; write flowviz keep PROGRAM") }
        ChildProcess.leave(as: try ProcessSupervisor.run(lastWords: words.count))
    }
}
