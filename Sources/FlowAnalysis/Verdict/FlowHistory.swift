import FlowTrace

/// A stream's measures at its end, with copies on the way, so that a verdict can be that of any moment.
///
/// - Complexity: O(1) an event amortised. Copies are kept as far as memory allows: at most 64, and no more of large graphs than weigh 32 MiB.
public struct FlowHistory: Sendable {
    /// What was measured up to an event.
    private struct Copy {
        let sequence: Int
        let meter: FlowMeter
    }

    private static let most = 64
    private static let budget = 32 << 20

    private var end: FlowMeter
    private var last: Int
    private var copies: [Copy]
    /// How many events lie between two copies; doubles where copies grow too many.
    private var stride = 1_024

    /// Creates a history that begins after the event `sequence`, up to which `meter` has measured.
    public init(_ meter: FlowMeter = FlowMeter(), after sequence: Int = 0) {
        (end, last) = (meter, sequence)
        copies = [Copy(sequence: sequence, meter: meter)]
    }

    /// Takes what is new in a log.
    ///
    /// - Precondition: The log has not forgotten an event that was not taken.
    public mutating func update(from log: TraceLog) {
        precondition(log.forgotten <= last, "FlowHistory goes on after event \(last), the log begins after \(log.forgotten)")
        while last < log.count {
            let upTo = min(log.count, last - last % stride + stride)
            for entry in log.entries(after: last, upTo: upTo) { end.take(entry, in: log) }
            last = upTo
            if last % stride == 0 { keep() }
        }
    }

    private mutating func keep() {
        copies.append(Copy(sequence: last, meter: end))
        let room = max(2, min(FlowHistory.most, FlowHistory.budget / max(1, end.weight)))
        guard copies.count > room else { return }
        let first = copies[0].sequence
        while copies.count > room {
            stride *= 2
            copies.removeAll { $0.sequence != first && $0.sequence % stride != 0 }
        }
    }

    /// Lets go of what can only be asked with events up to a sequence number.
    public mutating func forget(upTo sequence: Int) {
        copies.removeAll { $0.sequence < sequence }
    }

    /// What was measured up to the event `sequence`; `nil` where that is not known any more.
    ///
    /// - Complexity: O(events since the copy before), some thousand.
    public func meter(after sequence: Int, in log: TraceLog) -> FlowMeter? {
        guard sequence < last else { return end }
        let place = copies.partitioningIndex { $0.sequence > sequence }
        guard place > 0, copies[place - 1].sequence >= log.forgotten else { return nil }
        var meter = copies[place - 1].meter
        for entry in log.entries(after: copies[place - 1].sequence, upTo: sequence) { meter.take(entry, in: log) }
        return meter
    }
}
