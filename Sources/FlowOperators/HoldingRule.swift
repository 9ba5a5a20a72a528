/// How an operator of the stream library keeps values, as far as the records of its edges show.
///
/// Derives an operator's buffer from its inputs and outputs alone, without reading the running operator.
///
/// Public so that other modules compare it without a call: the bodies of `package` functions stay in their module.
public struct HoldingRule: Hashable, Sendable {
    /// Whose values it keeps.
    public enum Source: Sendable {
        /// Its upstream's.
        case upstream
        /// Those of the publishers it made from its upstream's values.
        case inner
        /// The outputs of the subject's upstream.
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

    /// The values that leave with one output.
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
        /// With the first output the newest value of every input, and with each later one the value that led to it.
        case newestOfEach
        /// The oldest value that is equal to the output: the order in which it serves its inputs is not known.
        case equal
    }

    /// Its policy for further values.
    public enum Keeping: Sendable {
        case everything
        /// As many as its publisher's capacity, and then as its strategy says.
        case limited
        case newest
        /// The newest or the oldest value, as its publisher says.
        case newestOrOldest
        /// No value: a value without demand is lost.
        case nothing
        /// All but the values that the operator reports as dropped: the oldest above its capacity, or the newest, depending on
        /// its publisher.
        case asRecorded
        /// One value, until the operator says that a newer one has replaced it.
        case oneAsTold
    }

    /// The effect of a cancel on held values.
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
    /// Whether the end of the upstream drops held values.
    public var dropsAtUpstreamEnd = false

    /// Whether it delivers held values while there is demand for them, within the calls that request or bring values.
    package var deliversWhileDemanded: Bool { leaving == .batch || source == .inner }

    /// The rule of a subject that is not in the catalogue: it keeps values that it does not pass on.
    public static let unknownSubject = HoldingRule(source: .feeder, entering: .unlessPassedOn)
}
