import FlowTrace

/// A stream's measures, with copies at regular intervals, so that there is a verdict for any moment.
///
/// - Complexity: O(1) an event, amortised. At most 64 copies are kept, and no more than 16 MiB of them.
public struct PipelineHistory: Sendable {
    private struct Copy {
        let sequence: Int
        let meter: UtilizationMeter
    }

    private static let most = 64
    private static let budget = 16 << 20

    private var end: UtilizationMeter
    private var last: Int
    private var copies: [Copy]
    /// The number of events between two copies; it doubles when there are too many copies.
    private var stride = 1_024

    /// Creates a history that begins after the event `sequence`, up to which `meter` has measured.
    public init(_ meter: UtilizationMeter = UtilizationMeter(), after sequence: Int = 0) {
        (end, last) = (meter, sequence)
        copies = [Copy(sequence: sequence, meter: meter)]
    }

    /// Folds the new events of a log.
    ///
    /// - Precondition: The log has not forgotten any of them.
    public mutating func update(from log: TraceLog) {
        precondition(log.forgotten <= last, "PipelineHistory goes on after event \(last), the log begins after \(log.forgotten)")
        while last < log.count {
            let upTo = min(log.count, last - last % stride + stride)
            for entry in log.entries(after: last, upTo: upTo) { end.fold(entry, in: log) }
            last = upTo
            if last % stride == 0 { keep() }
        }
    }

    private mutating func keep() {
        copies.append(Copy(sequence: last, meter: end))
        let room = max(2, min(PipelineHistory.most, PipelineHistory.budget / max(1, end.weight)))
        guard copies.count > room else { return }
        let first = copies[0].sequence
        while copies.count > room {
            stride *= 2
            copies.removeAll { $0.sequence != first && $0.sequence % stride != 0 }
        }
    }

    /// Removes the copies before an event, up to which the log is forgotten.
    public mutating func forget(upTo sequence: Int) { copies.removeAll { $0.sequence < sequence } }

    /// The measures after the event `sequence`; `nil` if they have been forgotten.
    ///
    /// - Complexity: O(events since the copy before), some thousand.
    public func meter(after sequence: Int, in log: TraceLog) -> UtilizationMeter? {
        guard sequence < last else { return end }
        let index = copies.partitioningIndex { $0.sequence > sequence }
        guard index > 0, copies[index - 1].sequence >= log.forgotten else { return nil }
        var meter = copies[index - 1].meter
        for entry in log.entries(after: copies[index - 1].sequence, upTo: sequence) { meter.fold(entry, in: log) }
        return meter
    }
}
