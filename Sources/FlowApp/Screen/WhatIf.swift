import FlowAnalysis
import FlowModel
import FlowScenarios
import FlowSessions
import FlowText
import FlowTrace
import FlowViews

/// The same run with other numbers, from the same inputs, beside the run as it was.
struct WhatIf: Equatable {
    /// Which of the two is on the screen.
    enum View: CaseIterable {
        case both
        case changed
        case original
    }

    var numbers: Numbers
    var view: View

    /// What is on the screen after this, where both fit or do not.
    func next(fitsBoth: Bool) -> View {
        switch view {
        case .both: .changed
        case .changed: .original
        case .original: fitsBoth ? .both : .changed
        }
    }
}

/// What keys do about a scenario's numbers: each change is rerun from the same inputs, beside the run as it was.
enum WhatIfUpdate {
    static func pick(_ state: inout AppState) -> [Effect] {
        state.pickedNumber += 1
        guard let number = state.number else { return state.refuse(.noNumber) }
        let value = number.text(state.numbers?[number.name] ?? 0)
        state.notice = "\(.numberDown) and \(.numberUp) change \(number.name), now \(value)"
        return []
    }

    /// Gives the picked number its next value, and reruns.
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
}

/// What is said about a run with other numbers.
enum WhatIfWords {
    /// What came of the other numbers: `size 8 instead of 2: 0 lost instead of 4`.
    static func answer(_ choice: Choice, _ whatIf: WhatIf, _ difference: String) -> KeyText {
        let variant = choice.variantValue
        let changes = variant.numbers.filter { whatIf.numbers[$0.name] != choice.numbers[$0.name] }.map {
            "\($0.name) \($0.text(whatIf.numbers[$0.name])) instead of \($0.text(choice.numbers[$0.name]))"
        }
        let answer = "\(changes.joined(separator: ", ")): \(difference)"
        return switch whatIf.view {
        case .both: KeyText(answer)
        case .changed: "\(answer); \(.twoVariants): as it was"
        case .original: "\(answer); this is the run as it was"
        }
    }

    /// In what the second of two runs differs from the first: at a moment of one of them, or at what each has come to.
    static func difference(_ models: [StreamModel], at playhead: Moment?, in shown: StreamModel) -> String {
        let outcomes = models.map { model in
            RunOutcome(of: model, upTo: playhead.map { Scene.counterpart(of: $0, in: shown, model).sequence } ?? .max)
        }
        return outcomes[1].words(insteadOf: outcomes[0])
    }

    /// The progress of a rerun that takes longer than a frame.
    static func progress(_ time: TraceTime, of end: TraceTime) -> KeyText {
        "rerunning with the other numbers: at \(Seconds.text(time)) of \(Seconds.text(end)) s"
    }

    /// What the key for two variants does next.
    static func turn(_ whatIf: WhatIf, fitsBoth: Bool) -> String {
        switch whatIf.next(fitsBoth: fitsBoth) {
        case .both: "both"
        case .changed: "what if"
        case .original: "as it was"
        }
    }

    /// What a pane of the two is called, and the numbers in which it differs from the other.
    static func title(_ choice: Choice, _ whatIf: WhatIf, isChanged: Bool) -> (name: String, numbers: String) {
        let (own, other) = isChanged ? (whatIf.numbers, choice.numbers) : (choice.numbers, whatIf.numbers)
        return (isChanged ? "what if" : "as it was", choice.variantValue.text(of: own, differingFrom: other))
    }
}

/// What is left of running the same inputs with other numbers.
struct Rerun {
    /// The controls that are still to be pressed, in the order of their times.
    private(set) var inputs: ArraySlice<(time: TraceTime, control: Control)>
    let end: TraceTime

    init(_ inputs: [(time: TraceTime, control: Control)], until end: TraceTime) {
        self.inputs = inputs[...]
        self.end = end
    }

    /// The next moment to run up to.
    var next: TraceTime { inputs.first?.time ?? end }

    /// Takes the next control, `nil` if none is left.
    mutating func takeInput() -> Control? { inputs.popFirst()?.control }
}
