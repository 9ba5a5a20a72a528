import FlowModel
import FlowTrace

/// What a run has come to, in the few figures by which two runs are compared at a glance.
public struct RunOutcome: Hashable, Sendable {
    /// Values that the outputs got.
    public let delivered: Int
    /// Values that were lost, wherever that was.
    public let lost: Int
    /// The most values that a buffer held at once; `nil` where there is no buffer.
    public let mostHeld: Int?
    /// The first few of the values that were lost, in order.
    public let firstLost: [String]
    /// How the run ended, or that it has not.
    public let end: LaneState

    /// Sums up a run as far as it is known.
    ///
    /// - Complexity: O(lanes · log *n*) for *n* events.
    public init(of model: StreamModel) {
        let totals = model.lanes.map { ($0.spec.role, $0.totals(upTo: .max)) }
        delivered = totals.filter { $0.0 == .output }.reduce(0) { $0 + $1.1.values }
        lost = totals.reduce(0) { $0 + $1.1.dropped }
        let drops = model.lanes.flatMap { lane in
            (1...RunOutcome.named).compactMap { lane.mark(number: $0, of: \.dropped, upTo: .max)?.sequence }
        }
        firstLost = drops.sorted().prefix(RunOutcome.named).map { model.text(of: $0) }
        mostHeld = model.lanes.filter { $0.spec.role == .buffer }.map { $0.peak(upTo: .max).held }.max()
        end = model.state(at: model.log.count)
    }

    /// How many lost values are named.
    private static let named = 3
}
