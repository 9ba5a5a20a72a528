import FlowTrace

/// What a lane has come to before the first event that is known of it in full.
struct LaneBase: Sendable {
    /// What it looked like at earlier moments, the last at the place where its events begin: each stands for all since the one before.
    var marks: [Mark] = []
    /// Since when the first of them stands for what happened.
    var start = TraceTime.zero
    /// What its buffer holds there, oldest first.
    var held: [HeldQueue.Item] = []
    /// The most it held until then, and when; of several stores the most that one of them held.
    var peak: (held: Int, at: TraceTime) = (0, .zero)
    /// Since when its sink is paused.
    var pausedSince: TraceTime?
}
