import ArgumentParser
import FlowModel

/// What a picture of a trace shows; the same as `frame` takes.
struct PictureOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The moment to draw, in seconds; the end of the trace where left out.", valueName: "seconds"))
    var at: String?

    @Option(help: ArgumentHelp("The row of the pipelines to draw, from 1; the first where left out.", valueName: "row"))
    var open: Int?

    @Option(help: ArgumentHelp("Only pipelines with this in their name.", valueName: "text"))
    var filter: String?

    @Option(name: .customLong("sort"), help: "pressure, dropped, busiest, age or name.")
    var order: PipelineOrder?

    @Option(help: ArgumentHelp("The selected lane, from 1 at the top.", valueName: "lane"))
    var select: Int?

    @Option(help: ArgumentHelp("The size of the screen; 120x36 where left out.", valueName: "width x height"))
    var size: String?

    @Option(help: ArgumentHelp("dark, light or contrast.", valueName: "name"))
    var theme: String?

    /// The options that were given, with their values, as `frame` takes them.
    private var given: [(name: String, value: String?)] {
        [
            ("--at", at), ("--open", open.map(String.init)), ("--filter", filter), ("--sort", order?.rawValue),
            ("--select", select.map(String.init)), ("--size", size), ("--theme", theme),
        ]
    }

    /// The names of the options that were given.
    var chosen: [String] {
        given.filter { $0.value != nil }.map(\.name)
    }

    /// The arguments of `frame`, which draws no later moment than the end of the trace.
    var words: [String] {
        (at == nil ? ["--at=1000000"] : []) + given.compactMap { option in option.value.map { "\(option.name)=\($0)" } }
    }
}
