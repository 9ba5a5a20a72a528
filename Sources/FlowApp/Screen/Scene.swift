import FlowAnalysis
import FlowModel
import FlowScenarios
import FlowSessions
import FlowTrace
import FlowViews

/// Builds the screen for a frame.
package enum Scene {
    static func screen(_ state: AppState, _ session: Session) -> ScreenState {
        let showsAll = state.whatIf == nil || state.whatIf?.view == .both && state.fitsTwo
        let panes = session.runs.indices.filter { showsAll || $0 == session.focus }.map { index in
            let run = session.runs[index]
            let now = Moment(time: run.now, sequence: session.streams[index].model.log.count)
            var pane = pane(
                run.variant, chain: run.numbers, session.streams[index], now: now, playhead: state.playhead,
                first: session.streams[session.focus].model
            ) {
                session.numbers(ofRun: index, atEvent: $0)
            }
            name(&pane, isChanged: index > 0, state)
            pane.report = state.hidesVerdict ? nil : pane.stream.report(at: pane.shown)
            pane.isByEvent = state.choice?.chain != nil && session.isOver && happenedAtOnce(pane.model, cell: state.cell)
            return pane
        }
        let scenario = session.runs[0].scenario
        var screen = ScreenState(
            id: scenario.id, title: title(state, isChanged: session.focus > 0) ?? scenario.title, panes: panes, cell: state.cell)
        screen.keys = keys(state, session)
        screen.behind = session.behind
        apply(state, to: &screen)
        screen.notice = notice(session.notice(state), state) ?? screen.notice
        compare(session.difference(at: state.playhead), in: &screen)
        let focused = session.runs[session.focus]
        screen.code = focused.variant.code(focused.numbers)
        screen.editor = state.editor?.screen
        screen.tour = Tour.panel(state, session.facts)
        screen.lesson = Lesson(state, isOver: session.isOver)?.wordings ?? []
        if let chain = state.choice?.chain { apply(chain, session, to: &screen) }
        if case .picker = state.overlay { screen.catalogue = catalogue }
        return screen
    }

    /// Whether all events of a run would fall into one column.
    private static func happenedAtOnce(_ model: StreamModel, cell: UInt64) -> Bool {
        (2...PaneState.mostByEvent).contains(model.log.count) && model.end.time.nanoseconds < cell
    }

    /// Adapts the screen to a chain: its text is the title, and an error that stopped its run is the notice.
    private static func apply(_ chain: ChainScenario, _ session: Session, to screen: inout ScreenState) {
        let text = chain.text(session.runs[session.focus].numbers)
        screen.title = chain.headline(text)
        screen.titleRuns = true
        screen.code = text
        if let problem = session.runs[0].problem as? ChainFailure { screen.notice = screen.notice ?? problem.lines[0] }
    }

    static func screen(_ state: AppState, _ replay: Replay) -> ScreenState {
        let choice = replay.plan.choice
        let showsAll = state.whatIf == nil || state.whatIf?.view == .both && state.fitsTwo
        let panes = replay.streams.indices.filter { showsAll || $0 == replay.focus }.map { index in
            let numbers = replay.numbers(ofRun: index)
            var pane = pane(
                choice.variantValue, chain: numbers, replay.streams[index], now: replay.moment(ofRun: index),
                playhead: state.playhead, first: replay.streams[replay.focus].model
            ) { _ in numbers }
            name(&pane, isChanged: index > 0, state)
            pane.report = replay.streams[index].report(at: pane.shown)
            return pane
        }
        let title = title(state, isChanged: replay.focus > 0) ?? "\(choice.scenarioValue.id): \(choice.scenarioValue.title)"
        var screen = ScreenState(id: replay.name, title: title, panes: panes, cell: state.cell)
        apply(state, to: &screen)
        screen.notice = notice(replay.notice(state), state) ?? screen.notice
        compare(replay.difference(at: state.playhead), in: &screen)
        describeNumbers(state, in: &screen.keys)
        screen.keys.subject = .recording
        screen.keys.isOver = replay.isOver
        screen.code = choice.variantValue.code(replay.numbers(ofRun: replay.focus))
        return screen
    }

    /// A notice in words, unless an input line takes its place.
    private static func notice(_ notice: KeyText?, _ state: AppState) -> String? {
        if case .commands = state.mode { notice?.text(in: state.table) } else { nil }
    }

    /// If two runs are side by side, puts their difference into the title.
    private static func compare(_ difference: String?, in screen: inout ScreenState) {
        guard screen.panes.count > 1, let difference else { return }
        (screen.title, screen.titleRuns) = ("right: \(difference)", true)
    }

    /// Names the run in a pane. A run shown alone is named by the title instead.
    private static func name(_ pane: inout PaneState, isChanged: Bool, _ state: AppState) {
        guard let choice = state.choice, let whatIf = state.whatIf else { return }
        (pane.variant, pane.point) = ("", "")
        guard whatIf.view == .both, state.fitsTwo else { return }
        (pane.variant, pane.point) = WhatIfWords.title(choice, whatIf, isChanged: isChanged)
    }

    /// The title if one of two runs is shown alone; otherwise `nil`.
    private static func title(_ state: AppState, isChanged: Bool) -> String? {
        guard let choice = state.choice, let whatIf = state.whatIf, whatIf.view != .both || !state.fitsTwo else { return nil }
        let title = WhatIfWords.title(choice, whatIf, isChanged: isChanged)
        return "\(title.name): \(title.numbers)"
    }

    /// Applies the user's choices that concern all screens.
    static func apply(_ state: AppState, to screen: inout ScreenState) {
        screen.selection = max(0, min(state.selection, screen.lanes.count - 1))
        screen.speed = state.speed
        screen.isFrozen = state.isFrozen
        screen.overlay = state.overlay
        screen.table = state.table
        screen.notice = state.notice?.text(in: state.table)
        screen.scroll = state.scroll
        if case .find(let prompt) = state.mode { (screen.isTyping, screen.notice) = (true, prompt.find) }
        if case .findScenario(let line, _) = state.mode {
            screen.pickerSearch = PickerSearch(text: line.text, marked: Prompt(line: line).marked)
        }
        if case .addBreakpoint(let prompt, _) = state.mode { screen.typed = (prompt.marked, prompt.error) }
        let model = screen.panes[0].model
        if let followed = JourneyUpdate.followed(state, in: model) {
            screen.panes[0].followed = followed.events
            screen.keys.followed = followed.value
        }
        screen.breakpoints = state.breakpoints.map { BreakpointRow(text: $0.text, problem: $0.problem(in: model)?.text) }
    }

    /// - Parameters:
    ///   - first: The run to whose events the playhead refers.
    ///   - numbers: The values of the numbers at an event.
    private static func pane(
        _ variant: Variant, chain: Numbers, _ stream: StreamAnalysis, now: Moment, playhead: Moment?, first: StreamModel,
        numbers: (Int) -> Numbers
    ) -> PaneState {
        var pane = PaneState(
            variant: variant.id, point: variant.point, stream: stream, now: now, chain: variant.chain(chain),
            remarks: variant.remarks)
        pane.playhead = playhead.map { pane.model.counterpart(of: $0, in: first) }
        pane.nextRequest = nextRequest(variant, numbers, model: pane.model, at: pane.shown)
        let shownNumbers = numbers(pane.shown.sequence + 1)
        pane.interval = variant.numbers.first { $0.name == "interval" }.map { $0.text(shownNumbers[$0.name]) }
        return pane
    }

    /// The time of the pacing subscriber's next request: the time of its last value plus the interval at that time.
    private static func nextRequest(
        _ variant: Variant, _ numbers: (Int) -> Numbers, model: StreamModel, at moment: Moment
    ) -> TraceTime? {
        guard variant.numbers.contains(where: { $0.name == "interval" }),
            let lane = model.lanes.firstIndex(where: { $0.spec.role == .output }), model.node(ofLane: lane)?.role == .pace,
            let last = model.lanes[lane].lastMark(of: \.values, upTo: moment.sequence)
        else { return nil }
        let next = last.time + UInt64(numbers(last.sequence)["interval"] * 1e9)
        return next > moment.time ? next : nil
    }

    private static func keys(_ state: AppState, _ session: Session) -> KeyContext {
        guard let choice = state.choice else { return KeyContext() }
        let hasVariants = choice.scenarioValue.variants.count > 1
        var keys = KeyContext(
            controls: Set(choice.variantValue.controls.map(\.rawValue)),
            nextVariant: hasVariants ? choice.nextVariant.variantValue.id : nil)
        describeNumbers(state, in: &keys)
        if case .paused = session.streams[0].model.state(at: session.facts.now.sequence) { keys.isPaused = true }
        keys.isOver = session.isOver
        return keys
    }

    /// Describes the keys for numbers.
    private static func describeNumbers(_ state: AppState, in keys: inout KeyContext) {
        keys.numberCount = state.choice?.variantValue.numbers.count ?? 0
        keys.number = state.number.map { ($0.name, $0.text(state.numbers?[$0.name] ?? 0)) }
        keys.turn = state.whatIf.map { WhatIfWords.turn($0, fitsBoth: state.fitsTwo) }
    }

    /// The picker's entries: the scenarios, then the chains of the library.
    static let catalogue = scenarios + chains

    /// The picker's entry for a choice.
    static func entry(of choice: Choice) -> Int {
        let chain = choice.chain.flatMap { shown in ChainScenario.library.firstIndex { $0.name == shown.name } }
        return chain.map { scenarios.count + $0 } ?? choice.scenario
    }

    private static let tryChain: KeyText =
        """
        \(.code) shows its text, \(.typeChain) opens it to be changed, \(.pickNumber) \(.numberDown) \(.numberUp) change its numbers.
        """

    private static let chains: [PickerEntry] = ChainScenario.library.map { chain in
        PickerEntry(
            group: "Chains to change", groupIndex: Scenario.Group.allCases.count, command: nil, id: chain.name,
            title: chain.scenario.title, explanation: chain.scenario.title, tryThis: tryChain.text,
            variants: [("typed", "as typed")], strip: strip(of: chain.scenario))
    }

    private static let scenarios: [PickerEntry] = Catalogue.scenarios.enumerated().map { index, scenario in
        PickerEntry(
            group: scenario.group.rawValue, groupIndex: Scenario.Group.allCases.firstIndex(of: scenario.group) ?? 0,
            command: .goTo(index), id: scenario.id, title: scenario.title, explanation: scenario.explanation,
            tryThis: { table in scenario.tryThis { table.name(of: Command($0)) } },
            variants: scenario.variants.map { ($0.id, $0.point) }, strip: strip(of: scenario))
    }

    /// A strip of the first seconds, from a run without a screen.
    private static func strip(of scenario: Scenario) -> PaneState {
        let run = ScenarioRun(scenario, variant: scenario.variants[0])
        run.advance(to: TraceTime(seconds: 8))
        var stream = StreamAnalysis(run.variant)
        stream.update(from: run.recorder)
        return PaneState(
            variant: run.variant.id, point: run.variant.point, stream: stream,
            now: Moment(time: run.now, sequence: stream.model.log.count), chain: [])
    }
}

extension Command {
    /// The command of a suggested key.
    init(_ key: HintedKey) {
        self =
            switch key {
            case .pause: .press(.togglePause)
            case .request: .press(.request1)
            case .emit: .press(.emit)
            case .burst: .press(.burst)
            case .cancel: .press(.cancel)
            case .more: .press(.more)
            case .twice: .press(.twice)
            case .old: .press(.old)
            case .smallerNumber: .numberDown
            case .nextVariant: .nextVariant
            case .twoVariants: .twoVariants
            case .freeze: .travel(.freeze)
            case .stepForward: .travel(.stepForward)
            case .inspect: .inspect
            }
    }
}
