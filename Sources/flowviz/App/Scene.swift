import FlowModel
import FlowScenarios
import FlowTrace
import FlowViews

/// Puts together what a frame is drawn from.
enum Scene {
    /// The state of the screen for what the user chose and what has happened.
    static func screen(_ state: AppState, _ session: Session) -> ScreenState {
        let panes = session.runs.indices.map { pane(session, $0, playhead: state.playhead) }
        let scenario = state.choice.scenarioValue
        var screen = ScreenState(id: scenario.id, title: scenario.title, panes: panes, cell: state.cell)
        screen.selection = min(state.selection, screen.lanes.count - 1)
        screen.speed = state.speed
        screen.isFrozen = state.isFrozen
        screen.overlay = state.overlay
        screen.notice = state.notice
        screen.keys = keys(state, session)
        screen.code = state.choice.variantValue.code
        if case .picker = state.overlay { screen.catalogue = catalogue }
        return screen
    }

    private static func pane(_ session: Session, _ index: Int, playhead: Moment?) -> PaneState {
        let run = session.runs[index]
        let model = session.models[index]
        let now = Moment(time: run.now, sequence: model.log.entries.count)
        var pane = PaneState(
            variant: run.variant.id, point: run.variant.point, model: model, now: now, chain: run.variant.chain(run.numbers),
            remarks: run.variant.remarks)
        // The playhead counts the events of the first pane; in the other it stands at the same time.
        pane.playhead = playhead.map { index == 0 ? $0 : model.moment(at: $0.time) }
        pane.nextRequest = nextRequest(session, index, at: pane.shown)
        let numbers = session.numbers(ofRun: index, atEvent: pane.shown.sequence + 1)
        pane.interval = run.variant.numbers.first { $0.name == "interval" }.map { $0.text(numbers[$0.name]) }
        return pane
    }

    /// When the pacing subscriber asks again: after its last value, by the interval that was in force when that came.
    private static func nextRequest(_ session: Session, _ run: Int, at moment: Moment) -> TraceTime? {
        let model = session.models[run]
        guard session.runs[run].variant.numbers.contains(where: { $0.name == "interval" }),
            let lane = model.lanes.firstIndex(where: { $0.spec.role == .output }),
            model.node(ofLane: lane)?.role == .pace,
            let last = model.lanes[lane].lastMark(of: \.values, upTo: moment.sequence)
        else { return nil }
        let interval = session.numbers(ofRun: run, atEvent: last.sequence)["interval"]
        let next = last.time + UInt64(interval * 1e9)
        return next > moment.time ? next : nil
    }

    private static func keys(_ state: AppState, _ session: Session) -> KeyContext {
        let choice = state.choice
        let hasVariants = choice.scenarioValue.variants.count > 1
        var keys = KeyContext(
            controls: Set(choice.variantValue.controls.map(\.rawValue)),
            nextVariant: hasVariants ? choice.nextVariant.variantValue.id : nil)
        keys.numberCount = choice.variantValue.numbers.count
        keys.number = state.number.map { ($0.name, $0.text(choice.numbers[$0.name])) }
        if case .paused = session.models[0].state(at: session.facts.now.sequence) { keys.isPaused = true }
        keys.isOver = session.isOver
        return keys
    }

    /// The scenarios as the picker shows them.
    static let catalogue: [PickerEntry] = Catalogue.scenarios.enumerated().map { index, scenario in
        PickerEntry(
            group: scenario.group.rawValue, groupPlace: Scenario.Group.allCases.firstIndex(of: scenario.group) ?? 0,
            key: index < 10 ? Character(String((index + 1) % 10)) : nil, id: scenario.id,
            title: scenario.title, explanation: scenario.explanation, tryThis: scenario.tryThis,
            variants: scenario.variants.map { .init(id: $0.id, point: $0.point) }, strip: strip(of: scenario))
    }

    /// The first seconds, from a run without a screen.
    private static func strip(of scenario: Scenario) -> PaneState {
        let run = ScenarioRun(scenario, variant: scenario.variants[0])
        run.advance(to: TraceTime(seconds: 8))
        var model = StreamModel(lanes: run.variant.lanes)
        model.update(from: run.recorder)
        return PaneState(
            variant: run.variant.id, point: run.variant.point, model: model,
            now: Moment(time: run.now, sequence: model.log.entries.count), chain: [])
    }
}
