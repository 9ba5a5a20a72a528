import FlowAnalysis
import FlowModel
import FlowScreen
import FlowText
import FlowViews

/// What keys do about the reasons of an event.
package enum WhyUpdate {
    /// Explains the event of the caption, or the one that a jump has just gone to.
    static func open(_ state: inout AppState, _ facts: RunFacts) {
        let shown = state.playhead ?? facts.now
        state.overlay = state.found == shown ? overlay(of: shown.sequence, facts) : overlay(facts, at: shown)
        if state.overlay == nil { state.refuse(.nothingHasHappened) }
    }

    /// The reasons for the caption's event at a moment, `nil` before anything has happened.
    static func overlay(_ facts: RunFacts, at moment: Moment) -> ScreenState.Overlay? {
        event(facts.model, at: moment).flatMap { overlay(of: $0, facts) }
    }

    private static func overlay(of event: Int, _ facts: RunFacts) -> ScreenState.Overlay? {
        Why(event, in: facts.model).map { .why(event: event, row: $0.index) }
    }

    /// The event that is explained at a moment: the caption's, `nil` before anything has happened.
    package static func event(_ model: StreamModel, at moment: Moment) -> Int? {
        guard let told = CaptionWriter.caption(of: model, at: moment)?.sequence else { return nil }
        return delivery(after: told, model, upTo: moment.sequence) ?? told
    }

    /// The delivery for which a value left its buffer: that is what one wants to understand.
    private static func delivery(after sequence: Int, _ model: StreamModel, upTo last: Int) -> Int? {
        guard model.log[sequence: sequence]?.kind == .unbuffered, sequence < last else { return nil }
        return model.log[sequence: sequence + 1].flatMap { $0.kind == .value && $0.cause == sequence ? $0.sequence : nil }
    }

    /// Chooses a step, or goes to its moment; `nil` for keys that mean the same elsewhere.
    static func perform(_ command: Command, event: Int, row: Int, on state: inout AppState, facts: RunFacts) -> [Effect]? {
        let steps = Why(event, in: facts.model)?.steps ?? []
        switch command {
        case .laneUp, .laneDown, .pageUp, .pageDown:
            let step = command.rows(ofPage: RootView.overlayRows(on: state.size) / 2)
            state.overlay = .why(event: event, row: max(0, min(steps.count - 1, row + step)))
        case .travel(.start): state.overlay = .why(event: event, row: 0)
        case .travel(.now): state.overlay = .why(event: event, row: max(0, steps.count - 1))
        case .travel(.left), .travel(.right):
            JourneyUpdate.open(steps.indices.contains(row) ? steps[row].moment.sequence : event, &state, facts)
        case .inspect:
            state.overlay = nil
            return steps.indices.contains(row) ? TimeTravel.show(steps[row].moment, &state, facts) : []
        default: return nil
        }
        return []
    }
}

/// What keys do about the journey of a value: from where it came to where it is or was lost.
enum JourneyUpdate {
    /// Shows the journey of an event's value, and marks it in all lanes.
    static func open(_ event: Int, _ state: inout AppState, _ facts: RunFacts) {
        guard let way = Why(journeyOf: event, in: facts.model) else {
            state.refuse(.isOfNoValue)
            return
        }
        state.overlay = .journey(event: event, row: way.index)
        state.following = facts.model.moment(ofEvent: event)
    }

    /// The journey of the value in the caption of a moment, `nil` if the caption is about none.
    static func overlay(_ facts: RunFacts, at moment: Moment) -> ScreenState.Overlay? {
        guard let told = CaptionWriter.caption(of: facts.model, at: moment)?.sequence else { return nil }
        return Why(journeyOf: told, in: facts.model).map { .journey(event: told, row: $0.index) }
    }

    /// Chooses a step or another value, or goes to a step's moment; `nil` for keys that mean the same elsewhere.
    static func perform(_ command: Command, event: Int, row: Int, on state: inout AppState, facts: RunFacts) -> [Effect]? {
        let steps = Why(journeyOf: event, in: facts.model)?.steps ?? []
        switch command {
        case .laneUp, .laneDown, .pageUp, .pageDown:
            let step = command.rows(ofPage: RootView.overlayRows(on: state.size) / 2)
            state.overlay = .journey(event: event, row: max(0, min(steps.count - 1, row + step)))
        case .travel(.start): state.overlay = .journey(event: event, row: 0)
        case .travel(.now): state.overlay = .journey(event: event, row: max(0, steps.count - 1))
        case .travel(.left): turn(.previous, from: steps.first?.moment.sequence ?? event, &state, facts)
        case .travel(.right): turn(.next, from: steps.first?.moment.sequence ?? event, &state, facts)
        case .why:
            let chosen = steps.indices.contains(row) ? steps[row].moment.sequence : event
            state.overlay = Why(chosen, in: facts.model).map { .why(event: chosen, row: $0.index) }
        case .inspect:
            state.overlay = nil
            return steps.indices.contains(row) ? TimeTravel.show(steps[row].moment, &state, facts) : []
        default: return nil
        }
        return []
    }

    /// Shows the journey of the value that came there before or after.
    private static func turn(_ direction: Direction, from origin: Int, _ state: inout AppState, _ facts: RunFacts) {
        let isKnown = { (event: Int) in event <= facts.now.sequence || facts.recordedEnd != nil }
        guard let next = facts.model.neighbour(of: origin, direction), isKnown(next) else {
            state.refuse(direction == .next ? .isLastValue : .isFirstValue)
            return
        }
        open(next, &state, facts)
    }

    /// The events of the value that is followed, `nil` if none is, or its beginning is not known any more.
    static func followed(_ state: AppState, in model: StreamModel) -> (value: String, events: Set<Int>)? {
        guard let moment = state.following, model.log[sequence: moment.sequence]?.time == moment.time,
            let journey = Journey(of: moment.sequence, in: model.log)
        else { return nil }
        return (model.text(of: moment.sequence), Set(journey.events))
    }
}

/// What keys do in the list of breakpoints.
enum BreakpointUpdate {
    /// Lists the breakpoints; where there are none, one can be typed at once.
    static func open(_ state: inout AppState) {
        state.mode = state.breakpoints.isEmpty ? .addBreakpoint(Prompt(), row: 0) : .overlay(.breakpoints(row: 0))
    }

    /// Chooses, adds or removes one; `nil` for keys that mean the same elsewhere.
    static func perform(_ command: Command, row: Int, on state: inout AppState) -> [Effect]? {
        let last = max(0, state.breakpoints.count - 1)
        switch command {
        case .laneUp, .laneDown, .pageUp, .pageDown:
            let step = command.rows(ofPage: RootView.overlayRows(on: state.size))
            state.overlay = .breakpoints(row: min(last, max(0, row + step)))
        case .order: state.refuse(.hasOneOrder)
        case .breakpoints, .inspect: state.mode = .addBreakpoint(Prompt(), row: row)
        case .press(.cancel):
            if state.breakpoints.indices.contains(row) { state.breakpoints.remove(at: row) }
            state.overlay = .breakpoints(row: min(row, max(0, last - 1)))
        case .close, .filter: return nil
        case .quit: return [.quit]
        // Whoever types a condition here must not run what its letters are keys of.
        default: state.refuse(.addsCondition)
        }
        return []
    }
}

/// A line that is being typed: what jumps go to, or where time is to stop.
struct Prompt: Equatable {
    var line = LineEditor()
    /// What is wrong with it, once Enter was pressed.
    var error: String?

    /// The line with a sign where the cursor is.
    var marked: String { String(line.characters[..<line.cursor]) + "_" + String(line.characters[line.cursor...]) }

    /// The line as the screen shows what jumps go to.
    var find: String {
        let hint = line.text.isEmpty ? "  a value's text, kind:dropped or lane:buffer; capitals count if you type one" : ""
        return "find: \(marked)" + (error.map { "  \($0)" } ?? hint)
    }
}

/// What keys do in the line of a search or of a breakpoint.
enum PromptUpdate {
    /// Types into the line of what jumps go to.
    static func find(_ key: Key, _ prompt: Prompt, _ state: inout AppState) -> [Effect] {
        var prompt = prompt
        prompt.error = nil
        switch key {
        case .enter:
            do throws(EventFilterError) {
                state.search.filter = try EventFilter(parsing: prompt.line.text)
                state.mode = .commands
                return [.findFirst]
            } catch {
                prompt.error = error.description
            }
        case .escape:
            state.mode = .commands
            return []
        default: _ = prompt.line.press(key)
        }
        state.mode = .find(prompt)
        return []
    }

    /// Types into the line of a new breakpoint; a list without breakpoints is left with the line.
    static func addBreakpoint(
        _ key: Key, _ prompt: Prompt, row: Int, _ state: inout AppState, _ facts: RunFacts
    ) -> [Effect] {
        var prompt = prompt
        prompt.error = nil
        switch key {
        case .enter:
            do throws(BreakpointError) {
                let breakpoint = try Breakpoint(parsing: prompt.line.text)
                if !state.breakpoints.contains(breakpoint) { state.breakpoints.append(breakpoint) }
                state.notice = breakpoint.problem(in: facts.model).map { KeyText($0.text) }
                state.overlay = .breakpoints(row: state.breakpoints.firstIndex(of: breakpoint) ?? 0)
                return []
            } catch {
                prompt.error = error.description
            }
        case .escape:
            state.overlay = state.breakpoints.isEmpty ? nil : .breakpoints(row: row)
            return []
        default: _ = prompt.line.press(key)
        }
        state.mode = .addBreakpoint(prompt, row: row)
        return []
    }
}
