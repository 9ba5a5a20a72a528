import FlowTestSupport
import FlowTrace
import FlowCombine
import Synchronization
import Testing
@testable import FlowAnalysis
@testable import FlowCore
@testable import FlowModel

/// A trace that is folded from a keyframe gives the same results as one that is folded from its start.
@Suite("keyframes", .serialized)
struct KeyframeTests {
    /// The number of times that each thread subscribes to a buffer.
    private static let roundCount = Rounds.isLong ? 10 : 3

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Plays every appetite in a long run, otherwise only one.
    @Test(
        "what comes after a keyframe, and the lanes from it on, are those of the whole trace", arguments: Pipeline.all.indices)
    func folding(_ index: Int) throws {
        let pipeline = Pipeline.all[index]
        var chance = SeededChance(seed: UInt64(index))
        let one = pipeline.appetites[chance.below(pipeline.appetites.count)]
        for appetite in Rounds.isLong ? pipeline.appetites : [one] {
            let file = try record(pipeline, appetite)
            var whole = TraceFold(file)
            let count = whole.read()
            for _ in 0..<(Rounds.isLong ? 3 : 1) {
                let keyframe = KeyframeTests.keyframe(of: file, after: Int.random(in: 0...count, using: &chance))
                var part = keyframe
                part.read()

                let name = "\(pipeline), \(appetite), from \(keyframe.end.sequence)"
                let entries = KeyframeTests.told(whole.reconstruction.log, after: keyframe.end.sequence)
                #expect(KeyframeTests.told(part.reconstruction.log, after: keyframe.end.sequence) == entries, "\(name)")
                let edges = whole.reconstruction.log.edges.map(\.id)
                #expect(
                    edges.map { part.pipelines.edge($0)?.totals } == edges.map { whole.pipelines.edge($0)?.totals }, "\(name)")
                #expect(KeyframeTests.rows(&part) == KeyframeTests.rows(&whole), "\(name)")
                expectLanes(of: part, from: keyframe, toBeThoseOf: &whole, name)
            }
        }
    }

    private func expectLanes(of part: TraceFold, from keyframe: TraceFold, toBeThoseOf whole: inout TraceFold, _ name: String) {
        for id in KeyframeTests.ids(&whole) {
            let full = KeyframeTests.model(id, of: whole)
            let late = KeyframeTests.model(id, of: part, past: [keyframe.pipelines])

            #expect(late.end == full.end, "\(name), \(id)")
            for sequence in late.log.forgotten...full.log.count {
                #expect(KeyframeTests.told(late, at: sequence) == KeyframeTests.told(full, at: sequence), "\(name), \(id)")
            }
        }
    }

    @Test(
        "what comes after a keyframe is the same in a trace of several threads, and in a ring that came round",
        arguments: [false, true])
    func threads(isRing: Bool) throws {
        let file = try recordThreads(isRing: isRing)
        var whole = TraceFold(file)
        let count = whole.read()
        #expect(file.hasWrapped == isRing)
        #expect(count > (isRing ? 8_000 : 2_000 * KeyframeTests.roundCount))
        #expect(isRing || Set(whole.reconstruction.log.entries.map(\.thread)).count >= 4)
        var chance = SeededChance(seed: 4)
        for _ in 0..<(Rounds.isLong ? 4 : 1) {
            let keyframe = KeyframeTests.keyframe(of: file, after: Int.random(in: 0...count, using: &chance))
            var part = keyframe
            part.read()

            let name: Comment = "from \(keyframe.end.sequence)"
            let first = max(keyframe.end.sequence, whole.reconstruction.log.count - 2_000)
            let entries = KeyframeTests.told(whole.reconstruction.log, after: first)
            #expect(KeyframeTests.told(part.reconstruction.log, after: first) == entries, name)
            #expect(part.end == whole.end && part.overtaken == whole.overtaken, name)
            let edges = whole.reconstruction.log.edges
            #expect(part.reconstruction.log.edges == edges, name)
            let totals = edges.map { whole.pipelines.edge($0.id)?.totals }
            #expect(edges.map { part.pipelines.edge($0.id)?.totals } == totals, name)
            #expect(KeyframeTests.rows(&part) == KeyframeTests.rows(&whole), name)
        }
    }

    @Test("an index that grows too heavy keeps every other keyframe, and finds the last one before a time")
    func index() throws {
        var time: UInt64 = 0
        var fold = TraceFold()
        var index = TraceIndex(fold, budget: 40 * fold.weight)
        for _ in 0..<400 {
            fold.update { sink in
                for _ in 0..<1_024 {
                    time += 1_000
                    sink.append(TraceEvent(time: time, kind: .value, edge: EdgeID(rawValue: 1)), thread: 1, bytes: nil)
                }
            }
            index.record(fold)
        }

        #expect(index.keyframes.count <= 40)
        #expect(index.distance == 16_384)
        let places = index.keyframes.map(\.end.sequence)
        #expect(places == stride(from: 0, through: 25 * 16_384, by: 16_384).map { $0 })
        for sequence in [1, 16_384, 16_385, 200_000, 409_600] {
            let moment = TraceTime(nanoseconds: UInt64(sequence) * 1_000)
            let before = places.last { $0 < sequence } ?? 0
            #expect(index.keyframe(at: moment, from: moment, reach: 0).end.sequence == before)
            #expect(index.keyframe(at: moment, from: .zero, reach: .max).end.sequence == 0)
            #expect(index.keyframe(at: moment, from: .zero, reach: 20_000).end.sequence >= before - 20_000)
            #expect(index.moments(from: .zero, upTo: before).map(\.sequence) == places.filter { $0 <= before })
        }
    }

    // MARK: Traces

    private func record(_ pipeline: Pipeline, _ appetite: Appetite) throws -> TraceFile {
        let path = folder.path("a.fvz")
        let recorder = try Recorder(file: path, options: TraceFileOptions(size: TraceFileOptions.minimumSize))
        let (tracer, bench) = FlowTracer.tracing(into: recorder, values: .all(limit: 80)) { Bench.run(pipeline, appetite) }
        tracer.stop()
        recorder.close()
        withExtendedLifetime(bench) {}
        return try TraceFile(path)
    }

    /// A buffer on each of four threads, subscribed again and again.
    private func recordThreads(isRing: Bool) throws -> TraceFile {
        let path = folder.path("a.fvz")
        let recorder = try Recorder(
            file: path, options: TraceFileOptions(size: isRing ? TraceFileOptions.minimumSize : 16 << 20, isRing: isRing))
        let tracer = FlowTracer(TraceTarget(recorder: recorder), scopeOnly: true)
        tracer.start()
        let begun = Atomic<Int>(0)
        onThreads(4) { _ in
            tracer.watching { _ = Just(1).sink { _ in } }
            // All threads start before any ends, so that none reuses the number of an ended one.
            begun.add(1, ordering: .relaxed)
            while begun.load(ordering: .relaxed) < 4 { yieldThread() }
            for _ in 0..<KeyframeTests.roundCount {
                tracer.watching {
                    let source = PassthroughSubject<String, Never>()
                    let sink = CustomDemandSink<String, Never>(demand: .max(40)) { _ in }
                    source.buffer(size: 4, prefetch: .byRequest, whenFull: .dropOldest).map { $0 + "!" }.subscribe(sink)
                    for value in 0..<1_000 { source.send("a value of more than fifteen bytes, \(value)") }
                    source.send(completion: .finished)
                    withExtendedLifetime(sink) {}
                }
            }
        }
        tracer.stop()
        recorder.close()
        return try TraceFile(path)
    }

    private static func keyframe(of file: TraceFile, after count: Int) -> TraceFold {
        var fold = TraceFold(file)
        fold.read(limit: count)
        return fold.keyframe
    }

    // MARK: The compared text

    /// The entries after an event; earlier causes are omitted.
    private static func told(_ log: TraceLog, after sequence: Int) -> [String] {
        log.entries(after: sequence).map { entry in
            let cause = entry.cause.flatMap { $0 > sequence ? $0 : nil } ?? 0
            let value = log.value(of: entry)?.description ?? "-"
            return
                "\(entry.sequence) \(entry.time) \(entry.kind) \(entry.edge) \(value) \(entry.event.demand?.rawValue ?? 0) <\(cause)"
        }
    }

    private static func ids(_ fold: inout TraceFold) -> [PipelineID] {
        var pipelines = fold.pipelines
        return pipelines.ids(by: .age, in: fold.reconstruction.log)
    }

    private static func rows(_ fold: inout TraceFold) -> [PipelineSummary] {
        var pipelines = fold.pipelines
        return ids(&fold).compactMap { pipelines.summary(of: $0, at: fold.end.time, in: fold.reconstruction.log) }
    }

    private static func model(_ id: PipelineID, of fold: TraceFold, past: [Pipelines] = []) -> StreamModel {
        var (pipelines, model) = (fold.pipelines, PipelineModel(id, past: past))
        model.update(from: fold.reconstruction.log, in: &pipelines)
        return model.model
    }

    /// The lanes at a moment.
    private static func told(_ model: StreamModel, at sequence: Int) -> [String] {
        model.lanes.indices.map { index in
            let lane = model.lanes[index]
            let held = lane.held(after: sequence).map { "\(model.text(of: $0.entered)) since \($0.enteredAt)" }
            // If a lane has several stores, their common peak before the keyframe is unknown.
            let isOne = model.log.edges.count { $0.label == lane.spec.name } == 1
            let peak = isOne ? "\(lane.peak(upTo: sequence))" : ""
            return """
                \(lane.spec) \(lane.totals(upTo: sequence)) \(held) \(peak) \
                \(model.state(ofLane: index, at: sequence)) \(model.node(ofLane: index)?.name ?? "-")
                """
        }
    }
}
