import ArgumentParser
import FlowScreen

struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Shows a trace: a recorded run of a scenario, or the pipelines of a program.")

    @Argument(help: ArgumentHelp("The trace, as 'flowviz record' or 'flowviz run -o' writes it.", valueName: "file"))
    var file: String

    @OptionGroup var play: PlayOptions

    @OptionGroup var breaks: BreakOptions

    @OptionGroup var looks: LookOptions

    func run() throws {
        let recording = Recorded(try Trace.open(file))
        var state = recording.state(size: Size(width: 0, height: 0), theme: try looks.chosenTheme)
        state.speed = play.speed
        state.breakpoints = try breaks.breakpoints
        state.isFrozen = play.frozen
        try looks.show(recording.playback, state)
    }
}
