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
