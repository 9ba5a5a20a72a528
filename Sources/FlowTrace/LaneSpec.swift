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
    /// The label of the edges that it shows.
    public let label: String
    public let role: Role
    /// Whether a row under it shows when its subscriber is busy: from the state `processing` to `processed`.
    public let showsWork: Bool
    /// Whether a lane above an output shows its demand, also where there are other outputs.
    public let showsDemand: Bool
    /// Whether it shows many subscriptions, so that the end of one is not the end of the lane.
    public let isShared: Bool

    /// Creates the description of a lane.
    ///
    /// - Parameters:
    ///   - name: The name on the screen.
    ///   - role: Its content.
    ///   - label: The label of the edges that it shows, the name where left out.
    ///   - showsWork: Whether a row under it shows when its subscriber is busy.
    ///   - showsDemand: Whether a lane of demand is drawn above it.
    ///   - isShared: Whether it shows many subscriptions, so that the end of one is not its end.
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

/// An addition by a scenario's author to the caption of one kind of event.
public struct Remark: Sendable {
    /// The lane it happens on.
    public let lane: String
    public let kind: SignalKind
    /// The value it happens with; `nil` for any.
    public let value: String?
    public let text: String

    public init(_ lane: String, _ kind: SignalKind, value: String? = nil, _ text: String) {
        self.lane = lane
        self.kind = kind
        self.value = value
        self.text = text
    }
}
