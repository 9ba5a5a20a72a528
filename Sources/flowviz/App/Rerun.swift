import FlowScenarios
import FlowTrace

/// What is left of running the same inputs with other numbers.
struct Rerun {
    /// The controls that are still to be pressed, in the order of their times.
    private(set) var inputs: ArraySlice<(time: TraceTime, control: Control)>
    /// Where it ends.
    let end: TraceTime

    init(_ inputs: [(time: TraceTime, control: Control)], until end: TraceTime) {
        self.inputs = inputs[...]
        self.end = end
    }

    /// The next moment to run up to.
    var next: TraceTime {
        inputs.first?.time ?? end
    }

    /// Takes the next control, `nil` where none is left.
    mutating func takeInput() -> Control? {
        inputs.popFirst()?.control
    }
}
