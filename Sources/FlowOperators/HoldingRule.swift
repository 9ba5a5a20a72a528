/// The rule by which an operator of the stream library holds values, as visible in the records of its edges.
///
/// It derives an operator's buffer from its inputs and outputs alone, without access to the running operator.
///
/// Public, so that other modules can inline its comparison, unlike that of a `package` type.
public struct HoldingRule: Hashable, Sendable {
    /// The origin of the held values.
    public enum Source: Sendable {
        /// Its upstream.
        case upstream
        /// The publishers made from its upstream's values.
        case inner
        /// The subject's upstream.
        case feeder
    }

    /// The condition for a value to enter.
    public enum Entering: Sendable {
        case always
        /// If it was not passed on during the call that delivered it.
        case unlessPassedOn
        /// While there is outstanding demand; otherwise it is dropped.
        case whileDemanded
    }

    /// The values that leave with one output.
    public enum Leaving: Sendable {
        /// The oldest value.
        case oldest
        /// The oldest value. The operator removes all values within the demand together, so it can no longer drop them.
        case batch
        /// Everything.
        case all
        /// The oldest values, as many as recorded with the output.
        case counted
        /// The oldest value of each input.
        case oldestOfEach
        /// With the first output, the newest value of each input; with each later output, the value that triggered it.
        case newestOfEach
        /// The oldest value equal to the output, since the order of its inputs is unknown.
        case equal
    }

    /// The limit of the held values.
    public enum Keeping: Sendable {
        case everything
        /// The publisher's capacity, with its overflow policy.
        case limited
        case newest
        /// The newest or the oldest value, by its publisher's setting.
        case newestOrOldest
        /// No value: a value without demand is dropped.
        case nothing
        /// All values except reported drops. A full buffer drops its oldest or its newest value, depending on the publisher.
        case asRecorded
        /// One value, until the operator reports that a newer one has replaced it.
        case oneAsTold
    }

    /// The effect of a cancel on held values.
    public enum Cancelling: Sendable {
        case drops
        /// Drops them; but a call that is already delivering held values continues.
        case dropsAfterDelivering
        /// No effect after the end of the upstream.
        case dropsUnlessUpstreamEnded
    }

    public var source = Source.upstream
    public var entering = Entering.always
    public var leaving = Leaving.oldest
    public var keeping = Keeping.everything
    public var cancelling = Cancelling.drops
    /// Whether the end of the upstream drops held values.
    public var dropsAtUpstreamEnd = false

    /// Whether it delivers held values within demand, in the calls that request or deliver values.
    package var deliversWhileDemanded: Bool { leaving == .batch || source == .inner }

    /// The rule of a subject outside the catalogue: it holds values until it passes them on.
    public static let unknownSubject = HoldingRule(source: .feeder, entering: .unlessPassedOn)
}
