import FlowTrace

/// What is known of one stage at a moment.
public struct StageReport: Hashable, Sendable {
    /// Which stage.
    public let id: StageID
    /// What it is called; of several with one name the later ones have a number.
    public let name: String
    /// What it does.
    public let role: NodeFact.Role
    /// What its arguments say.
    public let detail: String
    /// How it spent the window.
    public let recent: StageShares
    /// How it spent its life.
    public let overall: StageShares
    /// Values a second that came in during the window; `nil` for a source of which only what it delivers is seen.
    public let rateIn: Double?
    /// Values a second that went out during the window; `nil` for a sink.
    public let rateOut: Double?
    /// Values out for each value in, over its life; `nil` where one of them is not seen or none came in.
    public let amplification: Double?
    /// How long a value waited in it on average, in nanoseconds, over its life; `nil` where it keeps none.
    public let meanWait: UInt64?
    /// Values it holds, `nil` where it keeps none.
    public let held: Int?
    /// The most it held.
    public let peak: Int
    /// How many it may hold, `nil` for no limit.
    public let capacity: Int?
    /// What it lost, by cause.
    public let losses: [LossReport]
    /// Where it leads to, if it goes on like this.
    public let forecast: Forecast?
}
