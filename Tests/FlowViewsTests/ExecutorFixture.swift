import FlowTrace
import Foundation
import Synchronization

@testable import FlowViews

/// The trace of a program whose main actor is blocked from 2.0 to 3.4 s, while a loop on it has an open request, for golden frames.
///
/// The file is kept beside the frames, as that of ``ProgramFixture``.
enum ExecutorFixture {
    private final class Clock: Sendable {
        let milliseconds = Atomic<UInt64>(0)
    }

    /// The path of the file.
    static let path = GoldenFile("x").url.deletingLastPathComponent().appending(path: "blocked.fvz").path

    /// Writes the file.
    static func write(to path: String) throws {
        let clock = Clock()
        let recorder = try Recorder(
            file: path, options: TraceFileOptions(size: 1 << 20), command: ["Desk"],
            clock: .custom { clock.milliseconds.load(ordering: .relaxed) * 1_000_000 })
        let stream = recorder.declareNode(.buffer, name: "AsyncStream")
        let loop = recorder.declareNode(.sink, name: "for await")
        let source = recorder.declareNode(.source, name: "yield")
        let input = recorder.declareEdge(.link, label: "yield", upstream: source, downstream: stream)
        let store = recorder.declareEdge(.store, label: "AsyncStream", upstream: stream, downstream: stream)
        let output = recorder.declareEdge(.link, label: "for await", upstream: stream, downstream: loop)
        for edge in [output, input] { recorder.record(.subscribed, on: edge) }
        recorder.record(.request, on: input, demand: .unlimited)
        recorder.record(.request, on: output, demand: .max(1))
        var held: [Int] = []
        for tick in 1...40 {
            clock.milliseconds.store(UInt64(tick) * 100, ordering: .relaxed)
            measure(tick, recorder)
            recorder.record(.value, on: input, value: .int(tick))
            recorder.record(.buffered, on: store, value: .int(tick))
            held.append(tick)
            guard !(20..<34).contains(tick) else { continue }
            for value in held {
                recorder.record(.unbuffered, on: store, value: .int(value))
                recorder.record(.value, on: output, value: .int(value))
                recorder.record(.request, on: output, demand: .max(1))
            }
            held = []
        }
        recorder.close()
        try TraceFile(path).trim()
    }

    /// The measurements of a tenth of a second.
    private static func measure(_ tick: Int, _ recorder: Recorder) {
        func record(_ kind: ExecutorKind, of executor: TracedExecutor, wait: UInt64, sum: UInt64, _ count: UInt32) {
            recorder.record(kind, of: executor, ExecutorFigures(wait: wait * 100_000, word: sum * 100_000, number: count))
        }
        if tick % 10 == 0 { record(.served, of: .pool, wait: 4, sum: 20, 10) }
        switch tick {
        case 10, 20: record(.served, of: .mainActor, wait: 3, sum: 15, 10)
        case 22, 25, 28, 31: record(.waits, of: .mainActor, wait: UInt64(tick - 20) * 1_000, sum: UInt64(tick - 21) * 1_000, 0)
        case 34:
            record(.waited, of: .mainActor, wait: 14_000, sum: 13_000, 0)
            record(.served, of: .mainActor, wait: 14_000, sum: 14_000, 1)
        default: break
        }
    }
}
