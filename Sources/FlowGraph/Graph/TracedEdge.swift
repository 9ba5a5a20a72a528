import FlowOperators
import FlowTrace

/// One traced subscription: a publisher, its subscriber, and the facts about both.
struct TracedEdge {
    /// The index of a subscription in a ``TracedGraph``. Not the same number as its ``id``: stores and explicit probes are edges
    /// too.
    struct Index: Hashable, Sendable, DenseKey {
        let position: Int

        init(position: Int) { self.position = position }
        init(denseIndex: UInt32) { position = Int(denseIndex) }
        var denseIndex: UInt32 { UInt32(position) }
    }

    /// The subscriber below.
    let key: HookKey
    /// The edge that the trace shows for it.
    let id: EdgeID
    /// The node of the publisher above.
    var node: NodeID
    /// Its publisher's label, and the source location of that.
    var label: String?
    var location: CodeLocation?
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
    /// The edges that were made while this one was being subscribed.
    var madeInside: [Index] = []
    /// The edge whose value or completion was being delivered when this one was made.
    let deliveredIn: Index?
    var valueType: UInt32?
    /// Whose values it brings to the operator below.
    var source = HoldingRule.Source.upstream
    /// The capacity of its publisher, and its policy when full.
    var capacity: Int?
    var overflow = OverflowPolicy.dropNewest
    /// The subscription it was handed.
    var subscription: HookKey?
    /// The edges that the subscriber's operator feeds, without ended ones that may be replaced.
    var downstream: [Index] = []
    /// Whether there has been one.
    var feeds = false
    /// The edges that feed this one's publisher, by evidence, without ended ones that may be replaced.
    var feeders: [Index] = []
    /// Whether there has been one.
    var isFed = false
    /// Neither completed nor cancelled, and its subscriber is not known to be gone.
    var isLive = true
    var doubts: EdgeUncertainty = []
    var hasCompleted = false
    /// Whether it completed with a failure.
    var hasFailed = false
    /// How many calls to its subscriber have not returned.
    var openCalls = 0
    /// Whether it is over and its place is free for others. It may still be called.
    var isRetired = false
    /// The number of its shape; `nil` if it is not known, so that no other takes its place.
    var shape: Int?
    /// How many subscriptions had this place before.
    var life = 0
    /// The life of the edge above when this one was made; see ``EdgeShape/above``.
    var lifeAbove = 0
    /// When it was subscribed and when it ended, in nanoseconds.
    var time: (begin: UInt64, end: UInt64) = (0, 0)
    /// The node of the buffering stream that this edge feeds. It is the same for all edges that take this place one after the
    /// other.
    var streamNode: NodeID?
    /// Whether ``TracedGraph/undoubted`` has it.
    var isUndoubted = false
}

extension [TracedEdge] {
    subscript(edge: TracedEdge.Index) -> TracedEdge {
        @inline(__always) get { self[edge.position] }
        @inline(__always) _modify { yield &self[edge.position] }
    }
}
