import FlowModel
import FlowScenarios
import FlowScreen
import FlowTrace
import FlowViews

/// Turns what the user did into a new state and the work that follows from it.
enum Update {
    /// Does what a key says.
    ///
    /// - Returns: What the loop has to do.
    static func press(_ key: Key, on state: inout AppState, facts: RunFacts) -> [Effect] {
        state.notice = nil
        state.isSearching = false
        if key == .control("z") { return [.suspend] }
        if state.editor != nil, key != .control("c") { return EditorUpdate.press(key, &state) }
        if state.prompt != nil, key != .control("c") { return PromptUpdate.type(key, &state) }
        if state.program?.isTyping == true, state.overlay == nil, key != .control("c") { return ProgramUpdate.type(key, &state) }
        guard let command = KeyTable.command(of: key) else {
            state.notice = "this key does nothing; ? lists the keys"
            return []
        }
        return perform(command, on: &state, facts: facts)
    }

    /// Performs a command.
    ///
    /// - Returns: What the loop has to do.
    static func perform(_ command: Command, on state: inout AppState, facts: RunFacts) -> [Effect] {
        state.notice = nil
        if case .picker(let selection) = state.overlay { return inPicker(command, selection, &state) }
        if case .why(let event, let row) = state.overlay,
            let effects = WhyUpdate.perform(command, event: event, row: row, on: &state, facts: facts)
        {
            return effects
        }
        if case .journey(let event, let row) = state.overlay,
            let effects = JourneyUpdate.perform(command, event: event, row: row, on: &state, facts: facts)
        {
            return effects
        }
        if case .breakpoints(let row) = state.overlay, let effects = BreakpointUpdate.perform(command, row: row, on: &state) {
            return effects
        }
        if state.overlay != nil, let effects = inOverlay(command, &state) { return effects }
        if let refusal = Refusal.text(of: command, state) {
            state.notice = refusal
            return []
        }
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
        case .press(let key): return press(key, &state, facts)
        case .pickNumber: return WhatIfUpdate.pick(&state)
        case .numberDown: return WhatIfUpdate.change(up: false, &state)
        case .numberUp: return WhatIfUpdate.change(up: true, &state)
        case .travel(let key): return TimeTravel.perform(key, on: &state, facts: facts)
        case .breakpoints: BreakpointUpdate.open(&state)
        case .nextMatch: return [.find(.next)]
        case .previousMatch: return [.find(.previous)]
        case .faster: changeSpeed(up: true, &state)
        case .slower: changeSpeed(up: false, &state)
        case .zoomIn: zoom(in: true, &state)
        case .zoomOut: zoom(in: false, &state)
        case .laneUp: select(-1, &state, facts)
        case .laneDown: select(1, &state, facts)
        case .picker: state.overlay = .picker(state.choice.map(Scene.entry) ?? 0)
        case .inspect: state.overlay = .inspector
        case .why: WhyUpdate.open(&state, facts)
        case .code: state.overlay = .code
        case .log: state.overlay = .log
        case .help: state.overlay = .help
        case .filter: state.prompt = Prompt(.find)
        case .close: return close(&state)
        case .order, .pageUp, .pageDown: break
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

    private static func go(to index: Int, _ state: inout AppState) -> [Effect] {
        let count = Catalogue.scenarios.count
        state.show(Choice(scenario: (index % count + count) % count))
        return [.restart]
    }

    /// Opens what stands at a place in the picker: the scenarios, and behind them the chains that come with the program.
    private static func open(_ entry: Int, _ state: inout AppState) -> [Effect] {
        guard entry >= Catalogue.scenarios.count else { return go(to: entry, &state) }
        var choice = Choice(ChainScenario.library[entry - Catalogue.scenarios.count])
        // Where Tab goes on from.
        choice.scenario = state.choice?.scenario ?? 0
        state.show(choice)
        return [.restart]
    }

    private static func nextVariant(_ state: inout AppState) -> [Effect] {
        guard let choice = state.choice, choice.scenarioValue.variants.count > 1 else {
            state.notice = "\(state.choice?.scenarioValue.id ?? "") has one variant only"
            return []
        }
        state.showsTwo = false
        state.show(choice.nextVariant)
        return [.restart]
    }

    private static func twoVariants(_ state: inout AppState) -> [Effect] {
        if let whatIf = state.whatIf { return WhatIfUpdate.turn(whatIf, &state) }
        guard state.subject == .scenario else {
            state.notice = "< and > rerun this recording with another number, V turns to the run as it was"
            return []
        }
        guard let choice = state.choice, choice.scenarioValue.variants.count > 1 else {
            state.notice = "\(state.choice?.scenarioValue.id ?? "") has one variant only"
            return []
        }
        guard state.showsTwo || state.fitsTwo else {
            state.notice =
                "two variants side by side need \(RootView.widthOfTwoPanes) columns, this screen has \(state.size.width)"
            return []
        }
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
        let control = control(of: key, facts)
        guard let choice = state.choice, choice.variantValue.controls.contains(control.name) else {
            state.notice = refusal(of: key)
            return []
        }
        if facts.isOver {
            state.notice = "the stream is over; r restarts it"
            return []
        }
        state.playhead = nil
        if control.name == .resume, state.isFrozen { state.notice = "the sink resumes when time runs; f runs it" }
        return [.send(control)]
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
        case .stale: Control(.stale)
        case .emit: Control(.emit)
        }
    }

    private static func refusal(of key: ControlKey) -> String {
        switch key {
        case .togglePause: "no pausable sink here; f freezes time"
        case .request1, .request10, .unlimited: "this subscriber asks by itself; d, D and U ask in scenarios that wait for you"
        case .emit, .burst: "this source sends by itself; e and E send values in scenarios that take yours"
        case .finish: "this source ends by itself"
        case .cancel: "this subscription is not cancelled by hand"
        case .more, .twice, .stale: "no stepping subscriber here; scenario 9, step, has one"
        }
    }

    // MARK: Looking

    private static func changeSpeed(up: Bool, _ state: inout AppState) {
        let next = up ? AppState.speeds.first { $0 > state.speed } : AppState.speeds.last { $0 < state.speed }
        state.speed = next ?? state.speed
        if next == nil { state.notice = up ? "this is as fast as it goes" : "this is as slow as it goes; f freezes, . steps" }
    }

    private static func zoom(in isIn: Bool, _ state: inout AppState) {
        let next = isIn ? AppState.cells.last { $0 < state.cell } : AppState.cells.first { $0 > state.cell }
        state.cell = next ?? state.cell
        if next == nil { state.notice = isIn ? "this is as near as it gets" : "this is as far as it gets" }
    }

    private static func select(_ step: Int, _ state: inout AppState, _ facts: RunFacts) {
        let count = ScreenLane.lanes(of: facts.model).count
        state.selection = min(max(0, state.selection + step), count - 1)
    }

    private static func nextTheme(_ state: inout AppState) {
        let index = Theme.all.firstIndex(of: state.theme) ?? 0
        state.theme = Theme.all[(index + 1) % Theme.all.count]
        state.notice = "theme \(state.theme.name)"
    }

    /// Leaves a value that is followed, then what was typed, then the comparison with other numbers.
    static func close(_ state: inout AppState) -> [Effect] {
        if state.following != nil {
            state.following = nil
            return []
        }
        guard state.search.filter != nil else { return WhatIfUpdate.leave(&state) }
        state.search.filter = nil
        state.notice = "n and N go to drops again"
        return []
    }

    // MARK: Overlays

    /// In an overlay, its own key and Esc close it; other keys close it and do their work, `nil` here.
    private static func inOverlay(_ command: Command, _ state: inout AppState) -> [Effect]? {
        let own: Command =
            switch state.overlay {
            case .help, .signs: .help
            case .code: .code
            case .log: .log
            case .why, .journey: .why
            case .breakpoints: .breakpoints
            case .picker: .picker
            case .inspector, nil: .inspect
            }
        if command == .laneUp || command == .laneDown { return nil }
        let hasNextPage = state.overlay == .help && command == .help && HelpPages.count(on: state.size) > 1
        state.overlay = hasNextPage ? .signs : nil
        return command == own || command == .close ? [] : nil
    }

    private static func inPicker(_ command: Command, _ selection: Int, _ state: inout AppState) -> [Effect] {
        let order = PickerView.order(of: Scene.catalogue)
        let place = order.firstIndex(of: selection) ?? 0
        switch command {
        case .laneUp: state.overlay = .picker(order[max(0, place - 1)])
        case .laneDown: state.overlay = .picker(order[min(order.count - 1, place + 1)])
        case .travel(.start): state.overlay = .picker(order[0])
        case .travel(.now): state.overlay = .picker(order[order.count - 1])
        case .inspect: return open(selection, &state)
        case .goTo(let index): return go(to: index, &state)
        case .close, .picker: state.overlay = nil
        case .help: state.overlay = .help
        case .typeChain:
            state.overlay = nil
            EditorUpdate.open(&state)
        case .quit: return [.quit]
        default: break
        }
        return []
    }
}
