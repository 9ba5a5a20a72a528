import FlowTrace

/// A fold over the events of a log.
public protocol EventFold: Sendable {
    /// The approximate size of an independent copy in bytes.
    var weight: Int { get }

    /// Adds the next event of a log.
    mutating func fold(_ entry: TraceEntry, in log: TraceLog)
}

/// A fold with copies at regular intervals, from which its value at any moment can be computed.
///
/// - Complexity: O(1) an event, amortised. At most 256 copies are kept, and no more than 16 MiB of them.
public struct FoldHistory<Fold: EventFold>: Sendable {
    private struct Copy {
        let sequence: Int
        let fold: Fold
    }

    private static var most: Int { 256 }
    private static var budget: Int { 16 << 20 }

    private var end: Fold
    /// The sequence number of the last folded event.
    public private(set) var last: Int
    private var copies: [Copy]
    /// The number of events between two copies; it doubles when there are too many copies.
    private var stride = 1_024

    /// Creates a history that begins after the event `sequence`, up to which `fold` has read.
    public init(_ fold: Fold, after sequence: Int = 0) {
        (end, last) = (fold, sequence)
        copies = [Copy(sequence: sequence, fold: fold)]
    }

    /// Folds the new events of a log.
    ///
    /// - Precondition: The log has not forgotten any of them.
    public mutating func update(from log: TraceLog) {
        precondition(
            log.forgotten <= last, "FoldHistory continues after event \(last), but the log begins after \(log.forgotten)")
        while last < log.count {
            let upTo = min(log.count, last - last % stride + stride)
            for entry in log.entries(after: last, upTo: upTo) { end.fold(entry, in: log) }
            last = upTo
            if last % stride == 0 { keep() }
        }
    }

    private mutating func keep() {
        copies.append(Copy(sequence: last, fold: end))
        let room = max(2, min(FoldHistory.most, FoldHistory.budget / max(1, end.weight)))
        guard copies.count > room else { return }
        let first = copies[0].sequence
        while copies.count > room {
            stride *= 2
            copies.removeAll { $0.sequence != first && $0.sequence % stride != 0 }
        }
    }

    /// Removes the copies before an event, up to which the log is forgotten.
    public mutating func forget(upTo sequence: Int) { copies.removeAll { $0.sequence < sequence } }

    /// The fold after the event `sequence`; `nil` if it has been forgotten.
    ///
    /// - Complexity: O(events since the copy before): a few thousand in a log of up to a million events, in a longer log a fixed
    ///   share of all.
    public func fold(after sequence: Int, in log: TraceLog) -> Fold? {
        guard sequence < last else { return end }
        let index = copies.partitioningIndex { $0.sequence > sequence }
        guard index > 0, copies[index - 1].sequence >= log.forgotten else { return nil }
        var fold = copies[index - 1].fold
        for entry in log.entries(after: copies[index - 1].sequence, upTo: sequence) { fold.fold(entry, in: log) }
        return fold
    }
}
