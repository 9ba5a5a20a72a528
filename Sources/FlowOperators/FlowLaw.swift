/// What an operator does with the number of its values, by which its ledger is kept.
public struct FlowLaw: Hashable, Sendable {
    /// How many values come out for those that go in.
    public enum Family: Hashable, Sendable, CaseIterable {
        /// One for each.
        case oneToOne
        /// One for each, or none: what is left out is filtered.
        case oneOrNone
        /// One for many: what is collected, counted or compared waits for the result.
        case manyToOne
        /// One for one value of every input.
        case oneOfEach
        /// For each value of the first input a publisher, and for each value of theirs one.
        case oneToMany
        /// One for each that comes once every input has sent one: with the newest of the others.
        case latestOfEach
        /// One for each subscriber.
        case fanOut

        /// The words for it: `one to one`.
        public var name: String {
            switch self {
            case .oneToOne: "one to one"
            case .oneOrNone: "one to one or none"
            case .manyToOne: "many to one"
            case .oneOfEach: "one of each input"
            case .oneToMany: "one to many"
            case .latestOfEach: "the newest of each input"
            case .fanOut: "one to each subscriber"
            }
        }
    }

    /// What an operator keeps.
    package enum Keeping: Hashable, Sendable {
        /// Nothing beyond the call that brings a value.
        case nothing
        /// Everything until it passes it on: what is missing below waits, or is lost with the end.
        case everything
        /// Everything until something goes out, and then all that has come goes with it.
        case group
        /// What only its store tells.
        case asTold
    }

    /// How many come out.
    public let family: Family
    /// What it keeps.
    package let keeping: Keeping
    /// Whether it sends values that no input brought.
    package let makesValues: Bool

    init(_ family: Family, _ keeping: Keeping, makesValues: Bool) {
        self.family = family
        self.keeping = keeping
        self.makesValues = makesValues
    }

    /// Whether each subscription goes through to a subject behind the operator, which is what shares: one input for each subscriber.
    package func isSharedByEach(of inputs: Int) -> Bool {
        family == .fanOut && keeping == .nothing && inputs > 1
    }
}
