import FlowAnalysis
import FlowCore
import FlowModel
import FlowScenarios
import FlowText
import FlowTrace
import FlowViews

/// A rerun of the same inputs with other numbers, beside the original run.
package struct WhatIf: Equatable {
    /// The runs on the screen.
    package enum View: CaseIterable {
        case both
        case changed
        case original
    }

    package var numbers: Numbers
    package var view: View

    package init(numbers: Numbers, view: View) { (self.numbers, self.view) = (numbers, view) }

    /// The next view in the cycle; it includes `both` only if both fit.
    package func next(fitsBoth: Bool) -> View {
        switch view {
        case .both: .changed
        case .changed: .original
        case .original: fitsBoth ? .both : .changed
        }
    }
}

/// The texts about a run with other numbers.
package enum WhatIfWords {
    /// The effect of the other numbers: `size 8 instead of 2: 0 lost instead of 4`.
    package static func answer(_ choice: Choice, _ whatIf: WhatIf, _ difference: String) -> KeyText {
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

    /// The difference of the second run from the first: at a moment in one of them, or at their current ends.
    package static func difference(_ models: [StreamModel], at playhead: Moment?, in shown: StreamModel) -> String {
        let outcomes = models.map { model in
            RunOutcome(of: model, upTo: playhead.map { model.counterpart(of: $0, in: shown).sequence } ?? .max)
        }
        return outcomes[1].words(insteadOf: outcomes[0])
    }

    /// The progress of a rerun, shown if it takes longer than a frame.
    package static func progress(_ time: TraceTime, of end: TraceTime) -> KeyText {
        "rerunning with the other numbers: at \(Seconds.text(time)) of \(Seconds.text(end)) s"
    }

    /// The next action of the key for two variants.
    package static func turn(_ whatIf: WhatIf, fitsBoth: Bool) -> String {
        switch whatIf.next(fitsBoth: fitsBoth) {
        case .both: "both"
        case .changed: "what if"
        case .original: "as it was"
        }
    }

    /// The title of a pane, and the numbers in which it differs from the other pane.
    package static func title(_ choice: Choice, _ whatIf: WhatIf, isChanged: Bool) -> (name: String, numbers: String) {
        let (own, other) = isChanged ? (whatIf.numbers, choice.numbers) : (choice.numbers, whatIf.numbers)
        return (isChanged ? "what if" : "as it was", choice.variantValue.text(of: own, differingFrom: other))
    }
}

/// The remaining work of a rerun with other numbers.
package struct Rerun {
    /// The remaining controls, ordered by time.
    package private(set) var inputs: ArraySlice<(time: TraceTime, control: Control)>
    package let end: TraceTime

    package init(_ inputs: [(time: TraceTime, control: Control)], until end: TraceTime) {
        self.inputs = inputs[...]
        self.end = end
    }

    /// The end of the next step.
    package var next: TraceTime { inputs.first?.time ?? end }

    /// Removes and returns the next control, `nil` if none is left.
    package mutating func takeInput() -> Control? { inputs.popFirst()?.control }
}

extension StreamModel {
    /// The moment of this run that corresponds to a moment of another: at the same time, after the same number of events at that time.
    package func counterpart(of playhead: Moment, in first: StreamModel) -> Moment {
        let end = moment(at: playhead.time)
        guard playhead.sequence < first.moment(at: playhead.time).sequence else { return end }
        let before = { (model: StreamModel) in
            playhead.time == .zero ? 0 : model.moment(at: TraceTime(nanoseconds: playhead.time.nanoseconds - 1)).sequence
        }
        return Moment(time: playhead.time, sequence: min(end.sequence, before(self) + playhead.sequence - before(first)))
    }
}
