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
