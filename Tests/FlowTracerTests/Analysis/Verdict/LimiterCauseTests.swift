import FlowCombine
import FlowCore
import FlowTestSupport
import FlowTrace
import Testing

@testable import FlowGraph
@testable import FlowText
@testable import FlowVerdict

/// Operators whose purpose is to drop values are not blamed for it.
@Suite("debounce and throttle in verdicts")
struct LimiterCauseTests {
    /// Ten values, 30 ms apart, then the end.
    private func report(
        _ chain: (PassthroughSubject<Int, Never>, VirtualTimeScheduler) -> AnyCancellable
    ) -> PipelineReport? {
        let scheduler = VirtualTimeScheduler()
        let recorder = Recorder(clock: scheduler.clock.traceClock)
        let (tracer, sink) = FlowTracer.tracing(into: recorder) { () -> AnyCancellable in
            let subject = PassthroughSubject<Int, Never>()
            let sink = chain(subject, scheduler)
            for value in 1...10 {
                subject.send(value)
                scheduler.advance(by: .seconds(0.03))
            }
            subject.send(completion: .finished)
            scheduler.advance(by: .seconds(0.5))
            return sink
        }
        tracer.stop()
        var records = Reconstruction()
        recorder.drain(into: &records)
        scheduler.removeAll()
        withExtendedLifetime(sink) {}
        var meter = UtilizationMeter()
        for entry in records.log.entries { meter.fold(entry, in: records.log) }
        return meter.reports(at: TraceTime(seconds: 0.8), in: records.log).first
    }

    @Test func `a throttle that leaves out values holds nobody back`() {
        let report = report { $0.throttle(for: .seconds(0.2), scheduler: $1, latest: true).sink { _ in } }

        #expect(report?.run.text.hasPrefix("finished at ") == true)
        #expect(report?.run.text.contains("throttle passed on ") == true)
        #expect(report?.run.culprit == nil)
    }

    @Test func `a debounce that passes none on is the news`() {
        let report = report { $0.debounce(for: .seconds(0.1), scheduler: $1).sink { _ in } }

        #expect(
            report?.run.text
                == "finished at 0.30 s; debounce passed none of 10 values on: values were replaced before the interval was over; "
                + "value 10 dropped at debounce: ended")
        #expect(report.flatMap { $0.culprit(of: $0.run) }?.name == "debounce")
    }
}
