import FlowAnalysis
import FlowScenarios
import FlowTrace

/// What is said about a run with other numbers.
enum WhatIfWords {
    /// What came of the other numbers: `size 8 instead of 2: 0 lost instead of 4`.
    static func answer(_ choice: Choice, _ whatIf: WhatIf, old: RunOutcome, new: RunOutcome) -> String {
        let variant = choice.variantValue
        let changes = variant.numbers.filter { whatIf.numbers[$0.name] != choice.numbers[$0.name] }.map {
            "\($0.name) \($0.text(whatIf.numbers[$0.name])) instead of \($0.text(choice.numbers[$0.name]))"
        }
        let way = whatIf.view == .changed ? "; V: as it was" : whatIf.view == .original ? "; this is the run as it was" : ""
        return "\(changes.joined(separator: ", ")): \(new.words(insteadOf: old))\(way)"
    }

    /// How far a rerun has come that takes longer than a frame.
    static func progress(_ time: TraceTime, of end: TraceTime) -> String {
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
