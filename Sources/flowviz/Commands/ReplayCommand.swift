import ArgumentParser
import FlowApp
import FlowScreen
import FlowSessions
import FlowSystem
import FlowTrace

struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Shows a trace: a recorded run of a scenario, or the pipelines of a program or of several.")

    @Argument(
        help: ArgumentHelp(
            "The trace, as 'flowviz record' or 'flowviz run -o' writes it, or traces of several programs.", valueName: "file"),
        completion: .trace)
    var files: [String]

    @OptionGroup var play: PlayOptions

    @OptionGroup var list: ListOptions

    @OptionGroup var memory: MemoryOptions

    @OptionGroup var breaks: BreakOptions

    @OptionGroup var looks: LookOptions

    func validate() throws {
        if let twice = Arguments.repeated(files) { throw ValidationError("'\(twice)' is given twice; name each trace once") }
    }

    func run() throws {
        MemoryBudget.returnMemory()
        var config = looks.config()
        config.set(\.speed, play.speed)
        let recording = try RecordedSource(try files.map(Trace.open), within: memory.budget(config.settings))
        var state = recording.state(size: Size(width: 0, height: 0))
        state.breakpoints = try breaks.breakpoints
        state.isFrozen = play.frozen
        state.list(by: list.order, matching: list.filter)
        try looks.show(recording.playback, state, config)
    }
}
