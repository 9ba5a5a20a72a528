/// The state of a simulated store from a moment on. Times are in nanoseconds.
package struct QueueStep: Equatable, Sendable {
    package let time: UInt64
    /// The values that wait.
    package let held: Int
    /// The number of values dropped so far.
    package let dropped: Int
    /// The most values that have waited at once so far.
    package let peak: Int
    /// The longest wait of the values delivered so far.
    package let longest: UInt64
    /// The time at which the stream failed for want of room; `nil` if it has not.
    package let failed: UInt64?

    /// The state after an earlier life of the store.
    func after(_ last: QueueStep?) -> QueueStep {
        guard let last else { return self }
        return QueueStep(
            time: time, held: held, dropped: last.dropped + dropped, peak: max(last.peak, peak),
            longest: max(last.longest, longest), failed: failed)
    }
}
