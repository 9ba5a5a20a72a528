/// The relation between an operator's outputs and inputs, the basis of its ledger.
public struct FlowLaw: Hashable, Sendable {
    /// The relation of output values to input values.
    public enum Family: Hashable, Sendable, CaseIterable {
        /// One output for each input.
        case oneToOne
        /// One output or none for each input: filtered inputs have none.
        case oneOrNone
        /// One output for many inputs: collected, counted or compared values wait for the result.
        case manyToOne
        /// One output for one value from each input.
        case oneOfEach
        /// A publisher for each value of the first input, and one output for each of their values.
        case oneToMany
        /// One output for each value, combined with the newest values of the other inputs, once every input has sent a value.
        case latestOfEach
        /// One output for each subscriber.
        case fanOut
    }

    /// The values that an operator holds.
    package enum Keeping: Hashable, Sendable {
        /// Nothing beyond the call that delivers a value.
        case nothing
        /// Every value until it is passed on: a value without an output is waiting, or was dropped at the end.
        case everything
        /// Every value until the next output, which includes all of them.
        case group
        /// Only the values recorded in its store.
        case asRecorded
    }

    public let family: Family
    package let keeping: Keeping
    /// Whether it sends values that are not from an input.
    package let makesValues: Bool

    init(_ family: Family, _ keeping: Keeping, makesValues: Bool) {
        self.family = family
        self.keeping = keeping
        self.makesValues = makesValues
    }

    /// Whether the subject behind the operator does the sharing: each subscriber then has a separate input.
    package func isSharedByEach(of inputs: Int) -> Bool { family == .fanOut && keeping == .nothing && inputs > 1 }
}
