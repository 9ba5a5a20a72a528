import ArgumentParser
import FlowSessions
import FlowSystem

@main
struct Flowviz: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flowviz",
        abstract: "Shows backpressure: streams as live lanes, with what is sent, held, asked for and dropped.",
        discussion: """
            Without a subcommand the screen starts on the first scenario; in it, ? lists the keys and q leaves. \
            'flowviz show --help' lists the screen's options, which need no 'show': flowviz --scenario overflow --frozen.
            """,
        version: "0.1.0",
        subcommands: [
            ShowCommand.self, TourCommand.self, ListCommand.self, RunCommand.self, EvalCommand.self, TryCommand.self,
            RecordCommand.self,
            ReplayCommand.self, AttachCommand.self, FrameCommand.self, ExportCommand.self, DiagnoseCommand.self, SizeCommand.self,
            WhyCommand.self, FollowCommand.self, CheckCommand.self, DiffCommand.self, MetricsCommand.self,
            HoldCommand.self, SlowCommand.self, DoctorCommand.self, ConfigCommand.self, KeepCommand.self, CompileCommand.self,
        ],
        defaultSubcommand: ShowCommand.self)

    /// Runs the program. An error is one line on stderr; exit code 2 for a mistake on the command line, 1 for a failure at run
    /// time, 3 for a check that does not hold.
    static func main() {
        StandardFiles.reserveClosed()
        do {
            try Arguments.checkText()
            var command = try command(Arguments.withCommand(Array(CommandLine.arguments.dropFirst())))
            try command.run()
        } catch {
            Outcome.leave(with: error)
        }
    }

    /// Parses the command line. A named command is parsed alone, since from the root the parser would first load the default
    /// command's options. If that fails, as for help, the root parses the line and answers.
    private static func command(_ words: [String]) throws -> any ParsableCommand {
        let named = configuration.subcommands.first { $0.configuration.commandName == words.first }
        let command = try? named?.parseAsRoot(Array(words.dropFirst()))
        if let command, type(of: command) == named { return command }
        return try parseAsRoot(words)
    }
}
