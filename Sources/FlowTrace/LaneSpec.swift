/// A lane of a scenario: its content and its name.
public struct LaneSpec: Hashable, Sendable {
    /// The content of a lane.
    public enum Role: String, Hashable, Sendable {
        /// The values that a source sends.
        case source
        /// The values in a buffer.
        case buffer
        /// The values that a subscriber gets, and its demand.
        case output
    }

    public let name: String
    /// The label of its edges.
    public let label: String
    public let role: Role
    /// Whether a row under the lane shows its subscriber's work: from the state `processing` to `processed`.
    public let showsWork: Bool
    /// Whether a lane above an output shows its demand, even beside other outputs.
    public let showsDemand: Bool
    /// Whether it shows several subscriptions: the end of one does not end the lane.
    public let isShared: Bool

    /// Creates the description of a lane.
    ///
    /// - Parameters:
    ///   - name: The name on the screen.
    ///   - role: Its content.
    ///   - label: The label of its edges; the name by default.
    ///   - showsWork: Whether a row under the lane shows its subscriber's work.
    ///   - showsDemand: Whether a lane of demand is drawn above it.
    ///   - isShared: Whether it shows several subscriptions: the end of one does not end the lane.
    public init(
        _ name: String, _ role: Role, of label: String? = nil, showsWork: Bool = false, showsDemand: Bool = false,
        isShared: Bool = false
    ) {
        self.name = name
        self.label = label ?? name
        self.role = role
        self.showsWork = showsWork
        self.showsDemand = showsDemand
        self.isShared = isShared
    }
}

/// A scenario author's addition to the caption of an event.
public struct Remark: Sendable {
    /// The lane of the event.
    public let lane: String
    public let kind: SignalKind
    /// The value of the event; `nil` for any.
    public let value: String?
    public let text: String

    public init(_ lane: String, _ kind: SignalKind, value: String? = nil, _ text: String) {
        self.lane = lane
        self.kind = kind
        self.value = value
        self.text = text
    }
}
