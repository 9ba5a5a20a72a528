import FlowTrace

/// An open call of a thread. It is copied for every record, and therefore holds no references.
struct HookFrame {
    /// The called function, with its edge.
    enum Call: Hashable {
        case subscribe(TracedEdge.Index, isAlias: Bool)
        case subscription(TracedEdge.Index?)
        case value(TracedEdge.Index?)
        case completion(TracedEdge.Index?)
        /// A `send` through a subject.
        case send
        case request
        case cancel

        var isSubscription: Bool { if case .subscription = self { true } else { false } }
        var isValue: Bool { if case .value = self { true } else { false } }
        var isCompletion: Bool { if case .completion = self { true } else { false } }
    }

    /// Its number among the calls of all threads.
    let number: Int
    let call: Call
    /// The kind of record that ends it.
    let end: CallKind
    let key: HookKey
    /// The subscription being handed over, in a subscription frame.
    var handed: HookKey?
    /// Its event; 0 for none.
    var sequence = 0
    /// Whether it stands for a step of a task, which is no call and has no end.
    var isStep = false
    /// Whether the call has passed on its value, or an end, so that its subscriber no longer works; see ``CallEnd``.
    var hasPassed = false

    var edge: TracedEdge.Index? {
        switch call {
        case .subscribe(let edge, _): edge
        case .subscription(let edge), .value(let edge), .completion(let edge): edge
        case .send, .request, .cancel: nil
        }
    }
}

/// The record of a call, a step or a fact, with its thread and text.
struct HookCall {
    let record: TraceEvent
    let thread: UInt32
    let bytes: UnsafeRawBufferPointer?

    var key: HookKey { record.hookKey }

    /// Its text, inline or by reference.
    var text: String { record.hookText(bytes) }
}

/// The open calls of each thread. The calls of one thread are cached, since records of a thread come in runs.
///
/// Public so that other modules specialise it: the bodies of `package` functions stay in their module.
public struct CallStacks<Call: Sendable>: Sendable {
    /// The calls of the current thread, the outermost first.
    public var open: [Call] = []
    @usableFromInline var thread: UInt32 = 0
    @usableFromInline var others = DenseTable<UInt32, [Call]>()

    @inlinable public init() {}

    /// Makes a thread the current one.
    ///
    /// - Complexity: O(1).
    @inlinable @inline(__always)
    public mutating func turn(to thread: UInt32) {
        if thread != self.thread { change(to: thread) }
    }

    @inlinable mutating func change(to thread: UInt32) {
        others[self.thread] = open
        open = others[thread] ?? []
        others[thread] = nil
        self.thread = thread
    }

    /// Whether a call of some thread meets a condition.
    @inlinable func contains(where isWanted: (Call) -> Bool) -> Bool {
        open.contains(where: isWanted) || others.keys.contains { others[$0]?.contains(where: isWanted) ?? false }
    }

    /// Removes the calls of all threads that meet a condition, and returns them.
    @inlinable mutating func removeAll(where isOver: (Call) -> Bool) -> [Call] {
        var removed = open.filter(isOver)
        open.removeAll(where: isOver)
        for thread in others.keys {
            removed += others[thread]?.filter(isOver) ?? []
            others[thread]?.removeAll(where: isOver)
        }
        return removed
    }
}
