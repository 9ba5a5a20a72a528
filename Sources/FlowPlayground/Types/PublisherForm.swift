/// What kind of publisher a type is, as far as Swift's rules depend on it.
public enum PublisherForm: String, Hashable, Sendable {
    /// Made by an operator: a type of its own.
    case some = "Publisher"
    /// `AnyPublisher`.
    case erased = "AnyPublisher"
    case just = "Just"
    case empty = "Empty"
    case fail = "Fail"
    case marbles = "Marbles"
    case passthrough = "PassthroughSubject"
    case currentValue = "CurrentValueSubject"
    /// Sends only when it is told to.
    case connectable = "ConnectablePublisher"
}
