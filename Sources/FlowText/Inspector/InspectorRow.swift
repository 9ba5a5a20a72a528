import FlowModel
import FlowOperators
import FlowTrace

/// A row of the inspector: a fact of a lane, in parts that views lay out.
public enum InspectorRow: Hashable, Sendable {
    /// What a buffer holds, oldest first, at most 64 values; `peak` is the most it ever held.
    case holds(values: [String], count: Int, capacity: Int?, peak: Int, peakAt: TraceTime)
    /// What came into a buffer or into the operator called `of`, and where it went. `missing` is what the counters do not account for,
    /// negative for what came from nowhere; where that cannot be told, `unknown` says why.
    case ledger(
        arrived: Int, left: Int, held: Int, filtered: Int = 0, dropped: Int, missing: Int, of: String? = nil,
        unknown: String? = nil)
    /// The way of the newest value, in a line.
    case journey(String)
    /// A rule that was broken, how often and when last, and what is known of it.
    case breach(rule: ContractRule, count: Int, last: TraceTime, known: String?)
    /// The values a buffer dropped, the newest 64.
    case dropped(values: [String], count: Int)
    /// Values a second; `output` is `nil` on a source's lane.
    case rate(input: Double, output: Double?, window: RateWindow)
    /// Demand: what is outstanding, the last request, and the value that spent it; `isReturned` where that value spent
    /// demand that was returned after the last request.
    case demand(outstanding: Demand, last: Demand?, at: TraceTime?, isReturned: Bool = false, spentBy: String?)
    /// What a full buffer does, and since when it is full.
    case full(strategy: String, prefetch: String, since: TraceTime?, lasts: UInt64?)
    /// The pacing node: its interval, the nanoseconds until it asks again, how much of the wait is over (0 to 1), and
    /// whether it waits for a paused sink.
    case pace(interval: String, nextIn: UInt64?, fraction: Double?, waitsForSink: Bool)
    /// How long the last 6 values waited in the buffer, or have waited so far.
    case waited([Wait])
    /// What a source tried to send.
    case sent(count: Int)
    /// The values a source lost, the newest 64, and why the last one was.
    case lost(values: [String], count: Int, reason: DropReason)
    /// Where the lane is in its life.
    case state(LaneState)
    /// What an output asked for, and what it returned from `receive(_:)`.
    case asked(count: Demand, requests: Int, returned: Demand)
    /// How many values arrived; `sent` is what the source tried to send, `nil` without a source.
    case received(count: Int, sent: Int?)
    /// The values a late subscriber got at once, and how long each had been kept, in nanoseconds.
    case replayed(values: [String], kept: [UInt64])
    /// From source to output, in nanoseconds, over the newest values.
    case latency(least: UInt64, mean: UInt64, most: UInt64, count: Int)
    /// The demand at the start of each stretch of work and after each value in it.
    case whenBusy(levels: [[Demand]])
    /// The values that arrived during work.
    case arrivedBusy(values: [String])
    /// The latest state of each kind, and since when: `state: processing`, `promise: 3`.
    case note(kind: String, value: String, since: TraceTime)
    /// Values that were not written down, and their type where it is known.
    case undescribed(type: String?)
    /// One kind of doubt about the lane.
    case doubt(EdgeDoubts)
    /// Where in the source the lane was labelled.
    case labelled(CodeLocation)
    /// How the stream ended, and with how many values.
    case ended(LaneState, received: Int)
}
