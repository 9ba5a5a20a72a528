/// A state machine of which one caller at a time is the drainer: it carries out one step after the other, until the last says that
/// there is nothing to do. Everybody else may leave, which keeps deliveries serial.
protocol DrainedMachine {
    associatedtype Step

    var isDraining: Bool { get set }
    mutating func nextStep() -> Step
}

extension DrainedMachine {
    /// Makes the caller the drainer.
    ///
    /// - Returns: The first step, `nil` when another caller is the drainer.
    mutating func beginDraining() -> Step? {
        guard !isDraining else { return nil }
        isDraining = true
        return nextStep()
    }
}
