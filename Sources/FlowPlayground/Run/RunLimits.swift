/// How much a run may do; what goes beyond stops it with a clear word.
public struct RunLimits: Hashable, Sendable {
    /// How many signals may leave all stages in one moment: no key is answered before they have.
    public var signalsAtOnce = 20_000
    /// How many signals may leave all stages.
    public var signals = 1_000_000
    /// How many subscriptions there may be in all; each is drawn, and stays.
    public var subscriptions = 10_000
    /// How many signals may lead to one another within one call.
    public var nesting = 400
    /// How long a text may be, in bytes.
    public var text = 100_000
    /// How many elements an array may have.
    public var elements = 100_000
    /// How much memory large texts and arrays may take, in bytes.
    public var memory = 256 << 20
    /// How much memory large texts and arrays may be made in one moment, in bytes; bounds the time it takes.
    public var made = 512 << 20

    /// The limits that hold where nothing else is said.
    public init() {}
}

/// What a run has done, held against its limits.
struct Load {
    private let limits: RunLimits
    private var signals = 0
    private var signalsAtOnce = 0
    private var subscriptions = 0
    private var made = 0
    private var moment = Int64.min
    /// How many calls are within one another.
    private var depth = 0

    init(limits: RunLimits) {
        self.limits = limits
    }

    /// Counts a signal that leaves a stage.
    ///
    /// - Returns: What is too much, `nil` where it is not.
    mutating func enter(at now: Int64) -> String? {
        begin(now)
        signals += 1
        signalsAtOnce += 1
        depth += 1
        if depth > limits.nesting { return "more than \(limits.nesting) signals lead to one another in one call" }
        if signalsAtOnce > limits.signalsAtOnce {
            return "more than \(limits.signalsAtOnce) signals in one moment; use fewer values, or let time pass"
        }
        return signals > limits.signals ? "more than \(limits.signals) signals; the run stops here" : nil
    }

    /// Counts a subscription.
    ///
    /// - Returns: What is too much, `nil` where it is not.
    mutating func subscribe() -> String? {
        subscriptions += 1
        return subscriptions > limits.subscriptions ? "more than \(limits.subscriptions) subscriptions; use fewer values" : nil
    }

    mutating func leave() {
        depth -= 1
    }

    /// Counts memory that is made.
    ///
    /// - Returns: What is too much, `nil` where it is not.
    mutating func make(_ bytes: Int, held: Int, at now: Int64) -> String? {
        begin(now)
        made += bytes
        if held + bytes > limits.memory { return "more than \(limits.memory >> 20) MiB are held" }
        return made > limits.made ? "more than \(limits.made >> 20) MiB are made in one moment" : nil
    }

    private mutating func begin(_ now: Int64) {
        guard now != moment else { return }
        moment = now
        signalsAtOnce = 0
        made = 0
    }
}

/// Stands for the memory of a large value as long as the value lives.
public final class Charge {
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

/// How much memory the large values of a run take at present.
final class MemoryUse {
    var bytes = 0
}
