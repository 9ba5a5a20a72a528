import FlowTrace
import Synchronization
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

    @Test func `a full recorder counts what it drops and goes on after a drain`() {
        let recorder = Recorder(chunkLimit: 1)
        let edge = recorder.declareEdge(.link, label: "output")
        var log = TraceLog()

        for number in 1...5_000 { recorder.record(.value, on: edge, value: .int(number)) }
        recorder.drain(into: &log)

        #expect(log.entries.count + log.missed == 5_000)
        #expect(log.missed > 0)
    }

    @Test func `threads merge by time and lose nothing`() async {
        let recorder = Recorder(chunkLimit: 64)
        let edge = recorder.declareEdge(.link, label: "output")

        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                group.addTask {
                    for number in 0..<5_000 { recorder.record(.value, on: edge, value: .int(thread * 5_000 + number)) }
                }
            }
        }
        var log = TraceLog()
        recorder.drain(into: &log)

        let values = log.entries.compactMap { entry -> Int? in
            guard case .int(let number)? = log.value(of: entry) else { return nil }
            return number
        }
        #expect(values.sorted() == Array(0..<20_000))
        #expect(zip(log.entries, log.entries.dropFirst()).allSatisfy { $0.time <= $1.time })
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
