/// How an operator of the stream library keeps values, as far as what passes its edges tells: one row an operator.
///
/// What is held is concluded from what came in and what went out; nothing of the running operator is read.
struct HoldingRule: Sendable {
    /// Whose values it keeps.
    enum Source: Sendable {
        /// Its upstream's.
        case upstream
        /// Those of the publishers it made from its upstream's values.
        case inner
        /// Those of what feeds the subject.
        case feeder
    }

    /// When a value enters.
    enum Entering: Sendable {
        case always
        /// When it was not passed on in the call that brought it.
        case unlessPassedOn
        /// While demand is open, and otherwise is lost.
        case whileDemanded
    }

    /// What goes out with one output.
    enum Leaving: Sendable {
        /// The oldest value.
        case oldest
        /// The oldest value; all that the demand allows is taken out at once, and can then not be dropped any more.
        case batch
        /// Everything.
        case all
        /// The oldest value of every input.
        case oldestOfEach
    }

    /// What it does with more.
    enum Keeping: Sendable {
        case everything
        /// As many as its publisher says, and then as that says.
        case limited
        /// The newest value only.
        case newest
        /// The newest or the oldest value, as its publisher says.
        case newestOrOldest
        /// No value: what would be held is lost for lack of demand.
        case nothing
    }

    /// What a cancel does with what is held.
    enum Cancelling: Sendable {
        case drops
        /// The call that is delivering held values delivers on.
        case dropsAfterDelivering
        /// Nothing, once the upstream has finished.
        case dropsUnlessUpstreamEnded
    }

    var source = Source.upstream
    var entering = Entering.always
    var leaving = Leaving.oldest
    var keeping = Keeping.everything
    var cancelling = Cancelling.drops
    /// Whether the end of the upstream loses what is held.
    var dropsAtUpstreamEnd = false

    /// The rule of a publisher, by its type's own name; `nil` where it keeps nothing.
    static func rule(of publisher: String) -> HoldingRule? {
        table[publisher]
    }

    /// The rule of a subject that the table does not know: it keeps what it does not pass on.
    static let unknownSubject = HoldingRule(source: .feeder, entering: .unlessPassedOn)

    private static let table: [String: HoldingRule] = [
        "Buffer": HoldingRule(leaving: .batch, keeping: .limited),
        "FlatMap": HoldingRule(source: .inner, entering: .unlessPassedOn, cancelling: .dropsAfterDelivering),
        "Zip": HoldingRule(leaving: .oldestOfEach),
        "Zip3": HoldingRule(leaving: .oldestOfEach),
        "Zip4": HoldingRule(leaving: .oldestOfEach),
        "Collect": HoldingRule(leaving: .all),
        "CollectByCount": HoldingRule(leaving: .all),
        "ReceiveOn": HoldingRule(cancelling: .dropsUnlessUpstreamEnded),
        "Delay": HoldingRule(cancelling: .dropsUnlessUpstreamEnded),
        "Timeout": HoldingRule(),
        "Debounce": HoldingRule(keeping: .newest, dropsAtUpstreamEnd: true),
        "Throttle": HoldingRule(entering: .whileDemanded, keeping: .newestOrOldest),
        "PassthroughSubject": HoldingRule(source: .feeder, entering: .unlessPassedOn, keeping: .nothing),
        "CurrentValueSubject": HoldingRule(source: .feeder, entering: .unlessPassedOn, keeping: .newest),
        "PublishedSubject": HoldingRule(source: .feeder, entering: .unlessPassedOn, keeping: .newest),
    ]
}
