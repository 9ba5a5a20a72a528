import FlowTrace

/// A call that a thread is inside of.
struct HookFrame {
    /// What is being called.
    enum Call: Hashable {
        case subscribe(Int, isAlias: Bool)
        case subscription(Int?)
        case value(Int?)
        case completion(Int?)
        case request
        case cancel

        var isSubscription: Bool { if case .subscription = self { true } else { false } }
        var isValue: Bool { if case .value = self { true } else { false } }
        var isCompletion: Bool { if case .completion = self { true } else { false } }
    }

    /// Numbers the calls of all threads.
    let number: Int
    let call: Call
    /// The kind of record that ends it.
    let end: HookKind
    let key: HookKey
    /// The subscription that is handed over, in a subscription frame.
    var handed: HookKey?
    /// The entry that stands for it, 0 for none.
    var sequence = 0

    /// The edge of a frame that has one.
    var edge: Int? {
        switch call {
        case .subscribe(let edge, _): edge
        case .subscription(let edge), .value(let edge), .completion(let edge): edge
        case .request, .cancel: nil
        }
    }
}
