import FlowOperators
import FlowTrace

/// One traced subscription: a publisher, its subscriber, and the facts about both.
struct TracedEdge {
    /// The index of a subscription in a ``TracedGraph``. It differs from its ``id``, since stores and explicit probes are edges
    /// too.
    struct Index: Hashable, Sendable, DenseKey {
        let position: Int

        init(position: Int) { self.position = position }
        init(denseIndex: UInt32) { position = Int(denseIndex) }
        var denseIndex: UInt32 { UInt32(position) }
    }

    /// The subscriber below.
    let key: HookKey
    /// Its edge in the trace.
    let id: EdgeID
    /// The node of the publisher above.
    var node: NodeID
    /// Its publisher's label, and the label's source location.
    var label: String?
    var location: CodeLocation?
    /// The tag of the name of the test that made it; `nil` if it is unknown.
    var test: UInt32?
    /// The stack of its subscription; 0 if unknown.
    var stack: UInt32 = 0
    /// The functions that await its first value; 0 if unknown.
    var consumingStack: UInt32 = 0
    /// The task that asked for its first value; 0 if unknown.
    var task: UInt64 = 0
    /// The stack that made the stream above, and the one that ended the stream below without a value or with an error; 0 if
    /// unknown.
    var makingStack: UInt32 = 0
    var endingStack: UInt32 = 0
    /// The stacks that feed the stream below, and the number of further ones.
    var fedStacks: [UInt32] = []
    var moreFed = 0
    /// The publisher's types: the outermost first, then further publishers subscribed with the same subscriber.
    var publisherTypes: [UInt32] = []
    /// The publishers that are objects.
    var publisherObjects: [UInt64] = []
    /// The subjects that its subscriber feeds.
    var subjects: [UInt64] = []
    /// The objects that its subscriber keeps.
    var owners: [UInt64] = []
    var subscriberType: UInt32 = 0
    /// The thread that subscribed.
    let thread: UInt32
    /// The edge that was being subscribed when this one was made.
    var subscribedIn: Index?
    /// The edges made while this one was being subscribed.
    var madeInside: [Index] = []
    /// The edge whose value or completion was being delivered when this one was made.
    let deliveredIn: Index?
    var valueType: UInt32?
    /// The origin of the values that it brings to the operator below.
    var source = HoldingRule.Source.upstream
    /// The capacity and the overflow policy of its publisher.
    var capacity: Int?
    var overflow = OverflowPolicy.dropNewest
    /// Its subscription, once handed over.
    var subscription: HookKey?
    /// The edges out of the subscriber's operator, without replaceable ended ones.
    var downstream: [Index] = []
    /// Whether ``downstream`` has ever had an edge.
    var hadDownstream = false
    /// The edges found to feed its publisher, without replaceable ended ones.
    var feeders: [Index] = []
    /// Whether no further feeder needs to be inferred.
    var needsNoFeeder = false
    /// Whether it has not completed, been cancelled, or lost its subscriber.
    var isLive = true
    var doubts: EdgeUncertainty = []
    var hasCompleted = false
    /// Whether it completed with a failure.
    var hasFailed = false
    /// The number of calls to its subscriber that have not returned.
    var openCalls = 0
    /// Whether it has ended and its place is free. Late calls may still arrive.
    var isRetired = false
    /// The number of its shape; `nil` if unknown: then no later edge takes its place.
    var shape: Int?
    /// The number of earlier subscriptions in its place.
    var life = 0
    /// The life of the edge above when this one was made; see ``EdgeShape/above``.
    var lifeAbove = 0
    /// The times of its subscription and of its end, in nanoseconds.
    var time: (begin: UInt64, end: UInt64) = (0, 0)
    /// The node of the buffering stream that it feeds, the same for all consecutive edges in its place.
    var streamNode: NodeID?
    /// Whether ``TracedGraph/undoubted`` contains it.
    var isUndoubted = false
}

extension [TracedEdge] {
    subscript(edge: TracedEdge.Index) -> TracedEdge {
        @inline(__always) get { self[edge.position] }
        @inline(__always) _modify { yield &self[edge.position] }
    }
}
