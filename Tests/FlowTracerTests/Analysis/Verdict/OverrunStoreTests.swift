import FlowCombine
import FlowCore
import FlowGraph
import FlowTrace
import Testing

@testable import FlowVerdict

/// Verdicts on stages that work without a break, but have values above or below them that tell who is slow.
@Suite("Stores that get more than is taken")
struct OverrunStoreTests {
    /// The verdict on a chain after some time, and the name of the stage to blame.
    ///
    /// - Parameter rest: The seconds for which the sink rests after three values; `nil` if it requests all.
    private func verdict(
        after seconds: Double, _ build: (VirtualTimeScheduler) -> AnyPublisher<Int, Never>, rest: Double?
    ) throws -> (text: String, culprit: String?) {
        let scheduler = VirtualTimeScheduler()
        let recorder = Recorder(clock: scheduler.clock.traceClock)
        let (tracer, kept) = FlowTracer.tracing(into: recorder) { () -> Any in
            let publisher = build(scheduler)
            let sink = rest.map { PacedEnd<Never>(batch: 3, rest: .seconds($0), pause: nil, scheduler: scheduler) }
            if let sink { publisher.subscribe(sink) }
            let kept: Any = sink ?? publisher.sink { _ in }
            scheduler.advance(to: VirtualTime(seconds: seconds))
            return kept
        }
        tracer.stop()
        var records = Reconstruction()
        recorder.drain(into: &records)
        scheduler.removeAll()
        withExtendedLifetime(kept) {}
        var meter = UtilizationMeter()
        for entry in records.log.entries { meter.fold(entry, in: records.log) }
        let report = try #require(meter.reports(at: TraceTime(seconds: seconds), in: records.log).first)
        let culprit = report.stages.first { $0.id == report.verdict.culprit }
        return (report.verdict.text, culprit?.name)
    }

    @Test func `a queue that works through its values is named, also when its source and the buffer above are done`() throws {
        let verdict = try verdict(
            after: 20,
            {
                (1...1_000).publisher.buffer(size: 4, prefetch: .keepFull, whenFull: .dropOldest)
                    .receive(on: SerialQueue($0, service: .seconds(0.5))).eraseToAnyPublisher()
            }, rest: nil)

        #expect(verdict.culprit == "receive(on:)", "\(verdict.text)")
    }

    @Test(arguments: [false, true])
    func `a slow sink is named before a busy queue whose values pile up below it`(isDropping: Bool) throws {
        let verdict = try verdict(
            after: 20,
            { scheduler in
                let queued = (1...4_000).publisher.receive(on: SerialQueue(scheduler, service: .seconds(0.02)))
                let kept =
                    isDropping
                    ? queued.buffer(size: 8, prefetch: .byRequest, whenFull: .dropOldest).eraseToAnyPublisher()
                    : queued.buffer(size: 4, prefetch: .keepFull, whenFull: .dropOldest)
                        .flatMap(maxPublishers: .max(1)) { Just($0).delay(for: .seconds(0.005), scheduler: scheduler) }
                        .eraseToAnyPublisher()
                return kept.receive(on: SerialQueue(scheduler, service: .seconds(0.02))).eraseToAnyPublisher()
            }, rest: 0.9)

        #expect(verdict.culprit == "pacedEnd", "\(verdict.text)")
    }
}
