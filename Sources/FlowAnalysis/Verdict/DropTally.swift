import FlowModel
import FlowTrace

/// The values that were lost at a stage for one reason.
struct DropTally: Sendable {
    /// How many values are kept in words.
    static let limit = 16

    let reason: DropReason
    private(set) var count = 0
    /// The first of them.
    private(set) var values: [String] = []
    private(set) var first: UInt64 = 0
    private(set) var last: UInt64 = 0

    /// Whether a value was lost for lack of demand or room, rather than because the stream ended or an operator chooses.
    var isLoss: Bool {
        switch reason {
        case .noDemand, .noSubscriber, .overflowOldest, .overflowNewest: true
        case .error, .cancelled, .superseded: false
        }
    }

    init(_ reason: DropReason) {
        self.reason = reason
    }

    mutating func add(_ entry: TraceEntry, in log: TraceLog) {
        if count == 0 { first = entry.event.time }
        count += 1
        last = entry.event.time
        guard values.count < DropTally.limit else { return }
        values.append(log.value(of: entry)?.description ?? StreamModel.undescribed)
    }
}
