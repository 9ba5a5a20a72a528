import FlowExport
import FlowGraph
import FlowTestSupport
import FlowTrace
import Testing

/// Exporting a trace piece by piece gives the same result as exporting it whole.
@Suite("ExportEvents")
struct ExportEventsTests {
    @Test func `events of a long trace, its texts and its counters, are those of the whole`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")
        let recorder = try Recorder(file: path, options: TraceFileOptions(size: 16 << 20), clock: .custom { 7 })
        let buffer = recorder.declareNode(.buffer, name: "buffer", capacity: 3)
        let store = recorder.declareEdge(.store, label: "store", upstream: buffer, downstream: buffer)
        let output = recorder.declareEdge(.link, label: "output", upstream: buffer)
        recorder.record(.request, on: output, demand: .max(100_000))
        for number in 0..<30_000 {
            recorder.record(.buffered, on: store, value: .string("a text that is longer than a record holds, \(number)"))
            guard number >= 2 else { continue }
            let value = TraceValue.string("a text that is longer than a record holds, \(number - 2)")
            recorder.record(.unbuffered, on: store, value: value)
            recorder.record(.value, on: output, value: value)
        }
        recorder.close()
        let file = try TraceFile(path)

        var whole = Reconstruction()
        file.read(into: &whole)
        let lanes = ExportLanes(ofProgram: whole.log)
        var counters = EdgeCounters()
        let expected = whole.log.entries.map { entry in
            counters.add(entry, in: whole.log)
            return lanes.jsonLine(for: entry, in: whole.log, counters: counters)
        }
        let events = ExportEvents(of: file)
        var lines: [String] = []
        events.forEach { lines.append(events.lanes.jsonLine(for: $0, in: $1, counters: $2)) }

        // The trace has more than two steps.
        #expect(expected.count > 80_000)
        #expect(lines == expected)
    }
}
