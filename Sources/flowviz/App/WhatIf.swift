import FlowScenarios

/// The same run with other numbers, from the same inputs, beside the run as it was.
struct WhatIf: Equatable {
    /// Which of the two is on the screen.
    enum View: CaseIterable {
        /// Both, side by side.
        case both
        /// The one with other numbers.
        case changed
        /// The run as it was.
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
