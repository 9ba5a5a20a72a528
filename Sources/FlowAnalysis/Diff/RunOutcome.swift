import FlowModel
import FlowTrace

/// The main figures for comparing two runs.
public struct RunOutcome: Hashable, Sendable {
    /// The number of values of each subscriber, by the names of their lanes, top to bottom.
    public let delivered: [Delivery]
    /// Values lost anywhere.
    public let lost: Int
    /// The most values that a buffer held at once; `nil` if there is no buffer.
    public let mostHeld: Int?
    /// The first few lost values, in order.
    public let firstLost: [String]
    /// The end of the run, or its current state.
    public let end: LaneState

    /// The totals of a run up to and including an event; by default, the last event.
    ///
    /// - Complexity: O(lanes · log *n*) for *n* events.
    public init(of model: StreamModel, upTo sequence: Int = .max) {
        let totals = model.lanes.map { ($0.spec.role, $0.totals(upTo: sequence)) }
        delivered = model.exits.map { Delivery(lane: model.lanes[$0].spec.name, count: totals[$0].1.values) }
        lost = totals.reduce(0) { $0 + $1.1.dropped }
        let drops = model.lanes.flatMap { lane in
            (1...RunOutcome.named).compactMap { lane.mark(number: $0, of: \.dropped, upTo: sequence)?.sequence }
        }
        firstLost = drops.sorted().prefix(RunOutcome.named).map { model.text(of: $0) }
        mostHeld = model.lanes.filter { $0.spec.role == .buffer }.map { $0.peak(upTo: sequence).held }.max()
        end = model.state(at: min(sequence, model.log.count))
    }

    /// The number of values that one subscriber received.
    public struct Delivery: Hashable, Sendable {
        public let lane: String
        public let count: Int
    }

    /// The maximum number of lost values to name.
    private static let named = 3
}
