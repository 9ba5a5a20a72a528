import FlowOperators

/// What is known of one operator instance.
public struct NodeFact: Hashable, Sendable {
    /// What a node does to the values it passes.
    public typealias Role = OperatorRole

    /// The node's id.
    public let id: NodeID
    /// What it does.
    public let role: Role
    /// Which operator it is.
    public let operation: OperatorID
    /// What its arguments say, for the chain row: `20 · dropOldest`, `0.1 s`. May be empty.
    public var detail: String
    /// How many values it may hold; `nil` where it holds none or without limit.
    public var capacity: Int?
    /// Where in the source its output was labelled; `nil` where it was not.
    public var place: SourcePlace?

    /// The operator's name as a Swift developer writes it: `buffer`, `receive(on:)`, `sink`.
    public var name: String {
        operation.name
    }

    public init(
        id: NodeID, role: Role, _ operation: OperatorID, detail: String = "", capacity: Int? = nil, place: SourcePlace? = nil
    ) {
        self.id = id
        self.role = role
        self.operation = operation
        self.detail = detail
        self.capacity = capacity
        self.place = place
    }

    /// Creates a fact of what is called `name`: an operator of the catalogue, in any spelling that it knows, or another.
    public init(
        id: NodeID, role: Role, name: String, detail: String = "", capacity: Int? = nil, place: SourcePlace? = nil
    ) {
        self.init(id: id, role: role, OperatorID(name), detail: detail, capacity: capacity, place: place)
    }
}
