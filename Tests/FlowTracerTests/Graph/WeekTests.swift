import FlowTestSupport
import FlowTrace
import Foundation
import Testing
@testable import FlowAnalysis
@testable import FlowCore
@testable import FlowGraph
@testable import FlowModel

/// A program's work, repeated again and again, and the knowledge of a viewer that forgets events as it reads on.
///
/// `FLOWVIZ_SUBSCRIPTIONS` sets the number of subscriptions; `make week` uses a hundred million, and prints their cost.
@Suite("A simulated week")
struct WeekTests {
    private static let wanted = ProcessInfo.processInfo.environment["FLOWVIZ_SUBSCRIPTIONS"].flatMap { Int($0) }
    private let tape = Tape(steps: WeekTests.wanted == nil ? 1_000 : 20_000)

    @Test func `what is over takes no room`() {
        let end = WeekTests.wanted ?? 20_000
        var week = Week(tape, TraceFold(isMeasuring: true))
        var rooms: [Room] = []
        if WeekTests.wanted != nil { print("subscriptions  seconds     MB  edges") }
        for part in 1...10 {
            week.play(upTo: end / 10 * part)
            rooms.append(Room(week.fold))
            if WeekTests.wanted != nil { print(week.line) }
        }

        #expect(Set(rooms[4...]) == [rooms[4]])
        #expect(week.fold.reconstruction.unbalancedCalls == 0 && week.fold.reconstruction.strayCalls == 0)
    }

    @Test func `sums are those of a fold that keeps everything`() {
        let end = WeekTests.wanted.map { min($0, 1_000_000) } ?? 5_000
        var weeks = [16, .max].map { Week(tape, TraceFold(keeping: $0)) }

        for index in weeks.indices { weeks[index].play(upTo: end) }

        #expect(Sums(weeks[0].fold) == Sums(weeks[1].fold))
        #expect(weeks[1].fold.log.edges.count > 4 * weeks[0].fold.log.edges.count)
    }
}

/// The records of a program that makes and ends subscriptions, and finally returns to its initial state.
private struct Tape {
    private(set) var beginning = Records()
    private(set) var work = Records()

    init(steps: Int) {
        let recorder = Recorder()
        let (tracer, churn) = FlowTracer.tracing(into: recorder) { Churn(seed: 1) }
        recorder.drain(into: &beginning)
        for step in 0..<steps {
            tracer.watching { churn.step(step) }
            if step % 500 == 0 { recorder.drain(into: &work) }
        }
        tracer.watching { churn.settle() }
        recorder.drain(into: &work)
        tracer.stop()
    }
}

/// Records of one thread, with their text.
private struct Records: RecordSink {
    private var all: [(record: TraceEvent, text: [UInt8]?)] = []

    mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {}
    mutating func record(missed: Int) { precondition(missed == 0) }

    mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
        all.append((record, bytes.map { Array($0) }))
    }

    /// Its duration, in nanoseconds.
    var duration: UInt64 { (all.last?.record.time ?? 0) - (all.first?.record.time ?? 0) }

    /// Plays the records with their times moved by `time`.
    func play(later time: UInt64, into sink: inout Reconstruction) {
        for (recorded, text) in all {
            var record = recorded
            record.time += time
            if let text {
                text.withUnsafeBytes { sink.append(record, thread: 0, bytes: $0) }
            } else {
                sink.append(record, thread: 0, bytes: nil)
            }
        }
    }
}

/// The knowledge about the work that is repeated.
private struct Week {
    private let tape: Tape
    private(set) var fold: TraceFold
    private var rounds: UInt64 = 0
    private var subscriptions = 0
    private let start = Date()

    init(_ tape: Tape, _ fold: TraceFold) {
        (self.tape, self.fold) = (tape, fold)
        self.fold.update { tape.beginning.play(later: 0, into: &$0) }
    }

    mutating func play(upTo wanted: Int) {
        while subscriptions < wanted {
            fold.forget(upTo: .max)
            fold.update { tape.work.play(later: rounds * tape.work.duration, into: &$0) }
            rounds += 1
            subscriptions += fold.log.entries.count { $0.kind == .subscribed }
        }
    }

    /// The cost so far.
    var line: String {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)).flatMap {
            Int($0.split(separator: " ")[1])
        }
        return String(
            format: "%13d  %7.1f  %5.1f  %5d", subscriptions, -start.timeIntervalSinceNow, Double(pages ?? 0) / 256,
            fold.log.edges.count)
    }
}

/// The sizes of the tables that a fold keeps.
private struct Room: Hashable {
    let edges: Int
    let nodes: Int
    let shapes: Int
    let groups: Int
    let pipelines: Int

    init(_ fold: TraceFold) {
        (edges, nodes, pipelines) = (fold.log.edges.count, fold.log.nodes.count, fold.pipelines.count)
        (shapes, groups) = (fold.reconstruction.graph.ended.shapeCount, fold.reconstruction.graph.groups.count)
    }
}

/// The signals of all edges from one operator to another.
private struct Sums: Equatable {
    private var counts: [String: [Int]] = [:]

    init(_ fold: TraceFold) {
        let log = fold.log
        for edge in fold.pipelines.edges {
            let names = [edge.fact.upstream, edge.fact.downstream].map { $0.flatMap { log.node($0)?.name } ?? "?" }
            let sums = edge.totals
            let added = [
                sums.values, sums.requests, sums.returns, sums.dropped, sums.buffered, sums.unbuffered, sums.droppedWhileHeld,
                sums.endings, sums.subscriptions, Int(sums.unasked),
            ]
            let name = "\(edge.fact.role) \(names.joined(separator: " → "))"
            counts[name] = zip(counts[name] ?? added.map { _ in 0 }, added).map(+)
        }
    }
}
