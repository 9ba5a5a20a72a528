import FlowTrace
import LibC
import FlowCombine

/// The members of a tracer's scope: its subscribers, the subscribers that these subscribe in turn, and their subscriptions.
///
/// Members are known by the stream library's identifiers, which are reused once their owner is gone: a subscriber outside the
/// scope that reuses an identifier removes it from the scope.
struct TracedScope: @unchecked Sendable {  // weak references that are only compared, behind a lock
    /// The owner of an identifier.
    private enum Owner {
        /// An object, whose identifier is its address.
        case object(Living)
        /// A value, whose identifier is a separate number.
        case value
        /// A value with the identifier of an object of unknown lifetime, such as an `AnySubscriber`.
        case unknown
        /// A shared subscription, such as `Subscriptions.empty`: a call to it belongs to the scope if made inside a call of the
        /// scope.
        case shared
    }

    private struct Living {
        weak var object: AnyObject?
    }

    private var members: [UInt64: Owner] = [:]
    /// The open calls to members of each thread, the outermost first; `nil` is the scope's body.
    private var open: [pthread_t: [UInt64?]] = [:]

    /// Whether a call belongs to the scope, and the previous owner of the identifier. Release the owner outside the lock: this
    /// may be the last reference.
    typealias Answer = (belongs: Bool, owner: AnyObject?)

    /// Whether an identifier still belongs to a member of the scope, and that member if it is an object.
    private func membership(of id: UInt64) -> (isMember: Bool, owner: AnyObject?) {
        switch members[id] {
        case .object(let living):
            let object = living.object
            return (object != nil, object)
        case .value, .shared: return (true, nil)
        case .unknown, nil: return (false, nil)
        }
    }

    mutating func enterBody() { open[pthread_self(), default: []].append(nil) }

    mutating func leaveBody() { leave(nil) }

    /// Records that `subscriber` is about to be subscribed on this thread.
    ///
    /// - Returns: Whether the call belongs to the scope. If so, it is open until ``leave(_:)``.
    mutating func subscribe<Downstream: Subscriber>(_ subscriber: Downstream, _ id: UInt64) -> Answer {
        let (isMember, owner) = membership(of: id)
        guard isMember || open[pthread_self()] != nil else {
            members[id] = nil
            return (false, owner)
        }
        if !isMember { members[id] = TracedScope.owner(subscriber, id) }
        return (enter(id), owner)
    }

    /// Adds a subject with a subscriber of the scope: values sent through it belong to the scope too.
    mutating func add(_ subject: AnyObject, _ id: UInt64) { members[id] = .object(Living(object: subject)) }

    /// Records that a value is about to be sent through a subject on this thread.
    ///
    /// - Returns: Whether the call belongs to the scope. If so, it is open until ``leave(_:)``.
    mutating func send(through id: UInt64) -> Answer {
        let (isMember, owner) = membership(of: id)
        guard isMember else {
            members[id] = nil
            return (false, owner)
        }
        return (enter(id), owner)
    }

    /// Records that `subscription` is about to be handed to `subscriber` on this thread.
    ///
    /// - Returns: Whether the call belongs to the scope. If so, it is open until ``leave(_:)``.
    mutating func hand(_ subscription: any Subscription, _ id: UInt64, to subscriber: UInt64) -> Answer {
        let (isMember, owner) = membership(of: id)
        guard members[subscriber] != nil else {
            members[id] = isMember ? .shared : nil
            return (false, owner)
        }
        if !isMember { members[id] = TracedScope.owner(subscription, id) }
        return (enter(subscriber), owner)
    }

    /// Records that a subscriber or a subscription is about to be called on this thread.
    ///
    /// - Returns: Whether the call belongs to the scope. If so, it is open until ``leave(_:)``.
    mutating func enter(_ id: UInt64) -> Bool {
        switch members[id] {
        case nil: return false
        case .shared where open[pthread_self()] == nil: return false
        case .object, .value, .unknown, .shared:
            open[pthread_self(), default: []].append(id)
            return true
        }
    }

    /// Records that a call has returned on this thread.
    ///
    /// - Returns: Whether it belonged to the scope.
    @discardableResult
    mutating func leave(_ id: UInt64?) -> Bool {
        let thread = pthread_self()
        guard var calls = open[thread], calls.last == id else { return false }
        open[thread] = nil
        calls.removeLast()
        if !calls.isEmpty { open[thread] = calls }
        return true
    }

    private static func owner<Downstream: Subscriber>(_ subscriber: Downstream, _ id: UInt64) -> Owner {
        if Downstream.self is AnyObject.Type { return .object(Living(object: subscriber as AnyObject)) }
        return HookKey.isGeneratedNumber(id) ? .value : .unknown
    }

    private static func owner(_ subscription: any Subscription, _ id: UInt64) -> Owner {
        if type(of: subscription) is AnyObject.Type { return .object(Living(object: subscription as AnyObject)) }
        if subscription.combineIdentifier == Subscriptions.empty.combineIdentifier { return .shared }
        return HookKey.isGeneratedNumber(id) ? .value : .unknown
    }
}
