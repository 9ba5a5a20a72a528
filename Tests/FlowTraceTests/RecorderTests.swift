import FlowTrace
import Testing

@Suite("Recorder")
struct RecorderTests {
    @Test func `a record is 32 bytes`() {
        #expect(MemoryLayout<TraceEvent>.size == 32)
        #expect(MemoryLayout<TraceEvent>.stride == 32)
    }

    @Test(arguments: [
        TraceValue.int(-7), .double(1.5), .bool(true), .string(""), .string("fifteen bytes.."), .string("sixteen bytes..."),
        .string("漢字 and more text than fits the record"),
    ])
    func `every value comes back`(value: TraceValue) {
        let recorder = Recorder()
        let edge = recorder.declareEdge(.link, label: "output")

        recorder.record(.value, on: edge, value: value)
        var log = TraceLog()
        recorder.drain(into: &log)

        #expect(log.entries.map { log.value(of: $0) } == [value])
        #expect(log.edges.map(\.label) == ["output"])
    }

    @Test func `what happens inside names its cause, however far back`() {
        let recorder = Recorder(chunkLimit: 64)
        let edge = recorder.declareEdge(.link, label: "output")

        let mark = recorder.record(.request, on: edge, demand: .unlimited)
        recorder.causing(mark) {
            for number in 1...70_000 { recorder.record(.value, on: edge, value: .int(number)) }
        }
        recorder.record(.finished, on: edge)
        var log = TraceLog()
        recorder.drain(into: &log)

        #expect(log.entries.count == 70_002)
        #expect(log.entries.dropFirst().dropLast().allSatisfy { $0.cause == 1 })
        #expect(log.entries.first?.cause == nil)
        #expect(log.entries.last?.cause == nil)
    }

    @Test(arguments: [1, 2, 5])
    func `a full recorder counts what it drops and goes on after each drain`(chunkLimit: Int) {
        let recorder = Recorder(chunkLimit: chunkLimit)
        let edge = recorder.declareEdge(.link, label: "output")
        let capacity = chunkLimit * 65_536 / 32
        var log = TraceLog()

        for round in 1...3 {
            for number in 1...(2 * capacity) { recorder.record(.value, on: edge, value: .int(number)) }
            let before = log.entries.count
            recorder.drain(into: &log)

            #expect(log.entries.count - before > capacity * 9 / 10)
            #expect(log.entries.count - before <= capacity)
            #expect(log.entries.count + log.missed == round * 2 * capacity)
        }
    }

    @Test func `what was dropped is nobody's cause`() {
        let recorder = Recorder(chunkLimit: 1)
        let edge = recorder.declareEdge(.link, label: "output")
        var log = TraceLog()

        for _ in 1...3_000 { recorder.record(.value, on: edge, value: .int(1)) }
        let lost = recorder.record(.request, on: edge, demand: .max(1))
        recorder.drain(into: &log)
        recorder.causing(lost) { _ = recorder.record(.finished, on: edge) }
        recorder.drain(into: &log)

        #expect(lost == .none)
        #expect(log.entries.last?.kind == .finished)
        #expect(log.entries.last?.cause == nil)
    }

    @Test func `a cause that was drained before is still named`() {
        let recorder = Recorder()
        let edge = recorder.declareEdge(.link, label: "output")
        var log = TraceLog()

        recorder.record(.subscribed, on: edge)
        let mark = recorder.record(.request, on: edge, demand: .max(1))
        recorder.drain(into: &log)
        recorder.causing(mark) { _ = recorder.record(.value, on: edge, value: .int(1)) }
        recorder.drain(into: &log)

        #expect(log.entries.map(\.cause) == [nil, nil, 2])
    }

    @Test(arguments: [1, 65_533, 65_534, 65_535, 65_536, 65_537])
    func `a cause is found at distances around what its field can hold`(distance: Int) {
        let recorder = Recorder()
        let edge = recorder.declareEdge(.link, label: "output")
        var log = TraceLog()

        recorder.record(.subscribed, on: edge)
        let mark = recorder.record(.request, on: edge, demand: .unlimited)
        for number in 1..<distance { recorder.record(.value, on: edge, value: .int(number)) }
        recorder.causing(mark) { _ = recorder.record(.finished, on: edge) }
        recorder.drain(into: &log)

        #expect(log.entries.last?.kind == .finished)
        #expect(log.entries.last?.cause == 2)
        #expect(log.entries.count == distance + 2)
    }

    // MARK: Long strings

    @Test(arguments: [15, 16, 4_095, 4_096])
    func `text of up to 4 KiB comes back whole`(length: Int) {
        let text = String(repeating: "a", count: length - 1) + "z"

        #expect(afterRecording(text) == text)
    }

    @Test(arguments: [("a", 4_096), ("é", 2_048), ("漢", 1_365), ("🙂", 1_024)])
    func `longer text is cut between two characters' encodings, and says so`(character: String, kept: Int) {
        let text = String(repeating: character, count: 5_000)
        #expect(afterRecording(text) == "\(text.prefix(kept))… (\(text.utf8.count) bytes)")
    }

    @Test func `text that fills chunks faster than records does is all there`() {
        let recorder = Recorder()
        let edge = recorder.declareEdge(.link, label: "output")
        let texts = (0..<500).map { String(repeating: "\($0) ", count: 1 + $0 * 37 % 1_000) }
        var log = TraceLog()

        for (index, text) in texts.enumerated() {
            recorder.record(.value, on: edge, value: .string(text))
            if index.isMultiple(of: 100) { recorder.drain(into: &log) }
        }
        recorder.drain(into: &log)

        #expect(
            log.entries.map { log.value(of: $0) }
                == texts.map { text in
                    .string(text.count > 4_096 ? "\(text.prefix(4_096))… (\(text.count) bytes)" : text)
                })
        #expect(log.missed == 0)
    }

    private func afterRecording(_ text: String) -> String? {
        let recorder = Recorder()
        recorder.record(.value, on: recorder.declareEdge(.link, label: "output"), value: .string(text))
        var log = TraceLog()
        recorder.drain(into: &log)
        return log.entries.first.flatMap { log.value(of: $0) }?.description
    }

    @Test func `the reasons of a drop fit the record`() {
        let recorder = Recorder()
        let edge = recorder.declareEdge(.source, label: "source")

        for reason in DropReason.allCases { recorder.record(.dropped, on: edge, value: .int(1), reason: reason) }
        var log = TraceLog()
        recorder.drain(into: &log)

        #expect(log.entries.map(\.event.dropReason) == DropReason.allCases)
    }
}
