@testable import FlowGraph
@testable import FlowTrace

/// The records of a run for a late viewer: all but the retained ones up to a time have been overwritten.
struct LateRecords: RecordSink {
    private struct Record {
        let event: TraceEvent
        let thread: UInt32
        let bytes: [UInt8]?
    }

    private var records: [Record] = []

    /// Takes all records of a recorder.
    init(_ recorder: Recorder) { recorder.drain(into: &self) }

    mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {}
    mutating func record(missed: Int) {}
    mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
        records.append(Record(event: record, thread: thread, bytes: bytes.map(Array.init)))
    }

    /// Reads the records after a time, in nanoseconds.
    ///
    /// - Parameter look: Called with the number of each record after that time, once the record is read.
    func read(after time: UInt64, into found: inout Reconstruction, look: (Int, Reconstruction) -> Void = { _, _ in }) {
        if time > 0 { found.recordGap(until: time) }
        let retained = retained(until: time)
        for (number, record) in records.enumerated() {
            guard time == 0 || record.event.time > time || retained.contains(number) else { continue }
            if let bytes = record.bytes {
                bytes.withUnsafeBytes { found.append(record.event, thread: record.thread, bytes: $0) }
            } else {
                found.append(record.event, thread: record.thread, bytes: nil)
            }
            if record.event.time > time { look(number, found) }
        }
    }

    /// The numbers of the records up to a time that a ring keeps.
    private func retained(until time: UInt64) -> Set<Int> {
        let all = records.indices.filter { records[$0].event.time <= time }
        var picker = RetainedRecordPicker()
        var kept = Set(all.filter { records[$0].event.fact == .typeName })
        for (thread, indices) in Dictionary(grouping: all, by: { records[$0].thread }) {
            let picked = picker.pick(indices.count, of: thread) { records[indices[$0]].event }
            kept.formUnion(picked.map { indices[$0] })
        }
        return kept
    }
}
