import FlowModel
import FlowTestSupport
import Foundation
import FlowTrace
import Testing

/// Trace files are hostile input: whatever is in them, reading ends with a trace or an error.
@Suite("mutated trace files", .serialized)
struct TraceFuzzTests {
    static let rounds = ProcessInfo.processInfo.environment["FLOWVIZ_LONG"] == nil ? 10_000 : 1_000_000

    @Test("bytes changed anywhere, and cut off anywhere", arguments: [false, true])
    func mutations(isRing: Bool) throws {
        let path = NSTemporaryDirectory() + "flowviz-fuzz-\(UUID().uuidString)"
        defer { unlink(path) }
        let used = try TraceFuzzTests.writeSample(path, isRing: isRing)
        let original = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let descriptor = open(path, O_RDWR)
        defer { close(descriptor) }
        var chance = SeededChance(seed: 1)
        var opened = 0
        // Two samples share the rounds.
        let rounds = TraceFuzzTests.rounds / 2
        for round in 0..<rounds {
            let places = (0..<Int.random(in: 1...8, using: &chance)).map { _ in used.randomElement(using: &chance)! }
            for place in places {
                var byte =
                    Bool.random(using: &chance)
                    ? UInt8.random(in: 0...255, using: &chance) : original[place] ^ 1 << UInt8.random(in: 0...7, using: &chance)
                pwrite(descriptor, &byte, 1, off_t(place))
            }
            let isCut = Int.random(in: 0..<16, using: &chance) == 0
            if isCut { ftruncate(descriptor, off_t(used.randomElement(using: &chance)!)) }
            if TraceFuzzTests.read(path) { opened += 1 }
            // Costs many times as much.
            if round % 128 == 0 { TraceFuzzTests.look(path) }
            if isCut {
                _ = original.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
            } else {
                for place in places { withUnsafePointer(to: original[place]) { _ = pwrite(descriptor, $0, 1, off_t(place)) } }
            }
        }
        // Most of the file is records, where nothing has to be refused.
        #expect(opened > rounds / 2)
        #expect(TraceFuzzTests.read(path))
    }

    /// Reads all there is, as a viewer would.
    private static func read(_ path: String) -> Bool {
        guard let file = try? TraceFile(path) else { return false }
        var reconstruction = Reconstruction()
        file.read(into: &reconstruction)
        var model = StreamModel(lanes: [LaneSpec("buffer", .buffer), LaneSpec("link", .output)])
        model.update { $0 = reconstruction.log }
        for entry in model.log.entries { _ = model.text(of: entry.sequence) }
        return true
    }

    /// Reads it in steps, from a keyframe on too, lists and opens its pipelines and exports it.
    private static func look(_ path: String) {
        guard let file = try? TraceFile(path) else { return }
        var fold = TraceFold(file)
        fold.read(limit: 40)
        var keyframe = fold.keyframe
        while fold.read(limit: 100) == 100 {}
        keyframe.read()
        for fold in [fold, keyframe] {
            let log = fold.reconstruction.log
            var pipelines = fold.pipelines
            for order in PipelineOrder.allCases {
                for id in pipelines.ids(by: order, matching: "", in: log) {
                    _ = pipelines.summary(of: id, at: fold.end.time, in: log)
                    var opened = PipelineModel(id)
                    opened.update(from: log, in: &pipelines)
                    tell(opened.model)
                }
            }
        }
        export(fold.reconstruction.log)
    }

    /// The words that a screen has of a model.
    private static func tell(_ model: StreamModel) {
        _ = CaptionWriter.caption(of: model, at: model.end)
        _ = LogWriter.lines(of: model, upTo: model.end, count: 50)
        for lane in model.lanes.indices {
            _ = Inspector.rows(of: model, lane: lane, at: model.end)
            _ = LaneFacts.gutter(of: model, lane: lane, at: model.end)
        }
    }

    private static func export(_ log: TraceLog) {
        let lanes = ExportLanes(ofProgram: log)
        let model = lanes.model(of: log)
        _ = lanes.marbles(of: model, cell: max(1, log.end.time.nanoseconds / 200))
        _ = ChromeTrace.head(of: lanes, program: "p") + ChromeTrace.tail
        _ = PerfettoTrace.head(of: lanes, in: log, program: "p")
        var counters = EdgeCounters()
        for entry in log.entries {
            counters.add(entry, in: log)
            _ = lanes.jsonLine(for: entry, in: model)
            _ = ChromeTrace.lines(for: entry, in: log, on: lanes, counters: counters)
            _ = PerfettoTrace.packets(for: entry, in: log, counters: counters)
        }
    }

    /// A file with every kind of record and fact; returns the places that hold something.
    private static func writeSample(_ path: String, isRing: Bool) throws -> [Int] {
        let options = TraceFileOptions(size: TraceFileOptions.minimumSize, isRing: isRing)
        let recorder = try Recorder(file: path, options: options)
        let node = recorder.declareNode(.buffer, name: "buffer", detail: "2 · dropOldest", capacity: 2)
        let store = recorder.declareEdge(.store, label: "buffer", upstream: node, downstream: node)
        let link = recorder.declareEdge(.link, label: "link", upstream: node)
        for kind in SignalKind.allCases where kind != .causeLink {
            let mark = recorder.record(kind, on: link, value: .int(7))
            recorder.causing(mark) {
                _ = recorder.record(kind, on: store, value: .string("a text of more than fifteen bytes"), reason: .noDemand)
            }
        }
        recorder.record(.typeName, HookKey(id: 0, tag: 3), value: .string("Publishers.Map<Int>"))
        for round in 0..<4 {
            for kind in HookKind.allCases {
                recorder.record(kind, HookKey(id: UInt64(round % 2), tag: 3), word: UInt64(round), flags: .inScope)
            }
            for hint in HookHint.allCases { recorder.record(hint, HookKey(id: UInt64(round), tag: 3)) }
        }
        // So long that a ring comes round, and what stands before moves to its facts.
        let text = String(repeating: "x", count: 4_000)
        for _ in 0..<(isRing ? 300 : 0) { recorder.record(.value, on: link, value: .string(text)) }
        recorder.close()
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        return bytes.indices.filter { bytes[$0] != 0 && bytes[$0] != UInt8(ascii: "x") } + Array(0..<256)
            + Array(4096..<4096 + 128)
    }
}
