import FlowTrace

/// Warns that a nearly empty trace may belong to a program whose forked copies did the work.
package struct ForkNote {
    /// A short form for the screen.
    package let words: String

    /// A line with the remedy.
    package var line: String { "the program \(words); if they do the work, run it in the foreground" }

    /// A program with at least this many signals has done the work itself.
    private static let signalThreshold = 100
    /// The number of records to read.
    private static let recordLimit = 1_000

    /// Returns `nil` if the program did not fork, or did work itself.
    ///
    /// - Complexity: O(1): reads a fixed number of records.
    package init?(of file: TraceFile) {
        let forks = file.forks
        guard forks > 0 else { return nil }
        var (cursor, count) = (TraceCursor(file), SignalCount())
        guard cursor.read(into: &count, limit: ForkNote.recordLimit) < ForkNote.recordLimit,
            count.signals < ForkNote.signalThreshold
        else {
            return nil
        }
        words = "called fork \(forks == 1 ? "once" : "\(forks) times"), and copies are not traced"
    }
}

/// Counts the signals in a trace's records: the events that need no reconstruction.
private struct SignalCount: RecordSink {
    private(set) var signals = 0

    private static let told: Set<CallKind> = [.willSubscription, .willValue, .willComplete, .willRequest, .willCancel]

    mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {}

    mutating func record(missed: Int) {}

    mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
        let isEvent = record.kind != nil && record.kind != .causeLink || record.step?.isSignal == true
        if isEvent || record.call.map(SignalCount.told.contains) == true { signals += 1 }
    }
}
