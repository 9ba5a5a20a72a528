import FlowTrace
import FlowCombine
import Synchronization
import Testing
@testable import FlowAnalysis
@testable import FlowCore
@testable import FlowGraph
@testable import FlowModel
@testable import FlowText

/// A lane that shows many subscriptions describes the ended ones.
@Suite("a lane of several subscriptions", .serialized)
struct FoldedLaneTests {
    private final class Time: Sendable {
        private let seconds = Atomic<UInt64>(0)

        var nanoseconds: UInt64 { seconds.load(ordering: .relaxed) * 1_000_000_000 }

        func advance() { seconds.add(1, ordering: .relaxed) }
    }

    private static func subscribe(_ bus: PassthroughSubject<Int, Never>, failingAt limit: Int) -> AnyCancellable {
        bus.tryMap { value in
            guard value < limit else { throw TestFailure() }
            return value
        }
        .sink(receiveCompletion: { _ in }, receiveValue: { (_: Int) in })
    }

    /// Four subscriptions: one fails at 2 s, one is cancelled at 4 s, one at 5 s, one lives.
    private static func recorded() -> Reconstruction {
        let time = Time()
        let recorder = Recorder(clock: .custom { time.nanoseconds })
        let bus = PassthroughSubject<Int, Never>()
        let (tracer, kept) = FlowTracer.tracing(into: recorder) {
            time.advance()
            var all = [1, 9, 9, 9].map { FoldedLaneTests.subscribe(bus, failingAt: $0) }
            time.advance()
            bus.send(1)
            time.advance()
            bus.send(2)
            time.advance()
            all.remove(at: 1).cancel()
            time.advance()
            bus.send(3)
            all.remove(at: 1).cancel()
            return all
        }
        tracer.stop()
        var found = Reconstruction()
        recorder.drain(into: &found)
        withExtendedLifetime(kept) {}
        return found
    }

    private static func rows(_ model: PipelineModel, at moment: Moment) -> [String] {
        let lane = model.model.lanes.firstIndex { $0.spec.name == "tryMap" } ?? -1
        return Inspector.rows(of: model.stream, lane: lane, at: moment).compactMap { row in
            switch row {
            case .lives(let live, let ended): "\(live) live, \(ended) ended"
            case .life(let choice, let life, nil):
                "\(choice): \(life.state.map { "\($0)" } ?? "?") lasted \((life.lasted ?? 0) / 1_000_000_000), \(life.values ?? -1) received"
            default: nil
            }
        }
    }

    @Test func `its inspector shows what failed, the longest and the last`() throws {
        let found = FoldedLaneTests.recorded()
        var pipelines = Pipelines()
        pipelines.update(from: found.log, upTo: found.log.count)
        var opened = PipelineModel(try #require(pipelines.ids(by: .age, in: found.log).first))
        opened.update(from: found.log, in: &pipelines)

        #expect(
            FoldedLaneTests.rows(opened, at: opened.model.end) == [
                "1 live, 3 ended", "failed: failed(at: 2) lasted 1, 0 received",
                "longest: cancelled(at: 5) lasted 4, 3 received", "last: cancelled(at: 4) lasted 3, 2 received",
            ])
        let third = try #require(opened.model.log.entries.last { $0.time.nanoseconds == 3_000_000_000 })
        #expect(
            FoldedLaneTests.rows(opened, at: Moment(time: third.time, sequence: third.sequence)) == [
                "3 live, 1 ended", "failed: failed(at: 2) lasted 1, 0 received",
                "longest: failed(at: 2) lasted 1, 0 received",
            ])
    }
}
