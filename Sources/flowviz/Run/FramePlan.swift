import ArgumentParser
import FlowModel
import FlowScenarios
import FlowScreen
import FlowTrace
import FlowViews

enum FrameFormat: String, CaseIterable, ExpressibleByArgument {
    case text, ansi, svg, cast
}

/// What lies over the lanes of a frame.
enum FrameOverlay: String, CaseIterable, ExpressibleByArgument {
    case help, signs, picker, code, log, inspector, why, journey

    /// As the screen has it; reasons and journeys are those of what the caption is about, `nil` if there is nothing yet.
    func overlay(scenario: Int, _ facts: RunFacts, at moment: Moment) -> ScreenState.Overlay? {
        switch self {
        case .help: .help
        case .signs: .signs
        case .picker: .picker(scenario)
        case .code: .code
        case .log: .log(last: nil)
        case .inspector: .inspector
        case .why: WhyUpdate.overlay(facts, at: moment)
        case .journey: JourneyUpdate.overlay(facts, at: moment)
        }
    }
}

/// One frame of the screen, drawn without a terminal.
struct FramePlan {
    enum Subject {
        case scenario(Choice)
        case trace(TraceFile)
    }

    /// The pipelines of a program's trace that are listed, and which of them is opened.
    struct Pipelines {
        /// Only those with this in their name.
        var filter = ""
        var order: PipelineOrder?
        /// The row that is opened, from 1.
        var row: Int?
        /// Whether the first is opened where no row is named.
        var opensFirst = false
    }

    let subject: Subject
    /// The present.
    var at: TraceTime
    /// What is in force: size, theme, signs, keys.
    let config: Config
    var isFrozen = false
    var showsTwo = false
    /// The past moment that is shown.
    var playhead: TraceTime?
    var selection: Int?
    var overlay: FrameOverlay?
    /// What has been typed in the line for a chain.
    var typed: String?
    /// The controls to press, in the order of their times.
    var sends: [(time: TraceTime, control: Control)] = []
    /// The numbers of a run that is drawn beside the first.
    var otherNumbers: Numbers?
    var pipelines = Pipelines()

    var size: Size { config.settings.frameSize }
    private var theme: Theme { config.theme }
    private var signs: Signs { config.settings.ascii ? .ascii : .unicode }
    private var hasColour: Bool { config.settings.color }

    /// - Throws: A failure if the frame only says that it is too small.
    func write(_ frame: Surface, as format: FrameFormat) throws {
        let output = StandardOutput()
        switch format {
        case .text: output.lines(TextOutput.render(frame))
        case .ansi: output.formatted(ANSIOutput.render(frame, theme: theme, mode: colours).utf8)
        case .svg: output.formatted(SVGOutput.render(frame, theme: theme).utf8)
        case .cast: preconditionFailure("a cast has more than one frame")
        }
        output.flush()
        try checkSize()
    }

    /// - Throws: A failure if a frame cannot be drawn, or only says that it is too small.
    func write(_ film: Film, as format: FrameFormat) throws {
        let frames = try film.moments.map { moment in
            var plan = self
            plan.at = moment
            return try plan.surface()
        }
        let interval = Film.interval.seconds
        let text =
            format == .cast
            ? CastOutput.render(frames, every: interval, theme: theme, mode: colours)
            : SVGFilm.render(frames, every: interval, pause: Film.pause, theme: theme)
        let output = StandardOutput()
        output.formatted(text.utf8)
        output.flush()
        try checkSize()
    }

    private var colours: ColourMode { hasColour ? .colours256 : .none }

    private func checkSize() throws {
        let least = RootView.minimumSize
        guard size.width >= least.width, size.height >= least.height else {
            throw Failure("\(size.width)x\(size.height) is too small for a frame; the smallest is \(least.width)x\(least.height)")
        }
    }

    func surface() throws -> Surface { surface(of: try screen()) }

    func surface(of screen: ScreenState) -> Surface {
        var surface = Surface(size)
        RootView(screen, signs: signs, hasColour: hasColour).draw(into: &surface)
        return surface
    }

    func screen() throws -> ScreenState {
        switch subject {
        case .scenario(let choice):
            let session = Session()
            var state = AppState(.scenario(choice), size: size).looking(as: config)
            state.selection = AppState.interestingLane(of: choice)
            if showsTwo { state.showTwo(true) }
            session.start(state)
            try advance(session, choice.scenarioValue.id)
            return screen(&state, session)
        case .trace(let file):
            let recording = Recorded(file, waits: true)
            let playback = recording.playback
            var state = recording.state(size: size).looking(as: config)
            playback.start(state)
            playback.seek(Moment(time: at, sequence: 0))
            playback.advance(by: at - playback.now)
            state.program?.filter = pipelines.filter
            if let order = pipelines.order { state.program?.order = order }
            try open(&state, playback)
            return screen(&state, playback)
        }
    }

    /// The screen, once the present is reached.
    private func screen(_ state: inout AppState, _ playback: any Playback) -> ScreenState {
        state.isFrozen = isFrozen
        if let selection { state.selection = selection }
        if let otherNumbers {
            state.compare(with: WhatIf(numbers: otherNumbers, view: state.fitsTwo ? .both : .changed))
            _ = Effect.compare.perform(on: &state, playback)
            while playback.background == .everyFrame { playback.refresh(&state) }
        }
        if let playhead { state.playhead = playback.facts.timeline.moment(at: playhead) }
        playback.refresh(&state)
        let facts = playback.facts
        state.overlay = overlay.flatMap {
            $0.overlay(scenario: state.choice?.scenario ?? 0, facts, at: state.playhead ?? facts.now)
        }
        if let typed { state.mode = .editor(ChainEditor(typed, history: [])) }
        return playback.screen(state)
    }

    private func advance(_ session: Session, _ id: String) throws {
        try pass(session, until: session.now, id)
        for (time, control) in sends where time <= at {
            if time > session.now { try pass(session, until: time, id) }
            _ = session.send(control)
        }
        try pass(session, until: at, id)
    }

    private func pass(_ session: Session, until time: TraceTime, _ id: String) throws {
        var allowance = FrameAllowance(count: RunReport.mostEvents)
        session.advance(by: time - session.now, within: &allowance)
        guard allowance.isSpent else { return }
        throw Failure(
            "\(id) does more than \(RunReport.mostEvents) events and pieces of work by \(session.now) s; draw an earlier moment")
    }

    private func open(_ state: inout AppState, _ playback: any Playback) throws {
        guard let row = pipelines.row ?? (pipelines.opensFirst ? 1 : nil) else { return }
        let program = playback as? any ProgramPlayback
        guard row > 0, let pipeline = program?.choose(row - 1, state) else {
            if pipelines.row == nil { return }
            throw ValidationError("--open \(row) does not fit; the list of a program's trace has rows from 1")
        }
        // The last one is chosen by every row beyond it.
        guard row == 1 || program?.choose(row - 2, state) != pipeline else {
            throw ValidationError("--open \(row) does not fit; the list of this trace has fewer rows")
        }
        _ = Effect.open(pipeline).perform(on: &state, playback)
    }
}
