import OpenCombineShim

/// Where a timer publisher gets its time and its ticks from.
protocol TickSource {
    associatedtype Time: Strideable

    var now: Time { get }

    /// Calls `tick` at `date` and then every `interval` until what it returns is cancelled, which is done exactly once.
    func start(at date: Time, interval: Time.Stride, _ tick: @escaping () -> Void) -> any Cancellable
}
