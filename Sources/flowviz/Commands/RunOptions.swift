import ArgumentParser
import FlowModel
import FlowScenarios
import FlowTrace

/// What a run without a screen takes, whatever it is that runs.
struct RunOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Stop after this much virtual time; needed where the run is endless.", valueName: "seconds"))
    var until: String?

    @Flag(help: "Take as long as the clock does.")
    var realtime = false

    @Option(help: ArgumentHelp("Press a control at a time, for example \"2.5:pause\"; repeatable.", valueName: "seconds:control"))
    var send: [String] = []

    @Option(help: ArgumentHelp("Change a number, for example size=2; repeatable.", valueName: "name=value"))
    var set: [String] = []

    @Option(name: .shortAndLong, help: ArgumentHelp("Write a trace, which 'flowviz replay' shows.", valueName: "file"))
    var output: String?

    @OptionGroup var breaks: BreakOptions

    /// What of it belongs to the plan of the run.
    var settings: RunSettings {
        RunSettings(until: until, sends: send, sets: set, breaks: breaks.conditions)
    }
}
