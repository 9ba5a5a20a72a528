import ArgumentParser

/// What a scenario is run with where a trace file could stand as well; as `run` takes it.
struct ScenarioOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The variant; the scenario's first where left out.", valueName: "name"))
    var variant: String?

    @Option(help: ArgumentHelp("Stop after this much virtual time; needed where the variant is endless.", valueName: "seconds"))
    var until: String?

    @Option(help: ArgumentHelp("Press a control at a time, for example \"2.5:pause\"; repeatable.", valueName: "seconds:control"))
    var send: [String] = []

    @Option(help: ArgumentHelp("Change a number, for example size=2; repeatable.", valueName: "name=value"))
    var set: [String] = []

    /// The options that were given, as words.
    var words: [String] {
        (variant.map { ["--variant=\($0)"] } ?? []) + (until.map { ["--until=\($0)"] } ?? []) + send.map { "--send=\($0)" }
            + set.map { "--set=\($0)" }
    }
}
