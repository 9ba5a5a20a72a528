/// The relation between an operator's outputs and inputs, by which the ledger is kept.
public struct FlowLaw: Hashable, Sendable {
    /// The relation of values out to values in.
    public enum Family: Hashable, Sendable, CaseIterable {
        /// One for each.
        case oneToOne
        /// One for each, or none: the others are filtered.
        case oneOrNone
        /// One for many: values that are collected, counted or compared wait for the result.
        case manyToOne
        /// One for one value of every input.
        case oneOfEach
        /// For each value of the first input a publisher, and for each value of theirs one.
        case oneToMany
        /// One for each value, once every input has sent one: with the newest of the others.
        case latestOfEach
        /// One for each subscriber.
        case fanOut
    }

    /// The values that an operator keeps.
    package enum Keeping: Hashable, Sendable {
        /// Nothing beyond the call that brings a value.
        case nothing
        /// Everything until it passes it on: values missing below are waiting, or lost with the end.
        case everything
        /// Everything until something goes out, and then all that has come goes with it.
        case group
        /// The values that its store records, and nothing else.
        case asRecorded
    }

    public let family: Family
    package let keeping: Keeping
    /// Whether it sends values that no input brought.
    package let makesValues: Bool

    init(_ family: Family, _ keeping: Keeping, makesValues: Bool) {
        self.family = family
        self.keeping = keeping
        self.makesValues = makesValues
    }

    /// Whether each subscription goes through to the subject behind the operator, which does the sharing: one input for each
    /// subscriber.
    package func isSharedByEach(of inputs: Int) -> Bool { family == .fanOut && keeping == .nothing && inputs > 1 }
}
