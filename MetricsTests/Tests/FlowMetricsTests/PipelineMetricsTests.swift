import CoreMetrics
import FlowMetrics
import FlowCombine
import Synchronization
import Testing

/// A backend gets what the pipelines of its process do.
@Suite("Pipeline metrics", .serialized)
struct PipelineMetricsTests {
    /// Asks for one value, and for more only when it is told to.
    private final class Stepper: Subscriber {
        private var subscription: (any Subscription)?

        func receive(subscription: any Subscription) {
            self.subscription = subscription
            subscription.request(.max(1))
        }

        func receive(_ input: Int) -> Subscribers.Demand { .none }

        func receive(completion: Subscribers.Completion<Never>) {}

        func step() { subscription?.request(.max(1)) }
    }

    /// What a full buffer before a slow subscriber comes to: five values, two of which were taken, and two wait.
    private func play(_ subject: PassthroughSubject<Int, Never>, _ stepper: Stepper) {
        subject.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).subscribe(stepper)
        for value in 1...4 { subject.send(value) }
        stepper.step()
        subject.send(5)
    }

    private func stage(_ name: String, _ more: String = "") -> String {
        "{program=app,pipeline=PassthroughSubject → buffer → stepper,number=1,stage=\(name)\(more)}"
    }

    @Test func `a backend gets the counts, and what is held, asked for and to blame`() {
        let (backend, subject, stepper) = (RecordedMetrics(), PassthroughSubject<Int, Never>(), Stepper())
        let metrics = PipelineMetrics(program: "app", every: .seconds(3_600), factory: backend)
        play(subject, stepper)
        metrics.finish()

        let numbers = backend.numbers.filter { !$0.key.contains("seconds") }
        #expect(
            numbers == [
                "flow_stage_values_total\(stage("PassthroughSubject"))": 5, "flow_stage_values_total\(stage("buffer"))": 5,
                "flow_stage_values_total\(stage("stepper"))": 2,
                "flow_stage_dropped_total\(stage("buffer", ",reason=overflow_oldest"))": 1,
                "flow_stage_held\(stage("buffer"))": 2, "flow_stage_capacity\(stage("buffer"))": 2,
                "flow_stage_demand\(stage("stepper"))": 0,
                "flow_pipeline_culprit\(stage("PassthroughSubject"))": 0, "flow_pipeline_culprit\(stage("buffer"))": 0,
                "flow_pipeline_culprit\(stage("stepper"))": 1,
                "flow_trace_missing_events_total{program=app}": 0, "flow_trace_incomplete{program=app}": 0,
            ])
        let times = Set(backend.numbers.keys.filter { $0.contains("seconds") })
        let states = ["PassthroughSubject", "buffer", "stepper"].flatMap { name in
            ["busy", "starved", "held_back"].map { "flow_stage_state_seconds_total\(stage(name, ",state=\($0)"))" }
        }
        #expect(
            times
                == Set(states + ["flow_stage_oldest_seconds\(stage("buffer"))", "flow_trace_start_time_seconds{program=app}"]))
    }

    @Test func `what it does not know any more is destroyed, and what it does not watch does not count`() {
        let (backend, subject, stepper) = (RecordedMetrics(), PassthroughSubject<Int, Never>(), Stepper())
        let before = subject.sink { _ in }
        let metrics = PipelineMetrics(program: "app", every: .seconds(3_600), factory: backend)
        play(subject, stepper)
        metrics.publish()
        #expect(backend.numbers["flow_stage_values_total\(stage("stepper"))"] == 2)
        #expect(backend.numbers["flow_stage_capacity\(stage("buffer"))"] == 2)
        #expect(backend.numbers["flow_stage_demand\(stage("stepper"))"] == 0)
        subject.send(completion: .finished)
        for _ in 1...3 { stepper.step() }
        metrics.publish()
        metrics.finish()
        metrics.finish()
        subject.sink { _ in }.cancel()
        before.cancel()

        #expect(backend.numbers["flow_stage_values_total\(stage("stepper"))"] == 4)
        #expect(backend.numbers["flow_stage_capacity\(stage("buffer"))"] == nil)
        #expect(backend.numbers["flow_stage_demand\(stage("stepper"))"] == nil)
        #expect(backend.numbers["flow_stage_held\(stage("buffer"))"] == 0)
    }
}

/// A backend that keeps the last number of each metric.
private final class RecordedMetrics: MetricsFactory {
    private let state = Mutex<[String: Double]>([:])

    var numbers: [String: Double] { state.withLock { $0 } }

    private final class Handler: CounterHandler, FloatingPointCounterHandler, RecorderHandler {
        let name: String
        let metrics: RecordedMetrics

        init(_ name: String, _ metrics: RecordedMetrics) { (self.name, self.metrics) = (name, metrics) }

        func increment(by amount: Int64) { metrics.change(name) { $0 + Double(amount) } }
        func increment(by amount: Double) { metrics.change(name) { $0 + amount } }
        func record(_ value: Int64) { metrics.change(name) { _ in Double(value) } }
        func record(_ value: Double) { metrics.change(name) { _ in value } }
        func reset() { metrics.change(name) { _ in 0 } }
    }

    private func change(_ name: String, _ change: (Double) -> Double) { state.withLock { $0[name] = change($0[name] ?? 0) } }

    private func handler(_ label: String, _ dimensions: [(String, String)]) -> Handler {
        Handler("\(label){\(dimensions.map { "\($0.0)=\($0.1)" }.joined(separator: ","))}", self)
    }

    private func remove(_ handler: Any) {
        guard let handler = handler as? Handler else { return }
        state.withLock { $0[handler.name] = nil }
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> CounterHandler { handler(label, dimensions) }

    func makeFloatingPointCounter(label: String, dimensions: [(String, String)]) -> FloatingPointCounterHandler {
        handler(label, dimensions)
    }

    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> RecorderHandler {
        handler(label, dimensions)
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> TimerHandler {
        preconditionFailure("no timer is published, got \(label)")
    }

    func destroyCounter(_ handler: CounterHandler) { remove(handler) }
    func destroyFloatingPointCounter(_ handler: FloatingPointCounterHandler) { remove(handler) }
    func destroyRecorder(_ handler: RecorderHandler) { remove(handler) }
    func destroyTimer(_ handler: TimerHandler) { remove(handler) }
}
