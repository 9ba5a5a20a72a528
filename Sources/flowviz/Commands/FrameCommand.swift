import ArgumentParser
import FlowModel
import FlowScenarios
import FlowScreen
import FlowTrace
import FlowViews

/// Draws one frame of the screen without a terminal.
struct FrameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frame", abstract: "Draws one frame of the screen without a terminal.")

    @Argument(help: ArgumentHelp("The scenario; 'flowviz list' names them.", valueName: "id"))
    var id: String?

    @Option(help: ArgumentHelp("Draw a chain instead of a scenario, as 'flowviz eval' takes it.", valueName: "chain"))
    var eval: String?

    @Option(help: ArgumentHelp("Draw the line in which chains are typed, with this in it.", valueName: "text"))
    var typed: String?

    @Option(help: ArgumentHelp("Draw a trace instead of a scenario.", valueName: "file"))
    var trace: String?

    @Option(help: ArgumentHelp("Draw the lanes of this row of a program's pipelines, from 1.", valueName: "row"))
    var open: Int?

    @Option(help: ArgumentHelp("List only pipelines with this in their name.", valueName: "text"))
    var filter = ""

    @Option(name: .customLong("sort"), help: "pressure, dropped, busiest, age or name.")
    var order: PipelineOrder?

    @Option(help: ArgumentHelp("The variant; the scenario's first where left out.", valueName: "name"))
    var variant: String?

    @Option(help: ArgumentHelp("The moment, in seconds of virtual time.", valueName: "seconds"))
    var at: String

    @Option(help: ArgumentHelp("The size of the screen.", valueName: "width x height"))
    var size = "120x36"

    @Option(help: "text, ansi or svg.")
    var format = FrameFormat.text

    @Option(help: ArgumentHelp("dark, light or contrast.", valueName: "name"))
    var theme = "dark"

    @Flag(help: "Use ASCII signs only.")
    var ascii = false

    @Flag(name: .customLong("no-color"), help: "Draw as on a terminal without colour.")
    var noColor = false

    @Flag(help: "Draw with time standing still.")
    var frozen = false

    @Flag(help: "Draw two variants side by side.")
    var two = false

    @Option(help: ArgumentHelp("Look at this moment of the past.", valueName: "seconds"))
    var playhead: String?

    @Option(help: ArgumentHelp("The selected lane, from 1 at the top.", valueName: "lane"))
    var select: Int?

    @Option(help: "help, signs, picker, code, log, inspector, why or journey.")
    var overlay: FrameOverlay?

    @Option(help: ArgumentHelp("Press a control at a time, for example \"2.5:pause\"; repeatable.", valueName: "seconds:control"))
    var send: [String] = []

    @Option(help: ArgumentHelp("Change a number, for example size=2; repeatable.", valueName: "name=value"))
    var set: [String] = []

    @Option(
        name: .customLong("what-if"),
        help: ArgumentHelp(
            "Draw the same run with another number beside it, for example size=2; repeatable.", valueName: "name=value"))
    var whatIf: [String] = []

    func run() throws {
        try write(surface())
    }

    /// Writes a frame in the format that the arguments ask for.
    func write(_ frame: Surface) throws {
        let output = StandardOutput()
        switch format {
        case .text: output.lines(TextOutput.render(frame))
        case .ansi: output.formatted(ANSIOutput.render(frame, theme: try chosenTheme, mode: noColor ? .none : .colours256).utf8)
        case .svg: output.formatted(SVGOutput.render(frame, theme: try chosenTheme).utf8)
        }
    }

    /// The frame that the arguments ask for.
    func surface() throws -> Surface {
        try surface(of: screen())
    }

    /// The frame of a screen, as the arguments ask for it.
    func surface(of screen: ScreenState) throws -> Surface {
        var surface = Surface(try Arguments.size(size))
        RootView(screen, signs: ascii ? .ascii : .unicode, hasColour: !noColor).draw(into: &surface)
        return surface
    }

    /// What the frame is drawn from.
    ///
    /// - Parameter openingFirst: Whether the lanes of the first pipeline are drawn where no row is named.
    func screen(openingFirst: Bool = false) throws -> ScreenState {
        if let trace { return try screen(of: trace, openingFirst: openingFirst) }
        guard open == nil else { throw ValidationError("--open goes with the --trace of a program only") }
        let choice = try choice()
        let id = choice.scenarioValue.id
        var state = AppState(choice: choice, size: try Arguments.size(size), theme: try chosenTheme)
        try prepare(&state, choice, id)
        let session = Session()
        session.start(state)
        try advance(session, id)
        try compare(&state, session)
        if let playhead { state.playhead = session.facts.model.moment(at: try past(playhead)) }
        let facts = session.facts
        state.overlay = overlay.flatMap { $0.overlay(scenario: choice.scenario, facts, at: state.playhead ?? facts.now) }
        state.editor = typed.map { ChainEditor($0, history: []) }
        return Scene.screen(state, session)
    }

    private func choice() throws -> Choice {
        if let eval {
            guard id == nil, variant == nil else {
                throw ValidationError("--eval draws a chain; it takes no scenario and no --variant")
            }
            return Choice(try ChainScenario.typed(eval, name: "chain"))
        }
        guard let id else { throw ValidationError("no scenario is named; 'flowviz list' names them, --trace FILE draws a trace") }
        return try Arguments.choice(scenario: id, variant: variant)
    }

    var chosenTheme: Theme {
        get throws { try Arguments.theme(theme) }
    }

    private func prepare(_ state: inout AppState, _ choice: Choice, _ id: String) throws {
        state.selection = select.map { $0 - 1 } ?? AppState.interestingLane(of: choice)
        state.isFrozen = frozen
        if two { state.showTwo(true) }
        let lanes = ScreenLane.lanes(of: StreamModel(lanes: choice.variantValue.lanes)).count
        guard (0..<lanes).contains(state.selection) else {
            throw ValidationError("--select \(state.selection + 1) does not fit; \(id) has lanes 1 to \(lanes)")
        }
        guard !two || state.size.width >= RootView.widthOfTwoPanes else {
            throw ValidationError("--two needs \(RootView.widthOfTwoPanes) columns; --size is \(size)")
        }
        guard !two || choice.scenarioValue.variants.count > 1 else {
            throw ValidationError("--two does not fit; \(id) has one variant only")
        }
        for text in set {
            let (name, value) = try Arguments.set(text, of: choice.variantValue, scenario: id)
            state.choice?.numbers[name] = value
        }
    }

    /// Shows the run beside the same with other numbers; under 120 columns the other alone.
    func compare(_ state: inout AppState, _ playback: any Playback) throws {
        guard !whatIf.isEmpty else { return }
        guard let choice = state.choice, !two else {
            throw ValidationError("--what-if goes with one run of a scenario, not with --two or the trace of a program")
        }
        var numbers = choice.numbers
        for text in whatIf {
            let (name, value) = try Arguments.set(
                text, as: "--what-if", of: choice.variantValue, scenario: choice.scenarioValue.id)
            numbers[name] = value
        }
        guard numbers != choice.numbers else {
            throw ValidationError("--what-if changes nothing: \(whatIf.joined(separator: ", ")) is so already")
        }
        state.compare(with: WhatIf(numbers: numbers, view: state.fitsTwo ? .both : .changed))
        _ = Effect.compare.perform(on: &state, playback)
        while playback.isCatchingUp { playback.look(at: &state) }
    }

    private func advance(_ session: Session, _ id: String) throws {
        let end = try Arguments.seconds(at, of: "--at")
        try pass(session, until: session.now, id)
        for (time, control) in try Arguments.sends(send, of: session.runs[0].variant, scenario: id) where time <= end {
            if time > session.now { try pass(session, until: time, id) }
            _ = session.send(control)
        }
        try pass(session, until: end, id)
    }

    private func pass(_ session: Session, until time: TraceTime, _ id: String) throws {
        var allowance = FrameAllowance(count: RunReport.mostEvents)
        session.advance(by: time - session.now, within: &allowance)
        guard allowance.isSpent else { return }
        throw Failure(
            "\(id) does more than \(RunReport.mostEvents) events and pieces of work by \(session.now) s; draw an earlier moment")
    }

    func past(_ text: String) throws -> TraceTime {
        let moment = try Arguments.seconds(text, of: "--playhead")
        guard try moment <= Arguments.seconds(at, of: "--at") else {
            throw ValidationError("--playhead '\(text)' does not fit; it takes a moment up to --at, which is \(at)")
        }
        return moment
    }
}
