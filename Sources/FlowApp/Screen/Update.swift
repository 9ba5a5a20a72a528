import FlowModel
import FlowScenarios
import FlowScreen
import FlowSessions
import FlowTrace
import FlowViews

/// Turns the user's input into a new state and effects.
enum Update {
    /// Handles a key.
    ///
    /// - Returns: The effects left to the loop.
    static func press(_ key: Key, on state: inout AppState, facts: RunFacts) -> [Effect] {
        state.notice = nil
        state.isSearching = false
        if key == .control("z") { return [.suspend] }
        if key != KeyTable.alwaysQuits, let effects = handleInput(key, &state, facts) { return effects }
        guard let command = state.table.command(of: key) else {
            return state.refuse(.noMeaning)
        }
        return perform(command, on: &state, facts: facts)
    }

    /// Handles a key in the open input line; `nil` while keys are commands.
    private static func handleInput(_ key: Key, _ state: inout AppState, _ facts: RunFacts) -> [Effect]? {
        switch state.mode {
        case .editor(let editor): EditorUpdate.press(key, editor, &state)
        case .find(let prompt): FindUpdate.handleInput(key, prompt, &state)
        case .addBreakpoint(let prompt, let row): BreakpointUpdate.handleInput(key, prompt, row: row, &state, facts)
        case .filter: ProgramUpdate.handleInput(key, &state)
        case .findScenario(let line, let selection): PickerUpdate.handleInput(key, line, selection, &state)
        case .commands: TourUpdate.press(key, &state)
        case .overlay: nil
        }
    }

    /// Performs a command.
    ///
    /// - Returns: The effects left to the loop.
    static func perform(_ command: Command, on state: inout AppState, facts: RunFacts) -> [Effect] {
        state.notice = nil
        if Lesson(state)?.commands.contains(command) == true { state.tried.insert(command) }
        if let update = state.overlay?.update, let effects = update.press(command, on: &state, facts: facts) { return effects }
        if let refusal = state.refusal(of: command) { return state.refuse(refusal) }
        if state.program != nil, let effects = ProgramUpdate.perform(command, on: &state) { return effects }
        return performAnywhere(command, on: &state, facts: facts)
    }

    private static func performAnywhere(_ command: Command, on state: inout AppState, facts: RunFacts) -> [Effect] {
        switch command {
        case .nextScenario: return go(by: 1, &state)
        case .previousScenario: return go(by: -1, &state)
        case .goTo(let index): return go(to: index, &state)
        case .nextVariant: return nextVariant(&state)
        case .twoVariants: return twoVariants(&state)
        case .restart: return restart(&state)
        case .typeChain: EditorUpdate.open(&state)
        case .open(let key): key.open(&state, facts)
        case .press(let key): return press(key, &state, facts)
        case .pickNumber: return WhatIfUpdate.pick(&state)
        case .numberDown: return changeNumber(up: false, &state, facts)
        case .numberUp: return changeNumber(up: true, &state, facts)
        case .travel(let key): return TimeTravel.perform(key, on: &state, facts: facts)
        case .nextMatch: return [.find(.next)]
        case .previousMatch: return [.find(.previous)]
        case .faster: changeSpeed(up: true, &state)
        case .slower: changeSpeed(up: false, &state)
        case .zoomIn: zoom(in: true, &state)
        case .zoomOut: zoom(in: false, &state)
        case .fit: return ViewUpdate.fit(&state, facts)
        case .onset: return [.goToOnset]
        case .viewBack: return ViewUpdate.back(&state)
        case .laneUp: select(-1, &state, facts)
        case .laneDown: select(1, &state, facts)
        case .openSource: return openSource(&state, facts)
        case .tour: return TourUpdate.turn(&state)
        case .filter: state.mode = .find(Prompt())
        case .close: return close(&state)
        case .order, .allPrograms: return state.refuse(.hasOneOrder)
        case .pageUp: PageUpdate.pageOfLanes(-1, &state, facts)
        case .pageDown: PageUpdate.pageOfLanes(1, &state, facts)
        case .theme: nextTheme(&state)
        case .copy: return [.copyFrame]
        case .saveFrame: return [.saveFrame]
        case .quit: return [.quit]
        }
        return []
    }

    // MARK: Scenarios

    private static func go(by step: Int, _ state: inout AppState) -> [Effect] {
        go(to: (state.choice?.scenario ?? 0) + step, &state)
    }

    static func go(to index: Int, _ state: inout AppState) -> [Effect] {
        let count = Catalogue.scenarios.count
        return show(Choice(scenario: (index % count + count) % count), &state)
    }

    /// Starts another scenario. If time is frozen, explains how to let it run.
    static func show(_ choice: Choice, _ state: inout AppState) -> [Effect] {
        state.show(choice)
        if state.isFrozen { state.notice = "time stands still; \(.travel(.freeze)) runs it" }
        return [.restart]
    }

    private static func nextVariant(_ state: inout AppState) -> [Effect] {
        guard let choice = state.choice, choice.scenarioValue.variants.count > 1 else {
            return state.refuse(.hasOneVariant(id: state.choice?.scenarioValue.id ?? ""))
        }
        state.showsTwo = false
        state.show(choice.nextVariant)
        return [.restart]
    }

    private static func twoVariants(_ state: inout AppState) -> [Effect] {
        if let whatIf = state.whatIf { return WhatIfUpdate.turn(whatIf, &state) }
        guard state.subject == .scenario else { return state.refuse(.recordingHasNoOtherRun) }
        guard let choice = state.choice, choice.scenarioValue.variants.count > 1 else {
            return state.refuse(.hasOneVariant(id: state.choice?.scenarioValue.id ?? ""))
        }
        guard state.showsTwo || state.fitsTwo else { return state.refuse(.isTooNarrow(columns: state.size.width)) }
        state.showTwo(!state.showsTwo)
        state.playhead = nil
        return [.restart]
    }

    private static func restart(_ state: inout AppState) -> [Effect] {
        state.playhead = nil
        state.following = nil
        return [.restart]
    }

    // MARK: Controls

    private static func press(_ key: ControlKey, _ state: inout AppState, _ facts: RunFacts) -> [Effect] {
        if state.subject == .watched {
            return HandKey(key).map { hand($0, &state) } ?? state.refuse(.ofOtherSubject(.watched, id: ""))
        }
        let control = control(of: key, facts)
        guard let choice = state.choice, choice.variantValue.controls.contains(control.name) else {
            return state.refuse(.noControl(key))
        }
        if facts.isOver { return state.refuse(.streamIsOver) }
        state.playhead = nil
        if control.name == .resume, state.isFrozen {
            state.notice = "the sink resumes when time runs; \(.travel(.freeze)) runs it"
        }
        return [.send(control)]
    }

    /// Holds, steps or slows a stage of a running program, from now on.
    private static func hand(_ key: HandKey, _ state: inout AppState) -> [Effect] {
        guard state.program?.opened != nil else { return state.refuse(.needsLanes) }
        state.playhead = nil
        return [.hand(key)]
    }

    /// Changes a number of a scenario, the size of a program's store, or else the time for which a stage is slowed.
    private static func changeNumber(up: Bool, _ state: inout AppState, _ facts: RunFacts) -> [Effect] {
        guard let program = state.program else { return WhatIfUpdate.change(up: up, &state) }
        guard program.opened != nil else { return state.refuse(.needsLanes) }
        if ForetoldUpdate.sizedLane(state, in: facts.model) != nil { return [.foretell(up: up)] }
        if state.subject == .watched { return hand(up ? .slower : .faster, &state) }
        let store = ScreenLane.lanes(of: facts.model).first { ForetoldUpdate.isSized($0, in: facts.model) }
        return state.refuse(.needsStore(store?.name))
    }

    private static func control(of key: ControlKey, _ facts: RunFacts) -> Control {
        switch key {
        case .togglePause:
            if case .paused = facts.model.state(at: facts.now.sequence) { Control(.resume) } else { Control(.pause) }
        case .request1: Control(.request, "1")
        case .request10: Control(.request, "10")
        case .unlimited: Control(.unlimited)
        case .burst: Control(.burst)
        case .finish: Control(.finish)
        case .cancel: Control(.cancel)
        case .more: Control(.more)
        case .twice: Control(.twice)
        case .old: Control(.old)
        case .emit: Control(.emit)
        }
    }

    // MARK: Looking

    private static func changeSpeed(up: Bool, _ state: inout AppState) {
        let next = up ? AppState.speeds.first { $0 > state.speed } : AppState.speeds.last { $0 < state.speed }
        state.speed = next ?? state.speed
        if next == nil { state.refuse(up ? .isFastest : .isSlowest) }
    }

    private static func zoom(in isIn: Bool, _ state: inout AppState) {
        let next = isIn ? AppState.cells.last { $0 < state.cell } : AppState.cells.first { $0 > state.cell }
        state.cell = next ?? state.cell
        if next == nil { state.refuse(isIn ? .isNearest : .isFarthest) }
    }

    private static func select(_ step: Int, _ state: inout AppState, _ facts: RunFacts) {
        let count = ScreenLane.lanes(of: facts.model).count
        state.selection = min(max(0, state.selection + step), count - 1)
    }

    /// Opens the user's editor at the source line of the selected lane.
    private static func openSource(_ state: inout AppState, _ facts: RunFacts) -> [Effect] {
        let lanes = ScreenLane.lanes(of: facts.model)
        guard lanes.indices.contains(state.selection) else { return state.refuse(.nothingHasHappened) }
        let location = { (lane: ScreenLane) in facts.model.edge(ofLane: lane.index)?.site?.location }
        let lane = lanes[state.selection]
        if let location = location(lane) { return [.edit(location)] }
        return state.refuse(.hasNoLine(lane: lane.name, known: lanes.first { location($0) != nil }?.name))
    }

    private static func nextTheme(_ state: inout AppState) {
        let index = state.themes.firstIndex(of: state.theme) ?? 0
        state.theme = state.themes[(index + 1) % state.themes.count]
        state.notice = "theme \(state.theme.name)"
    }

    /// Stops following a value, or else ends the user's search, or else ends the comparison with a rerun.
    static func close(_ state: inout AppState) -> [Effect] {
        if state.following != nil {
            state.following = nil
            return []
        }
        guard state.search.filter != nil else { return WhatIfUpdate.leave(&state) }
        state.search.filter = nil
        state.notice = "\(.nextMatch) and \(.previousMatch) go to drops again"
        return []
    }
}
