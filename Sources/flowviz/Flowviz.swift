import ArgumentParser
import FlowScenarios

/// The program.
@main
struct Flowviz: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flowviz",
        abstract: "Shows backpressure: streams as live lanes, with what is sent, held, asked for and lost.",
        discussion: """
            Without a subcommand the screen starts on the first scenario. In it, ? lists the keys and q leaves.
            """,
        version: "0.1.0",
        subcommands: [ListCommand.self, RunCommand.self, FrameCommand.self, DoctorCommand.self])

    @OptionGroup var options: ScreenOptions

    func run() throws {
        try options.show()
    }
}
