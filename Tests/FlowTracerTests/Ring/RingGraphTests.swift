import FlowTestSupport
import Foundation
import Testing

@testable import FlowGraph
@testable import FlowTrace

/// A ring that has wrapped around many times keeps the graph of the live subscriptions, for any number of ended ones.
@Suite("the graph in a ring")
struct RingGraphTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Collects the times of the records in their order.
    private struct Times: RecordSink {
        var all: [UInt64] = []
        var gaps = 0

        mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {}
        mutating func record(missed: Int) {}
        mutating func recordGap(until time: UInt64) { gaps += 1 }
        mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
            if record.fact != .typeName { all.append(record.time) }
        }
    }

    private static func reconstruction(of file: TraceFile) -> Reconstruction {
        var found = Reconstruction()
        file.read(into: &found)
        return found
    }

    private static func expectWhole(_ file: TraceFile, _ program: ChurnProgram, _ name: Comment) {
        let found = reconstruction(of: file)
        let live = found.graph.edges.filter(\.isLive)
        #expect(live.map(\.key.id).sorted() == program.living, name)
        #expect(found.strayCalls == 0, name)
        let labels = Set(found.log.edges.map { $0.label.prefix { $0 != " " } })
        #expect(labels.isSubset(of: ["PassthroughSubject", "map"]), name)
        #expect(file.lostFacts == 0, name)
    }

    @Test(
        "whoever comes at any moment finds what lives, nothing else that goes on, and no call of what it does not know",
        arguments: [(1, 0, 60), (16, 500, 12), (64, 2_000, 12)], Rounds.seeds(full: 10, sample: 1))
    func late(ring: (mebibytes: Int, textSize: Int, calm: Int), seed: UInt64) throws {
        let path = folder.path("a.fvz")
        let program = try ChurnProgram(
            path, size: ring.mebibytes << 20, textSize: ring.textSize, calm: ring.calm, seed: seed)
        var chance = SeededChance(seed: seed + 1)
        let file = try TraceFile(path)
        for moment in 0..<(Rounds.isLong ? 100 : 4) {
            for _ in 0..<(1 + chance.below(Rounds.isLong ? 10_000 : 20_000)) { program.step() }
            RingGraphTests.expectWhole(file, program, "\(ring.mebibytes) MiB, seed \(seed), moment \(moment)")
        }
        #expect(file.hasWrapped)
    }

    @Test("who keeps up reads every record once, through all that is moved", arguments: Rounds.seeds(full: 10, sample: 1))
    func following(seed: UInt64) throws {
        let path = folder.path("a.fvz")
        let program = try ChurnProgram(path, size: 2 << 20, lasting: 100, seed: seed)
        var chance = SeededChance(seed: seed + 1)
        var cursor = TraceCursor(try TraceFile(path))
        var times = Times()
        var found = Reconstruction()
        var other = TraceCursor(try TraceFile(path))
        for _ in 0..<(Rounds.isLong ? 200 : 50) {
            for _ in 0..<(1 + chance.below(1_000)) { program.step() }
            cursor.read(into: &times)
            other.read(into: &found)
        }

        #expect(times.all == Array(1...program.time))
        #expect(times.gaps == 0 && cursor.overtaken == 0)
        #expect(found.graph.edges.filter(\.isLive).map(\.key.id).sorted() == program.living)
        #expect(found.strayCalls == 0 && found.unbalancedCalls == 0)
    }

    @Test(
        "who reads while the ring turns finds what lived when the reading began; then it keeps up, or knows that it does not",
        arguments: [5, 20, 100], Rounds.seeds(full: 20, sample: 1))
    func turning(pace: Int, seed: UInt64) throws {
        let path = folder.path("a.fvz")
        let program = try ChurnProgram(path, size: 2 << 20, seed: seed)
        for _ in 0..<20_000 { program.step() }
        let file = try TraceFile(path)
        var cursor = TraceCursor(file)
        let living = program.living
        var reading = DrivingReconstruction(program, pace: pace)
        cursor.read(into: &reading, until: program.time)

        #expect(reading.found.graph.edges.filter(\.isLive).map(\.key.id).sorted() == living)
        #expect(reading.found.strayCalls == 0)
        #expect(!cursor.hasLostTrack)

        cursor.read(into: &reading.found)
        // Between these paces, the outcome is random.
        #expect(cursor.hasLostTrack ? pace > 5 : pace < 100)
        if !cursor.hasLostTrack {
            #expect(reading.found.graph.edges.filter(\.isLive).map(\.key.id).sorted() == program.living)
            #expect(reading.found.strayCalls == 0)
        }
    }

    @Test("who was away for long knows that it has lost track, and finds what lives when it begins again")
    func away() throws {
        let path = folder.path("a.fvz")
        let program = try ChurnProgram(path, size: 2 << 20, seed: 1)
        let file = try TraceFile(path)
        var cursor = TraceCursor(file)
        var times = Times()
        for _ in 0..<(Rounds.isLong ? 100 : 20) {
            for _ in 0..<1_000 { program.step() }
            cursor.read(into: &times)
        }
        #expect(file.hasWrapped && !cursor.hasLostTrack)

        for _ in 0..<(Rounds.isLong ? 300_000 : 30_000) { program.step() }
        cursor.read(into: &times)
        var other = TraceCursor(file)
        other.read(into: &times)

        #expect(cursor.hasLostTrack && cursor.overtaken > 0)
        #expect(!other.hasLostTrack)
        RingGraphTests.expectWhole(file, program, "after it was away")
    }

    @Test("who is killed at whatever moment leaves a graph of what lived", arguments: Rounds.seeds(full: 100, sample: 3))
    func killed(seed: UInt64) throws {
        var chance = SeededChance(seed: seed)
        let status = try KilledProgram.run(
            BuiltProgram.path("FlowTraceProbe"), [folder.path("a.fvz"), folder.path("progress"), "ring"],
            killAfter: 8 + chance.below(Rounds.isLong ? 50 : 12))
        #expect(status == .signalled(SIGKILL))
        let progress = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("progress"))))
        let counts = progress.withUnsafeBytes { bytes in
            (0..<4).map { Int(bytes.load(fromByteOffset: $0 * 8, as: UInt64.self)) }
        }
        let file = try TraceFile(folder.path("a.fvz"))
        let found = RingGraphTests.reconstruction(of: file)

        let live = found.graph.edges.filter(\.isLive).map(\.key.id).sorted()
        let lasting = counts.enumerated().flatMap { thread, count in
            stride(from: 0, to: count, by: 500).map { UInt64(thread + 1) * 1_000_000_000 + UInt64($0) }
        }
        // Each thread may have been killed with one more subscriber just begun, or with the last just cancelled.
        let others = live.filter { !lasting.contains($0) }
        #expect(Set(lasting).isSubset(of: live))
        #expect(others.count <= 4 && Set(others.map { $0 / 1_000_000_000 }).count == others.count)
        #expect(
            zip(counts, 0...).allSatisfy { count, thread in
                others.allSatisfy { $0 / 1_000_000_000 != UInt64(thread + 1) || Int($0 % 1_000_000_000) >= count - 1 }
            })
        #expect(file.hasWrapped)
        #expect(found.strayCalls == 0)
        #expect(file.lostFacts == 0)
    }
}

/// Folds records while the program that writes them goes on.
private struct DrivingReconstruction: RecordSink {
    var found = Reconstruction()
    private let program: ChurnProgram
    /// The number of steps of the program for every hundred records read.
    private let pace: Int
    private var count = 0

    init(_ program: ChurnProgram, pace: Int) {
        self.program = program
        self.pace = pace
    }

    mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) { found.declare(nodes: nodes, edges: edges) }
    mutating func record(missed: Int) { found.record(missed: missed) }
    mutating func recordGap(until time: UInt64) { found.recordGap(until: time) }
    mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
        found.append(record, thread: thread, bytes: bytes)
        for _ in 0..<((count + 1) * pace / 100 - count * pace / 100) { program.step() }
        count += 1
    }
}
