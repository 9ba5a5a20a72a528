/// How an operator of the stream library keeps values, as far as the records of its edges show.
///
/// What is held is concluded from what came in and what went out; nothing of the running operator is read.
///
/// Public so that other modules compare it without a call: the bodies of `package` functions stay in their module.
public struct HoldingRule: Hashable, Sendable {
    /// Whose values it keeps.
    public enum Source: Sendable {
        /// Its upstream's.
        case upstream
        /// Those of the publishers it made from its upstream's values.
        case inner
        /// Those of what feeds the subject.
        case feeder
    }

    /// When a value enters.
    public enum Entering: Sendable {
        case always
        /// When it was not passed on in the call that brought it.
        case unlessPassedOn
        /// While demand is open, and otherwise is lost.
        case whileDemanded
    }

    /// What goes out with one output.
    public enum Leaving: Sendable {
        /// The oldest value.
        case oldest
        /// The oldest value; all that the demand allows is taken out at once, and can then not be dropped any more.
        case batch
        /// Everything.
        case all
        /// As many of the oldest as its record says it is made of.
        case counted
        /// The oldest value of every input.
        case oldestOfEach
        /// The oldest value that is equal to what goes out: which of its inputs it serves first is not known.
        case equal
    }

    /// What it does with more.
    public enum Keeping: Sendable {
        case everything
        /// As many as its publisher's capacity, and then as its strategy says.
        case limited
        case newest
        /// The newest or the oldest value, as its publisher says.
        case newestOrOldest
        /// No value: what would be held is lost for lack of demand.
        case nothing
        /// All but what the operator says it lets go of: the oldest where there are too many, or the newest, as its publisher says.
        case asTold
        /// One value, until the operator says that a newer one has replaced it.
        case oneAsTold
    }

    /// What a cancel does with what is held.
    public enum Cancelling: Sendable {
        case drops
        /// The call that is delivering held values delivers on.
        case dropsAfterDelivering
        /// Nothing, once the upstream has finished.
        case dropsUnlessUpstreamEnded
    }

    public var source = Source.upstream
    public var entering = Entering.always
    public var leaving = Leaving.oldest
    public var keeping = Keeping.everything
    public var cancelling = Cancelling.drops
    /// Whether the end of the upstream loses what is held.
    public var dropsAtUpstreamEnd = false

    /// Whether it delivers what it holds as long as there is demand for it, within the calls that ask or bring values.
    package var deliversWhileDemanded: Bool { leaving == .batch || source == .inner }

    /// The rule of a subject that is not in the catalogue: it keeps what it does not pass on.
    public static let unknownSubject = HoldingRule(source: .feeder, entering: .unlessPassedOn)
}
