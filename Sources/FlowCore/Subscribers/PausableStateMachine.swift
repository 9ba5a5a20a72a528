import OpenCombineShim

/// Decides what a ``PausableSink`` does; calls nobody.
///
/// At most one value is asked for at a time: `isAsked` from asking until the value comes.
struct PausableStateMachine {
    enum SubscriptionAction {
        case request
        case wait
        case refuse
    }

    private(set) var isPaused = false
    private var subscription: (any Subscription)?
    private var isAsked = false
    private var valuesInClosure = 0
    private var isOver = false

    mutating func receive(subscription: any Subscription) -> SubscriptionAction {
        guard self.subscription == nil, !isOver else { return .refuse }
        self.subscription = subscription
        isAsked = !isPaused
        return isAsked ? .request : .wait
    }

    mutating func valueBegins() {
        isAsked = false
        valuesInClosure += 1
    }

    /// - Returns: Whether to ask for the next value now.
    mutating func valueEnds(goesOn: Bool) -> Bool {
        valuesInClosure -= 1
        if !goesOn { isPaused = true }
        return ask()
    }

    mutating func pause() {
        isPaused = true
    }

    /// - Returns: Whom to ask for one value now, `nil` where nobody is to be asked.
    mutating func resume() -> (any Subscription)? {
        isPaused = false
        // While the closure runs it is too early: its answer may pause again. The end of the value asks then.
        return ask() ? subscription : nil
    }

    /// - Returns: The subscription, which is to be let go or cancelled.
    mutating func end() -> (any Subscription)? {
        isOver = true
        return subscription.take()
    }

    private mutating func ask() -> Bool {
        guard subscription != nil, !isPaused, !isAsked, valuesInClosure == 0 else { return false }
        isAsked = true
        return true
    }
}
