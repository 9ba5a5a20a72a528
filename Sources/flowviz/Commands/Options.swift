import ArgumentParser
import FlowAnalysis
import FlowModel
import FlowScreen
import FlowTerminal
import FlowTrace
import LibC

/// How the screen looks, for every command that shows one.
struct LookOptions: ParsableArguments {
    @Flag(help: "Use ASCII signs only.")
    var ascii = false

    @Option(help: ArgumentHelp("dark, light or contrast.", valueName: "name"), completion: .theme)
    var theme = "dark"

    @Flag(name: .customLong("no-color"), help: "Use no colour; the variable NO_COLOR does the same.")
    var noColor = false

    @OptionGroup var lines: PlainOptions

    var chosenTheme: Theme {
        get throws { try Arguments.theme(theme) }
    }

    func validate() throws { _ = try chosenTheme }

    private func terminal() throws(Failure) -> CursesTerminal {
        do {
            return try CursesTerminal(options: TerminalOptions(ascii: ascii, colour: !noColor && Environment.allowsColour))
        } catch {
            throw Failure(error.description)
        }
    }

    /// Has the user pick from the traced programs; `nil` if none was picked.
    func pick(among found: TracedProcesses) throws -> ProgramChoice? {
        guard !lines.isChosen else { return try PlainOptions.pick(among: found) }
        let theme = try chosenTheme
        let (choice, signal) = ProgramPick.run(on: try terminal(), ascii: ascii, theme: theme, table: .standard, found)
        if let signal { CursesTerminal.reraise(signal) }
        return choice
    }

    /// Shows it on the screen or in lines until the user quits, and ends as that ended.
    func show(_ playback: any Playback, _ state: AppState) throws {
        let history = try HistorySetting.chosen().file
        var state = state
        state.recall(history)
        let (line, signal) =
            lines.isChosen ? try lines.run(playback, state, history) : try draw(playback, state, history)
        // Control-C is a way to quit; other signals come from outside, perhaps because the terminal is gone.
        if let line, signal == nil || signal == SIGINT {
            let output = StandardOutput()
            // A chain has lines of its own.
            output.lines(line + "\n")
            output.flush()
        }
        if let signal { CursesTerminal.reraise(signal) }
    }

    /// Opens the terminal and runs until the user quits.
    private func draw(
        _ playback: any Playback, _ state: AppState, _ history: HistoryFile?
    ) throws -> (repeatLine: String?, signal: Int32?) {
        var loop = EventLoop(terminal: try terminal(), playback: playback, state: state, history: history, ascii: ascii)
        return loop.run()
    }
}

/// Where time stops, for every command in which it passes.
struct BreakOptions: ParsableArguments {
    @Option(
        name: .customLong("break"),
        help: ArgumentHelp("Stop when this becomes true, for example 'buffer >= 80%'; repeatable.", valueName: "condition"))
    var conditions: [String] = []

    var breakpoints: [Breakpoint] {
        get throws { try conditions.map(BreakOptions.breakpoint) }
    }

    /// A condition as it was written.
    static func breakpoint(_ text: String) throws -> Breakpoint {
        do {
            return try Breakpoint(parsing: text)
        } catch {
            throw ValidationError("--break '\(text)': \(error.description)")
        }
    }

    func validate() throws { _ = try breakpoints }
}

/// How time starts on the screen, for every command in which it passes by the clock.
struct PlayOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How fast time runs, from 0.05 to 20; 1 is as fast as the clock.", valueName: "x"))
    var speed = 1.0

    @Flag(help: "Start with time standing still.")
    var frozen = false

    func validate() throws {
        guard (0.05...20).contains(speed) else {
            throw ValidationError("--speed \(speed) does not fit; it takes a number from 0.05 to 20")
        }
    }
}

/// What a scenario or a chain is given while it runs.
struct InputOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Stop after this much virtual time; needed if the run is endless.", valueName: "seconds"))
    var until: String?

    @Option(help: ArgumentHelp("Press a control at a time, for example \"2.5:pause\"; repeatable.", valueName: "seconds:control"))
    var send: [String] = []

    @Option(help: ArgumentHelp("Change a number, for example size=2; repeatable.", valueName: "name=value"))
    var set: [String] = []
}

/// The options of a run without a screen.
struct RunOptions: ParsableArguments {
    @OptionGroup var inputs: InputOptions

    @Flag(help: "Take as long as the clock does.")
    var realtime = false

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write a trace, which 'flowviz replay' shows.", valueName: "file"),
        completion: .file())
    var output: String?

    @OptionGroup var breaks: BreakOptions

    /// What the plan of a run is made from.
    func settings(variant: String? = nil) -> RunSettings {
        RunSettings(variant: variant, until: inputs.until, sends: inputs.send, sets: inputs.set, breaks: breaks.conditions)
    }

    /// Carries out a plan as the options say.
    func perform(_ plan: RunPlan, format: RunFormat?) throws {
        try PlannedRun(plan: plan, format: format, output: output, isRealtime: realtime).perform()
    }
}

/// What a scenario is run with where a trace file could be given as well; as `run` takes it.
struct ScenarioOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The variant; the scenario's first by default.", valueName: "name"), completion: .variant)
    var variant: String?

    @OptionGroup var inputs: InputOptions

    /// What the plan of a run is made from.
    var settings: RunSettings { RunSettings(variant: variant, until: inputs.until, sends: inputs.send, sets: inputs.set) }
}

extension PipelineOrder: ExpressibleByArgument {}

/// What a picture shows, and how large it is.
struct PictureOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The moment to draw, in seconds; the end of a trace by default.", valueName: "seconds"))
    var at: String?

    @Option(help: ArgumentHelp("Draw the lanes of this row of a program's pipelines, from 1.", valueName: "row"))
    var open: Int?

    @Option(help: ArgumentHelp("List only pipelines with this in their name.", valueName: "text"))
    var filter: String?

    @Option(name: .customLong("sort"), help: "The order of the list of pipelines.")
    var order: PipelineOrder?

    @Option(help: ArgumentHelp("The selected lane, from 1 at the top.", valueName: "lane"))
    var select: Int?

    @Option(help: ArgumentHelp("The size of the screen; 120x36 by default.", valueName: "width x height"))
    var size: String?

    @Option(help: ArgumentHelp("dark, light or contrast.", valueName: "name"), completion: .theme)
    var theme: String?

    /// The names of the options that were given.
    var chosen: [String] {
        let given: [(name: String, isGiven: Bool)] = [
            ("--at", at != nil), ("--open", open != nil), ("--filter", filter != nil), ("--sort", order != nil),
            ("--select", select != nil), ("--size", size != nil), ("--theme", theme != nil),
        ]
        return given.filter(\.isGiven).map(\.name)
    }

    /// The frame that is asked for; no moment is later than the end of a trace.
    func plan(of subject: FramePlan.Subject) throws -> FramePlan {
        var plan = FramePlan(
            subject: subject, at: try Arguments.seconds(at ?? "1000000", of: "--at"), size: try Arguments.size(size ?? "120x36"))
        plan.theme = try Arguments.theme(theme ?? "dark")
        plan.selection = select.map { $0 - 1 }
        plan.pipelines = FramePlan.Pipelines(filter: filter ?? "", order: order, row: open)
        return plan
    }
}

/// How much memory a viewer may take, for every command that shows a program.
struct MemoryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How much memory to take, for example 64M; 200M by default. With less, details reach less far back.",
            valueName: "bytes"))
    var memory: String?

    var budget: MemoryBudget {
        get throws {
            guard let memory else { return .standard }
            guard let count = ByteCount(memory), MemoryBudget.allowed.contains(count.bytes) else {
                throw ValidationError("--memory '\(memory)' does not fit; it takes bytes from 64M to 64G, for example 200M")
            }
            return MemoryBudget(bytes: count.bytes)
        }
    }

    func validate() throws { _ = try budget }
}
