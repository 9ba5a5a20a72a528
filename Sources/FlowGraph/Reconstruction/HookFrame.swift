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

/// One hook record with its thread and text.
struct HookCall {
    let record: TraceEvent
    let thread: UInt32
    let bytes: UnsafeRawBufferPointer?

    /// Whom it is about.
    var key: HookKey {
        record.hookKey
    }

    /// Its text; inline or by reference.
    var text: String {
        if let bytes { return String(decoding: bytes, as: UTF8.self) }
        let count = min(Int(record.tag & 15), 8)
        return String(decoding: (0..<count).map { UInt8(truncatingIfNeeded: record.b >> (8 * UInt64($0))) }, as: UTF8.self)
    }
}

/// The calls that each thread is inside of. Those of one thread are at hand: records of a thread come in runs.
///
/// Public so that other modules get it specialised: the bodies of `package` functions stay in their module.
public struct CallStacks<Call: Sendable>: Sendable {
    /// The calls of the thread turned to last, the outermost first.
    public var open: [Call] = []
    @usableFromInline var thread: UInt32 = 0
    @usableFromInline var others = Numbered<[Call]>()

    @inlinable public init() {}

    /// Makes the calls of a thread those at hand.
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

    /// Removes the calls of all threads that meet a condition.
    @inlinable mutating func removeAll(where isOver: (Call) -> Bool) {
        open.removeAll(where: isOver)
        for number in others.numbers { others[number]?.removeAll(where: isOver) }
    }
}
