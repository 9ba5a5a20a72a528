import FlowCombine

/// A subscriber at the end of a pipeline that requests as its appetite says, and writes down its signals.
final class End<Input, Failure: Error>: Subscriber, EndSignals {
    private let appetite: Appetite
    private let describe: (Input) -> String
    private let whenOver: () -> Void
    private(set) var subscription: (any Subscription)?
    private(set) var signals: [String] = []

    init(_ appetite: Appetite, describe: @escaping (Input) -> String, whenOver: @escaping () -> Void) {
        self.appetite = appetite
        self.describe = describe
        self.whenOver = whenOver
    }

    func receive(subscription: any Subscription) {
        signals.append("subscribed")
        self.subscription = subscription
        subscription.request(appetite.first)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        signals.append(describe(input))
        switch appetite {
        case .unlimited, .three: return .none
        case .returning: return .max(1)
        case .requesting:
            if signals.count.isMultiple(of: 2) { subscription?.request(.max(2)) }
            return .none
        case .cancelling:
            if signals.count == 3 { subscription?.cancel() }
            return .none
        }
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished: signals.append("finished")
        case .failure: signals.append("failure")
        }
        whenOver()
    }
}

/// The signals of an end of any type.
protocol EndSignals: AnyObject {
    var signals: [String] { get }
}

/// The way in which the ends of a pipeline request values.
enum Appetite: CaseIterable, Sendable {
    /// Everything at once.
    case unlimited
    /// One, and one more for every value, by the result of `receive(_:)`.
    case returning
    /// Two, and one more inside every second value.
    case requesting
    /// Three and no more.
    case three
    /// Everything, until a cancel inside the second value.
    case cancelling

    var first: Subscribers.Demand {
        switch self {
        case .unlimited, .cancelling: .unlimited
        case .returning: .max(1)
        case .requesting: .max(2)
        case .three: .max(3)
        }
    }
}
