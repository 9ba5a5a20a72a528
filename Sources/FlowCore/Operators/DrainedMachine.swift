/// A state machine with one drainer at a time. The drainer is a caller that performs step after step until none is left; all
/// other callers return. This keeps deliveries serial.
protocol DrainedMachine {
    associatedtype Step

    var isDraining: Bool { get set }
    mutating func nextStep() -> Step
}

extension DrainedMachine {
    /// Makes the caller the drainer.
    ///
    /// - Returns: The first step; `nil` if another caller is the drainer.
    mutating func beginDraining() -> Step? {
        guard !isDraining else { return nil }
        isDraining = true
        return nextStep()
    }
}
