import FlowScenarios
import FlowSessions
import FlowViews

/// Handles the keys for a scenario's numbers: each change starts a rerun of the same inputs, to compare with the original run.
enum WhatIfUpdate {
    static func pick(_ state: inout AppState) -> [Effect] {
        state.pickedNumber += 1
        guard let number = state.number else { return state.refuse(.noNumber) }
        let value = number.text(state.numbers?[number.name] ?? 0)
        state.notice = "\(.numberDown) and \(.numberUp) change \(number.name), now \(value)"
        return []
    }

    /// Changes the picked number to its next value, and starts a rerun.
    static func change(up: Bool, _ state: inout AppState) -> [Effect] {
        guard let number = state.number, let choice = state.choice, var numbers = state.numbers else {
            return state.refuse(.noNumber)
        }
        let old = numbers[number.name]
        let new = number.step(from: old, up: up)
        guard new != old else {
            let end = number.words.isEmpty ? up ? "the largest" : "the smallest" : up ? "the last" : "the first"
            return state.refuse(.isLastNumber(name: number.name, value: number.text(old), end: end))
        }
        numbers[number.name] = new
        if let problem = choice.chain?.problem(numbers) {
            return state.refuse(.numberDoesNotFit(name: number.name, value: number.text(new), problem: problem))
        }
        guard numbers != choice.numbers else {
            state.notice = "\(number.name) is \(number.text(new)) again, as it was"
            return leave(&state)
        }
        if state.showsTwo { state.showTwo(false) }
        let view = state.whatIf?.view ?? (state.fitsTwo ? .both : .changed)
        state.compare(with: WhatIf(numbers: numbers, view: view == .original ? .changed : view))
        return [.compare]
    }

    /// Shows the next view: both runs, the rerun, or the original run.
    static func turn(_ whatIf: WhatIf, _ state: inout AppState) -> [Effect] {
        state.compare(with: WhatIf(numbers: whatIf.numbers, view: whatIf.next(fitsBoth: state.fitsTwo)))
        return [.compare]
    }

    /// Shows only the original run.
    static func leave(_ state: inout AppState) -> [Effect] {
        guard state.whatIf != nil else { return [] }
        state.compare(with: nil)
        return [.compare]
    }
}
