import ArgumentParser
import FlowAnalysis
import FlowApp
import FlowModel
import FlowScreen
import FlowSessions
import FlowSystem
import FlowTerminal
import FlowTrace
import FlowVerdict
import LibC

/// The looks of the screen, for every command with a screen.
struct LookOptions: ParsableArguments {
    @Flag(inversion: .prefixedNo, help: "Use ASCII signs only.")
    var ascii: Bool?

    @Option(help: ArgumentHelp("dark, light or contrast.", valueName: "name"), completion: .theme)
    var theme: String?

    @Flag(inversion: .prefixedNo, help: "Use colour; the variable NO_COLOR forbids it.")
    var color: Bool?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The initial zoom in steps, \(Setting.zoom.takes); 1 is nearer, -1 farther.", valueName: "steps"))
    var zoom: Int?

    @Flag(
        inversion: .prefixedNo,
        help: "Write lines instead of drawing: for screen readers, serial lines and logs. So do FLOWVIZ_PLAIN=1 and TERM=dumb.")
    var plain: Bool?

    @Option(
        help: ArgumentHelp(
            "With --plain, report events at most this often, and sum up further ones; 1s by default, 0s for each event.",
            valueName: "time"))
    var every: String?

    private var lines: PlainLines { PlainLines(every: every) }

    func validate() throws {
        _ = try lines.interval
        if let theme { try Arguments.checkTheme(theme) }
        if let zoom, !Setting.zoom.fits(.integer(zoom)) {
            throw ValidationError("--zoom \(zoom) is not valid; it takes \(Setting.zoom.takes)")
        }
    }

    /// The user's settings, overridden by these options.
    func config() -> Config {
        var config = Config.ofUser()
        config.set(\.ascii, ascii)
        config.set(\.theme, theme)
        config.set(\.color, color)
        config.set(\.zoom, zoom)
        return config
    }

    private func terminal(_ settings: Settings) throws(Failure) -> CursesTerminal {
        try Failure.checked { () throws(TerminalError) in
            try CursesTerminal(options: TerminalOptions(ascii: settings.ascii, colour: settings.color))
        }
    }

    /// Lets the user pick from the traced programs; `nil` if the user picked none.
    func pick(among found: TracedProcesses, _ config: Config) throws -> ProgramChoice? {
        guard !writesLines(config) else { return try PlainLines.pick(among: found) }
        let (choice, signal) = ProgramPick.run(
            on: try terminal(config.settings), ascii: config.settings.ascii, theme: config.theme, table: config.table, found)
        if let signal { CursesTerminal.reraise(signal) }
        return choice
    }

    /// Whether to write lines: by option, by setting, or because the terminal cannot do more.
    func writesLines(_ config: Config) -> Bool { plain ?? config.asksForLines }

    /// Shows a playback on the screen or in lines until the user quits. Exits by the signal that has ended it.
    func show(_ playback: Playback, _ state: AppState, _ config: Config) throws {
        try lines.checkPace(writesLines: writesLines(config))
        let history = config.settings.history ? HistoryFile.ofUser : nil
        var state = state.initialState(config)
        state.recall(history)
        if state.tour.stop == nil { state.tour.reached = TourFile.stop }
        let (line, signal) =
            writesLines(config) ? try lines.run(playback, state, history) : try draw(playback, state, history, config.settings)
        // Control-C is a normal way to quit. After other signals the terminal may be gone.
        if let line, signal == nil || signal == SIGINT {
            let output = StandardOutput()
            output.line("to repeat what you did in this run:")
            // The text of a chain can have several lines.
            output.lines(line + "\n")
            output.flush()
        }
        if let signal { CursesTerminal.reraise(signal) }
    }

    /// Opens the terminal and runs until the user quits.
    private func draw(
        _ playback: Playback, _ state: AppState, _ history: HistoryFile?, _ settings: Settings
    ) throws -> (repeatLine: String?, signal: Int32?) {
        let terminal = try terminal(settings)
        var loop = EventLoop(terminal: terminal, playback: playback, state: state, history: history, ascii: settings.ascii)
        return loop.run()
    }
}

/// Breakpoints, for every command in which time passes.
struct BreakOptions: ParsableArguments {
    @Option(
        name: .customLong("break"),
        help: ArgumentHelp("Stop when this becomes true, for example 'buffer >= 80%'; repeatable.", valueName: "condition"))
    var conditions: [String] = []

    var breakpoints: [Breakpoint] {
        get throws { try conditions.map(Arguments.breakpoint) }
    }

    func validate() throws { _ = try breakpoints }
}

/// The initial state of time on the screen, for every command in which time follows the clock.
struct PlayOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How fast time runs, \(Setting.speed.takes); 1 is as fast as the clock.", valueName: "x"))
    var speed: Double?

    @Flag(help: "Start with time frozen.")
    var frozen = false

    func validate() throws {
        guard let speed, !Setting.speed.fits(.number(speed)) else { return }
        throw ValidationError("--speed \(Setting.text(speed)) is not valid; it takes \(Setting.speed.takes)")
    }
}

/// The inputs of a scenario or a chain.
struct InputOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Stop after this much virtual time; needed if the run is endless.", valueName: "seconds"))
    var until: String?

    @Option(help: ArgumentHelp("Press a control at a time, for example \"2.5:pause\"; repeatable.", valueName: "seconds:control"))
    var send: [String] = []

    @Option(help: ArgumentHelp("Change a number, for example size=2; repeatable.", valueName: "name=value"))
    var set: [String] = []

    /// The settings for the plan of a run.
    func settings(variant: String? = nil, breaks: BreakOptions? = nil) -> RunSettings {
        RunSettings(variant: variant, until: until, sends: send, sets: set, breaks: breaks?.conditions ?? [])
    }
}

// Groups are not nested: a debug build of the parser reads a nested group four times for each read of the outer one.

/// The options of a run without a screen.
struct RunOptions: ParsableArguments {
    @Flag(help: "Run in real time.")
    var realtime = false

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Write a trace, which 'flowviz replay' shows.", valueName: "file"),
        completion: .file())
    var output: String?

    /// Executes a plan with these options.
    func perform(_ plan: RunPlan, format: RunFormat?) throws {
        try PlannedRun(plan: plan, format: format, output: output, isRealtime: realtime).perform()
    }
}

/// The options of a scenario for commands that also accept a trace, the same as for `run`.
struct ScenarioOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The variant; the scenario's first by default.", valueName: "name"), completion: .variant)
    var variant: String?
}

extension ListOrder: ExpressibleByArgument {}
extension RunFormat: ExpressibleByArgument {}
extension FrameFormat: ExpressibleByArgument {}
extension FrameOverlay: ExpressibleByArgument {}

/// The order and the filter of a list of pipelines.
struct ListOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "List only pipelines that match all terms, such as 'failed Handler.swift held>100'.", valueName: "terms"))
    var filter: String?

    @Option(name: .customLong("sort"), help: "The order of the list of pipelines.")
    var order: ListOrder?

    func validate() throws {
        if let problem = filter.flatMap({ PipelineFilter($0).problem }) { throw ValidationError("--filter: \(problem)") }
    }
}

/// The contents and the size of a picture.
struct PictureOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The moment to draw, in seconds; by default the end of a trace, or 10 s into a scenario.", valueName: "seconds"))
    var at: String?

    @Option(help: ArgumentHelp("Draw the lanes of this row of a program's pipelines, from 1.", valueName: "row"))
    var open: Int?

    @OptionGroup var list: ListOptions

    @Option(help: ArgumentHelp("The selected lane, from 1 at the top.", valueName: "lane"))
    var select: Int?

    @Option(help: ArgumentHelp("The size of the screen; 120x36 by default.", valueName: "width x height"))
    var size: String?

    @Option(help: ArgumentHelp("dark, light or contrast.", valueName: "name"), completion: .theme)
    var theme: String?

    /// The names of the given options.
    var chosen: [String] {
        let given: [(name: String, isGiven: Bool)] = [
            ("--at", at != nil), ("--open", open != nil), ("--filter", list.filter != nil), ("--sort", list.order != nil),
            ("--select", select != nil), ("--size", size != nil), ("--theme", theme != nil),
        ]
        return given.filter(\.isGiven).map(\.name)
    }

    /// The plan of the frame. Its moment is at most the end of a trace.
    ///
    /// - Parameter config: The configuration, which options override.
    func plan(of subject: FramePlan.Subject, _ config: Config) throws -> FramePlan {
        var config = config
        if let theme { try Arguments.checkTheme(theme) }
        config.set(\.theme, theme)
        config.set(\.frameSize, try size.map(Arguments.size))
        var plan = FramePlan(
            subject: subject, at: try at.map { try Arguments.seconds($0, of: "--at") } ?? subject.moment, config: config)
        plan.selection = select.map { $0 - 1 }
        plan.pipelines = FramePlan.Pipelines(filter: list.filter ?? "", order: list.order, row: open)
        return plan
    }
}

/// The memory of a viewer, for every command that shows a program.
struct MemoryOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How much memory to take, for example 64M; 200M by default. With less, details reach less far back.",
            valueName: "bytes"))
    var memory: String?

    /// The budget of `--memory`, otherwise that of the settings.
    func budget(_ settings: Settings) -> MemoryBudget {
        MemoryBudget(bytes: memory.flatMap(ByteCount.init)?.bytes ?? settings.memory)
    }

    func validate() throws {
        guard let memory else { return }
        guard Setting.memory.fits(.text(memory)) else {
            throw ValidationError("--memory '\(memory)' is not valid; it takes \(Setting.memory.takes), for example 200M")
        }
    }
}
