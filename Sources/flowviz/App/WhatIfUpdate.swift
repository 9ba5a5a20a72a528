import FlowScenarios
import FlowViews

/// What keys do about a scenario's numbers: each change is rerun from the same inputs, beside the run as it was.
enum WhatIfUpdate {
    /// Chooses the next of the scenario's numbers.
    static func pick(_ state: inout AppState) -> [Effect] {
        state.pickedNumber += 1
        state.notice = state.number.map { "< and > change \($0.name), now \($0.text(state.numbers?[$0.name] ?? 0))" } ?? nothing
        return []
    }

    /// Gives the picked number its next value, and reruns.
    static func change(up: Bool, _ state: inout AppState) -> [Effect] {
        guard let number = state.number, let choice = state.choice, var numbers = state.numbers else {
            state.notice = nothing
            return []
        }
        let old = numbers[number.name]
        let new = number.step(from: old, up: up)
        guard new != old else {
            let end = number.words.isEmpty ? up ? "the largest" : "the smallest" : up ? "the last" : "the first"
            state.notice = "\(number.name) is \(number.text(old)), \(end) there is"
            return []
        }
        numbers[number.name] = new
        guard numbers != choice.numbers else {
            state.notice = "\(number.name) is \(number.text(new)) again, as it was"
            return leave(&state)
        }
        if state.showsTwo { state.showTwo(false) }
        let view = state.whatIf?.view ?? (state.fitsTwo ? .both : .changed)
        state.compare(with: WhatIf(numbers: numbers, view: view == .original ? .changed : view))
        return [.compare]
    }

    /// Shows the next of both, the changed run, the run as it was.
    static func turn(_ whatIf: WhatIf, _ state: inout AppState) -> [Effect] {
        state.compare(with: WhatIf(numbers: whatIf.numbers, view: whatIf.next(fitsBoth: state.fitsTwo)))
        return [.compare]
    }

    /// Shows the run as it was alone.
    static func leave(_ state: inout AppState) -> [Effect] {
        guard state.whatIf != nil else { return [] }
        state.compare(with: nil)
        return [.compare]
    }

    private static let nothing = "no number to change here"
}
