import LibC

/// Lets each thread describe one value at a time.
///
/// A description may send through a traced pipeline, whose values would be described in turn, and so on without bound.
package enum ReentrancyGuard {
    private static let key = ThreadKey()

    /// Runs `describe`; returns `nil` instead if this thread is describing a value already.
    package static func pass<Result>(_ describe: () -> Result) -> Result? {
        guard key.pointer == nil else { return nil }
        // Any address but nil marks the thread as describing.
        key.pointer = UnsafeMutableRawPointer(bitPattern: 1)
        defer { key.pointer = nil }
        return describe()
    }
}
