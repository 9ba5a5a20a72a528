/// What is known of one observed place.
public struct EdgeFact: Hashable, Sendable {
    /// Which signals the place reports.
    public enum Role: String, Hashable, Sendable {
        /// What a source tries to send: offered, dropped, finished, failure.
        case source
        /// What a node holds: buffered, unbuffered, dropped.
        case store
        /// What passes between two nodes: subscribed, request, value, returned, finished, failure, cancel, state.
        case link
    }

    /// The edge's id.
    public let id: EdgeID
    /// Which signals it reports.
    public let role: Role
    /// The name the probe was given, or that of the operator above.
    public var label: String
    /// The node above, or the node itself for a source or a store; `nil` where it is not known.
    public var upstream: NodeID?
    /// The node below, `nil` where it is not known.
    public var downstream: NodeID?
    /// Where in the source it was labelled; `nil` where it was not.
    public var place: SourcePlace?
    /// The type of its values, without modules: `[String]`; `nil` where it is not known.
    public var valueType: String?
    /// What is not sure about it; only edges of the tracer have doubts.
    public var doubts: EdgeDoubts

    public init(
        id: EdgeID, role: Role, label: String, upstream: NodeID? = nil, downstream: NodeID? = nil, place: SourcePlace? = nil,
        valueType: String? = nil, doubts: EdgeDoubts = []
    ) {
        self.id = id
        self.role = role
        self.label = label
        self.upstream = upstream
        self.downstream = downstream
        self.place = place
        self.valueType = valueType
        self.doubts = doubts
    }
}
