/// What a scenario's author adds to the caption of one kind of event.
public struct Remark: Sendable {
    /// The lane it happens on.
    public let lane: String
    /// What happens.
    public let kind: SignalKind
    /// The value it happens with; `nil` for any.
    public let value: String?
    /// The sentence.
    public let text: String

    public init(_ lane: String, _ kind: SignalKind, value: String? = nil, _ text: String) {
        self.lane = lane
        self.kind = kind
        self.value = value
        self.text = text
    }
}
