import FlowOperators
import FlowTrace

/// One subscription that the tracer saw: a publisher, the subscriber it serves, and what is known between them.
struct TracedEdge {
    /// The subscriber below.
    let key: HookKey
    /// The edge of the trace that is concluded.
    let id: EdgeID
    /// The node of the publisher above.
    var node: NodeID
    /// What its publisher was labelled, and where.
    var label: String?
    var location: CodeLocation?
    /// The publisher's types, the first as it was written, each further one subscribed for it with the same subscriber.
    var publisherTypes: [UInt32] = []
    /// The publishers that are objects.
    var publisherObjects: [UInt64] = []
    /// The subjects that its subscriber feeds.
    var subjects: [UInt64] = []
    /// The objects that its subscriber keeps.
    var owners: [UInt64] = []
    /// The subscriber's type.
    var subscriberType: UInt32 = 0
    /// The thread that subscribed.
    let thread: UInt32
    /// The edge in whose subscribing this one was made.
    let subscribedIn: Int?
    /// The edges that were made in the subscribing of this one.
    var madeInside: [Int] = []
    /// The edge whose value or completion was being delivered when this one was made.
    let deliveredIn: Int?
    /// The type of its values.
    var valueType: UInt32?
    /// Whose values it brings to the operator below.
    var source = HoldingRule.Source.upstream
    /// What its publisher says of the values it keeps.
    var capacity: Int?
    var overflow = HoldingOverflow.dropNewest
    /// The subscription it was handed.
    var subscription: HookKey?
    /// The edges that the subscriber's operator feeds.
    var downstream: [Int] = []
    /// Whether an edge feeds this one's publisher, by evidence.
    var isFed = false
    /// Neither completed nor cancelled, and its subscriber is not known to be gone.
    var isLive = true
    /// What cannot be trusted of it.
    var doubts: EdgeDoubts = []
    /// Whether its subscriber got a completion.
    var hasCompleted = false
}
