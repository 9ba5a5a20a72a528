import FlowTrace

extension TracedExecutor {
    /// The executor of an asynchronous function.
    ///
    /// - Parameter isolation: The actor of the function; `nil` if it has none.
    init(of isolation: (any Actor)?) {
        guard let isolation else {
            self = TracedExecutor.isPreferred ? .other : .pool
            return
        }
        if isolation === MainActor.shared {
            self = .mainActor
        } else {
            self = TracedExecutor.isDefault(isolation.unownedExecutor) ? .pool : .other
        }
    }

    /// Whether the current task prefers an executor over the pool.
    private static var isPreferred: Bool {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return false }
        return withUnsafeCurrentTask { $0?.unownedTaskExecutor != nil }
    }

    /// Whether an actor declares no executor, so that the pool runs it: the second word, the implementation, is zero.
    private static func isDefault(_ executor: UnownedSerialExecutor) -> Bool {
        unsafeBitCast(executor, to: (UInt, UInt).self).1 == 0
    }
}
