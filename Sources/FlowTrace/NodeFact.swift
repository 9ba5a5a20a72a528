/// What is known of one operator instance.
public struct NodeFact: Hashable, Sendable {
    /// What a node does to the values it passes, as far as drawing and captions need to know.
    public enum Role: String, Hashable, Sendable {
        /// Sends values.
        case source
        /// Holds values until they are asked for.
        case buffer
        /// Holds values for subscribers that come later.
        case replay
        /// Passes values on at its own pace: asks for one when its interval has passed.
        case pace
        /// Any other operator.
        case transform
        /// Receives values at the end of the stream.
        case sink
    }

    /// The node's id.
    public let id: NodeID
    /// What it does.
    public let role: Role
    /// The operator's name, as typed: `buffer`, `pace`, `sink`.
    public let name: String
    /// What its arguments say, for the chain row: `20 · dropOldest`, `0.1 s`. May be empty.
    public var detail: String
    /// How many values it may hold; `nil` where it holds none or without limit.
    public var capacity: Int?
    /// Where in the source its output was labelled; `nil` where it was not.
    public var place: SourcePlace?

    /// Creates a fact.
    public init(
        id: NodeID, role: Role, name: String, detail: String = "", capacity: Int? = nil, place: SourcePlace? = nil
    ) {
        self.id = id
        self.role = role
        self.name = name
        self.detail = detail
        self.capacity = capacity
        self.place = place
    }
}
