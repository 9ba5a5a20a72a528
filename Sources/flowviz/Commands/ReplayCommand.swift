import ArgumentParser
import FlowScreen

/// Shows a trace on the screen.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Shows a trace: a recorded run of a scenario, or the pipelines of a program.")

    @Argument(help: ArgumentHelp("The trace, as 'flowviz record' or 'flowviz run -o' writes it.", valueName: "file"))
    var file: String

    @Option(help: ArgumentHelp("How fast time runs, from 0.05 to 20; 1 is as fast as it was.", valueName: "x"))
    var speed = 1.0

    @Flag(help: "Start with time standing still.")
    var frozen = false

    @OptionGroup var breaks: BreakOptions

    @OptionGroup var looks: LookOptions

    func validate() throws {
        guard (0.05...20).contains(speed) else {
            throw ValidationError("--speed \(speed) does not fit; it takes a number from 0.05 to 20")
        }
    }

    func run() throws {
        let recording = Recorded(try Trace.open(file))
        var state = recording.state(size: Size(width: 0, height: 0), theme: try looks.chosenTheme)
        state.speed = speed
        state.breakpoints = try breaks.breakpoints
        state.isFrozen = frozen
        try Screen.show(recording.playback, state: state, ascii: looks.ascii, noColor: looks.noColor)
    }
}
