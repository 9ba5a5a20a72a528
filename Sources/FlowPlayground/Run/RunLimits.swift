/// The limits of a run. Exceeding one stops the run with a clear message.
public struct RunLimits: Hashable, Sendable {
    /// Signals out of all stages in one moment; until they are sent, the screen does not react.
    public var signalsAtOnce = 20_000
    /// Signals out of all stages.
    public var signals = 1_000_000
    /// Subscriptions in total; each stays on the screen.
    public var subscriptions = 10_000
    /// Nested signals within one call.
    public var nesting = 400
    /// Calls of closures by arrays' methods in one moment.
    public var stepsAtOnce = 200_000
    /// Calls of closures by arrays' methods.
    public var steps = 10_000_000
    /// Bytes of a text.
    public var text = 100_000
    /// Elements of an array.
    public var elements = 100_000
    /// Total bytes of large texts and arrays.
    public var memory = 256 << 20
    /// Bytes of large texts and arrays made in one moment; this bounds the time that a moment takes.
    public var made = 512 << 20

    /// The default limits.
    public init() {}
}

/// Counts the resources of a run, and compares them with the limits.
struct ResourceUsage {
    private let limits: RunLimits
    private var signals = 0
    private var signalsAtOnce = 0
    private var subscriptions = 0
    private var made = 0
    private var steps = 0
    private var stepsAtOnce = 0
    private var moment = Int64.min
    /// The depth of nested calls.
    private var depth = 0

    init(limits: RunLimits) { self.limits = limits }

    /// Counts a signal out of a stage.
    ///
    /// - Returns: The exceeded limit; `nil` if there is none.
    mutating func enter(at now: Int64) -> String? {
        begin(now)
        signals += 1
        signalsAtOnce += 1
        depth += 1
        if depth > limits.nesting { return "more than \(limits.nesting) signals are nested in one call" }
        if signalsAtOnce > limits.signalsAtOnce {
            return "more than \(limits.signalsAtOnce) signals in one moment; use fewer values, or let time pass"
        }
        return signals > limits.signals ? "more than \(limits.signals) signals; the run stops here" : nil
    }

    /// Counts a subscription.
    ///
    /// - Returns: The exceeded limit; `nil` if there is none.
    mutating func subscribe() -> String? {
        subscriptions += 1
        return subscriptions > limits.subscriptions ? "more than \(limits.subscriptions) subscriptions; use fewer values" : nil
    }

    mutating func leave() { depth -= 1 }

    /// Counts a call of a closure for one element.
    ///
    /// - Returns: The exceeded limit; `nil` if there is none.
    mutating func step(at now: Int64) -> String? {
        begin(now)
        steps += 1
        stepsAtOnce += 1
        if stepsAtOnce > limits.stepsAtOnce {
            return "more than \(limits.stepsAtOnce) elements in one moment; use fewer, or let time pass"
        }
        return steps > limits.steps ? "more than \(limits.steps) elements; the run stops here" : nil
    }

    /// Counts allocated memory.
    ///
    /// - Returns: The exceeded limit; `nil` if there is none.
    mutating func make(_ bytes: Int, held: Int, at now: Int64) -> String? {
        begin(now)
        made += bytes
        if held + bytes > limits.memory { return "more than \(limits.memory >> 20) MiB are held" }
        return made > limits.made ? "more than \(limits.made >> 20) MiB are created in one moment" : nil
    }

    private mutating func begin(_ now: Int64) {
        guard now != moment else { return }
        moment = now
        signalsAtOnce = 0
        made = 0
        stepsAtOnce = 0
    }
}

/// Counts the memory of a large value while the value lives.
public final class ResourceMeter {
    private let memory: MemoryUse
    private let bytes: Int

    init(_ bytes: Int, to memory: MemoryUse) {
        self.bytes = bytes
        self.memory = memory
        memory.bytes += bytes
    }

    deinit {
        memory.bytes -= bytes
    }
}

/// The current size of a run's large values in bytes.
final class MemoryUse {
    var bytes = 0
}
