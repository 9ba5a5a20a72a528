import FlowTestSupport
import Foundation
import Testing

@testable import FlowAnalysis
@testable import FlowExport
@testable import FlowGraph
@testable import FlowModel
@testable import FlowText
@testable import FlowTrace
@testable import FlowVerdict

/// Trace files are hostile input: for any contents, reading ends with a trace or an error, at a cost that their length bounds.
///
/// `make fuzz` runs all of them in little memory, with a seed from the commit.
@Suite("mutated trace files", .serialized)
struct TraceFuzzTests {
    private static let seed = Rounds.seed

    @Test("bytes changed anywhere, and cut off anywhere", arguments: [false, true])
    func mutations(isRing: Bool) throws {
        print("FLOWVIZ_SEED=\(String(TraceFuzzTests.seed, radix: 16))")
        let folder = try TemporaryFolder()
        var chance = SeededChance(seed: TraceFuzzTests.seed &+ (isRing ? 1 : 0))
        // Writing a sample and finding its bytes takes longer than reading it many times.
        let some = (0..<4).compactMap { _ in Pipeline.all.randomElement(using: &chance) }
        let samples: [Pipeline?] = [nil] + (Rounds.isLong ? Pipeline.all : some)
        let rounds = Rounds.count(sample: 150) / 2 / samples.count + 1
        var opened = 0
        for (number, sample) in samples.enumerated() {
            let path = folder.path("\(number).fvz")
            try FuzzSample.write(sample, to: path, isRing: isRing)
            opened += TraceFuzzTests.mutate(path, rounds: rounds, of: sample?.description ?? "every record", &chance)
            unlink(path)
        }
        // Most of a file consists of records, in which nothing must be refused.
        #expect(opened > rounds * samples.count / 2)
    }

    @Test("files of which the directory says more than there is", arguments: [false, true])
    func sparse(isRing: Bool) throws {
        print("FLOWVIZ_SEED=\(String(TraceFuzzTests.seed, radix: 16))")
        let folder = try TemporaryFolder()
        var chance = SeededChance(seed: TraceFuzzTests.seed &+ (isRing ? 3 : 2))
        for round in 0..<Rounds.count(sample: 12) / 2 {
            // Writing the largest possible file costs ten thousand times as much.
            let isLargest = Rounds.isLong && round % 16_384 == 1
            let most = round % 256 == 0 ? 9_000 : 40
            let chunks = isLargest ? TraceFormat.chunkLimit : Int.random(in: 1...most, using: &chance)
            let file = RawTrace(folder.path("a.fvz"), chunks: chunks, isRing: isRing)
            for _ in 0..<Int.random(in: 1...3, using: &chance) {
                let (one, other) = (Int.random(in: 0...chunks, using: &chance), Int.random(in: 0...chunks, using: &chance))
                let content = RawTrace.Content.allCases.randomElement(using: &chance)!
                file.putSlots(min(one, other)..<max(one, other), content, isSealed: Bool.random(using: &chance))
            }
            for _ in 0..<Int.random(in: 0...4, using: &chance) {
                let records = (0..<40).map { TraceFuzzTests.record(UInt64($0), naming: (60_000, 90), &chance) }
                file.putChunk(Int.random(in: 0..<chunks, using: &chance), records: records, text: Array("text".utf8))
            }
            if Int.random(in: 0..<4, using: &chance) == 0 {
                truncate(folder.path("a.fvz"), off_t(Int.random(in: 4_096...file.size, using: &chance)))
            }
            let comment: Comment = "sparse, round \(round)"
            Rounds.hold(comment) { _ = TraceFuzzTests.read(folder.path("a.fvz"), size: 5 * RawTrace.chunkSize, comment) }
        }
    }

    @Test("records that name the same text again and again", arguments: [false, true])
    func repeatedText(isRing: Bool) throws {
        print("FLOWVIZ_SEED=\(String(TraceFuzzTests.seed, radix: 16))")
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")
        var chance = SeededChance(seed: TraceFuzzTests.seed &+ (isRing ? 5 : 4))
        let file = RawTrace(path, chunks: 2, isRing: isRing)
        let text = [UInt8](repeating: UInt8(ascii: "x"), count: 32_768)
        for round in 0..<Rounds.count(sample: 40) / 2 {
            for chunk in 0..<2 {
                let place = (Int.random(in: 20_000...65_000, using: &chance), Int.random(in: 0...40_000, using: &chance))
                let records = (0..<Int.random(in: 1...(round % 16 == 0 ? 400 : 32), using: &chance)).map {
                    TraceFuzzTests.record(UInt64($0), naming: place, &chance)
                }
                file.putChunk(chunk, records: records, text: text)
                file.put([0 as UInt64], at: file.offset(ofChunk: chunk) + 64 + records.count * 32 + 24)
            }
            let comment: Comment = "repeated text, round \(round)"
            Rounds.hold(comment) {
                _ = TraceFuzzTests.read(path, size: file.size, comment)
                if round % 64 == 0 { TraceFuzzTests.look(path) }
            }
        }
    }

    /// A record of any kind on one of a few edges or subscribers, which often names a text.
    private static func record(
        _ time: UInt64, naming place: (offset: Int, stored: Int), _ chance: inout SeededChance
    ) -> TraceEvent {
        let id = UInt64.random(in: 1...6, using: &chance)
        let isText = Int.random(in: 0..<3, using: &chance) > 0
        if Int.random(in: 0..<3, using: &chance) == 0 {
            let payload = isText ? TraceEvent.Payload.textReference(offset: place.offset, stored: place.stored, full: 0) : .int(1)
            let signal = SignalKind.allCases.randomElement(using: &chance)!
            return TraceEvent(time: time, kind: signal, edge: EdgeID(rawValue: UInt32(id)), payload: payload)
        }
        let kinds = CallKind.allCases.map(\.rawValue) + StepKind.allCases.map(\.rawValue) + FactKind.allCases.map(\.rawValue)
        // Some have an unknown kind.
        let kind = Int.random(in: 0..<16, using: &chance) == 0 ? UInt8.random(in: 1...255, using: &chance) : nil
        return TraceEvent(
            time: time, kind: kind ?? kinds.randomElement(using: &chance)!, subkind: UInt8.random(in: 0...7, using: &chance),
            id: id, number: UInt32.random(in: 1...4, using: &chance),
            value: isText ? WordValue(textAt: place.offset, stored: place.stored, full: 0) : WordValue(1, .int))
    }

    /// Changes bytes of a file and reads it, again and again. Returns the number of times that it could be opened.
    private static func mutate(_ path: String, rounds: Int, of name: String, _ chance: inout SeededChance) -> Int {
        let places = Array(0..<256) + Array(TraceFormat.pageSize..<TraceFormat.pageSize + 128)
        let file = MutatedFile(path, filler: FuzzSample.filler, and: places)
        var opened = 0
        for round in 0..<rounds {
            file.mutate(&chance)
            let comment: Comment = "\(name), round \(round)"
            Rounds.hold(comment) {
                if TraceFuzzTests.read(path, size: file.size, comment) { opened += 1 }
                // Costs many times as much.
                if round % 128 == 0 { TraceFuzzTests.look(path) }
            }
            file.restore()
        }
        #expect(TraceFuzzTests.read(path, size: file.size, "\(name), as it was"))
        return opened
    }

    /// Reads everything, as a viewer and as `diagnose` and `check` would, and compares the cost with the length of the file.
    private static func read(_ path: String, size: Int, _ comment: Comment) -> Bool {
        guard let file = try? TraceFile(path) else { return false }
        var sink = CountingReconstruction()
        file.read(into: &sink)
        let log = sink.reconstruction.log
        #expect(sink.records <= size / TraceFormat.recordSize + sink.facts, comment)
        #expect(log.entries.count <= 8 * sink.records + 4_096, comment)
        let named = log.entries.reduce(0) { $0 + ($1.event.textSpan?.stored ?? 0) }
        #expect(named <= 65 * (size + 4_096), comment)
        let links = sink.reconstruction.graph.edges.reduce(0) { $0 + $1.downstream.count }
        #expect(links <= 64 * sink.records + 4_096, comment)

        var model = StreamModel(lanes: [LaneSpec("buffer", .buffer), LaneSpec("link", .output)])
        model.update { $0 = log }
        for entry in model.log.entries { _ = model.text(of: entry.sequence) }
        judge(log)
        var reader = BottleneckReader(file, isOneRun: false, derivesEvents: true)
        reader.read()
        for report in reader.reports() { _ = report.verdict }
        _ = (reader.gaps, reader.beganLate)
        var rules = RuleReader(file, derivesEvents: true)
        _ = rules.violations().violations
        return true
    }

    /// The rules and the ledger.
    private static func judge(_ log: TraceLog) {
        var (check, ledger) = (RuleCheck(), Ledger())
        for entry in log.entries {
            _ = check.fold(entry, in: log)
            ledger.fold(entry, in: log)
        }
        _ = ledger.lines(in: log)
    }

    /// Reads it in steps and from a keyframe, lists and opens its pipelines, and exports it.
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

    /// Writes all words that a screen shows about a model.
    private static func tell(_ model: StreamModel) {
        _ = CaptionWriter.caption(of: model, at: model.end)
        _ = LogWriter.lines(of: StreamAnalysis(model), upTo: model.end, count: 50)
        for lane in model.lanes.indices {
            _ = Inspector.rows(of: StreamAnalysis(model), lane: lane, at: model.end)
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
            _ = lanes.jsonLine(for: entry, in: log, counters: counters)
            _ = ChromeTrace.lines(for: entry, in: log, on: lanes, counters: counters)
            _ = PerfettoTrace.packets(for: entry, in: log, counters: counters)
        }
    }
}

/// Derives a trace, and counts the records from which it is derived.
struct CountingReconstruction: RecordSink {
    var reconstruction = Reconstruction()
    private(set) var records = 0
    private(set) var facts = 0

    mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {
        facts += nodes.count + edges.count
        reconstruction.declare(nodes: nodes, edges: edges)
    }

    mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
        records += 1
        reconstruction.append(record, thread: thread, bytes: bytes)
    }

    mutating func record(missed: Int) {
        reconstruction.record(missed: missed)
    }

    mutating func recordGap(until time: UInt64) {
        reconstruction.recordGap(until: time)
    }
}
