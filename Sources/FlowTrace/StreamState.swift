/// The state that a subscriber or an operator reports, in an event of the kind ``SignalKind/state``.
///
/// A trace stores it as text, and a program may write any text. Only this type maps words to their meaning. The mapping is
/// lossless: `StreamState(text).description == text` for every text.
public enum StreamState: Hashable, Sendable, CustomStringConvertible {
    /// Requests nothing until it is resumed.
    case paused
    /// Requests again after a pause.
    case resumed
    /// Works on a received value.
    case working(Work = .processing)
    /// The work on a received value has ended.
    case idle
    /// Requests no more; work in progress goes on.
    case finished
    /// Waits until the completion handler with this id, `#1`, is called.
    case handler(String)
    /// A viewer holds or slows it, or has released it.
    case hand(HandState)
    /// Any other text.
    case custom(String)

    /// The words that mean work.
    public enum Work: String, CaseIterable, Sendable {
        case processing, busy, working
    }

    private static let waiting = "stepping, handler "

    /// Reads the text of a state.
    public init(_ text: String) {
        switch text {
        case "paused": self = .paused
        case "resumed": self = .resumed
        case "processed": self = .idle
        case "finished": self = .finished
        case _ where text.hasPrefix(StreamState.waiting): self = .handler(String(text.dropFirst(StreamState.waiting.count)))
        default: self = Work(rawValue: text).map(StreamState.working) ?? HandState(text).map(StreamState.hand) ?? .custom(text)
        }
    }

    /// The text in a trace.
    public var description: String {
        switch self {
        case .paused: "paused"
        case .resumed: "resumed"
        case .working(let work): work.rawValue
        case .idle: "processed"
        case .finished: "finished"
        case .handler(let id): StreamState.waiting + id
        case .hand(let state): state.description
        case .custom(let text): text
        }
    }

    /// Whether it begins a pause of the subscriber, or ends one; `nil` for any other state.
    public var pauses: Bool? {
        switch self {
        case .paused, .hand(.held): true
        case .resumed, .hand(.released), .hand(.slowed): false
        case .working, .idle, .finished, .handler, .hand(.passed), .custom: nil
        }
    }

    public var isWork: Bool {
        if case .working = self { true } else { false }
    }

    /// The id of its completion handler, even in a state with custom words; `nil` for none.
    public var handler: String? { facts.first { $0.kind == "handler" }?.value }

    /// The number of writes that wait, `unwritable, waits 1`; 0 for none.
    public var waits: Int { facts.first { $0.kind == "waits" }.flatMap { Int($0.value) } ?? 0 }

    /// The facts in the text, by kind: `stepping, handler #1` is the state `stepping` and the handler `#1`; `text = "A"` is the
    /// text `"A"`.
    public var facts: [(kind: String, value: String)] {
        if case .hand(let state) = self { return [("viewer", state.description)] }
        let text = description
        if let equals = text.firstIndex(of: "=") {
            return [(trimmed(text[..<equals]), trimmed(text[text.index(after: equals)...]))]
        }
        return text.split(separator: ",").map { part in
            let words = part.split(separator: " ")
            guard words.count > 1 else { return ("state", trimmed(part)) }
            return (String(words[0]), words.dropFirst().joined(separator: " "))
        }
    }

    private func trimmed(_ text: Substring) -> String { text.split(separator: " ").joined(separator: " ") }
}

extension TraceLog {
    /// The state that an event reports; `nil` for other kinds of events, and if the text is missing.
    public func state(of entry: TraceEntry) -> StreamState? {
        entry.kind == .state ? value(of: entry).map { StreamState($0.description) } : nil
    }
}
