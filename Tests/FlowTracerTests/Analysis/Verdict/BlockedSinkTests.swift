import Dispatch
import FlowCombine
import FlowCore
import FlowTestSupport
import FlowTrace
import Foundation
import Synchronization
import Testing

@testable import FlowAnalysis
@testable import FlowGraph
@testable import FlowText

/// A sink that blocks the queue on which it gets its values, in virtual time: a thread stands in its callback while another sends.
@Suite("blocked sinks")
struct BlockedSinkTests {
    @Test func `a sink that blocks a queue is to blame, and not the queue`() {
        let report = BlockingPlay(interval: 5, block: 20).report(untilMilliseconds: 2_000)

        #expect(
            report?.verdict.text
                == "held back by sink: 300 values wait in receive(on:), it blocks for 20.0 ms at each value and for 100 % of the last 2.0 s"
        )
        #expect(
            report?.run.text
                == "held back by sink: it blocked for 20.0 ms at each value and for 100 % of its time; receive(on:) held up to 300"
        )
        #expect(report.map { [$0.culprit(of: $0.verdict)?.name, $0.culprit(of: $0.run)?.name] } == ["sink", "sink"])
    }

    @Test func `a sink that is quicker than its values holds nobody back`() {
        let report = BlockingPlay(interval: 20, block: 15).report(untilMilliseconds: 2_000)

        #expect(report?.culprit(of: report!.run) == nil)
    }

    @Test func `of 100 random chains with a sink that blocks it is named, and never if it does not block for long`() {
        var mistakes: [String] = []
        for number in Rounds.seeds(full: 100, sample: 10) {
            var chance = SeededChance(seed: Rounds.seed &* 0x9E37_79B9 &+ number)
            let isSlow = number % 2 == 0
            let interval = 4 + chance.below(20)
            let block = isSlow ? interval * (3 + chance.below(4)) : max(1, interval / (2 + chance.below(4)))
            let play = BlockingPlay(interval: interval, block: block, stages: chance.below(4))
            let report = play.report(untilMilliseconds: 2_000 + chance.below(6_000))
            let named = report.map { [$0.culprit(of: $0.verdict)?.name, $0.culprit(of: $0.run)?.name] }
            if named != (isSlow ? ["sink", "sink"] : [nil, nil]) {
                mistakes.append("every \(interval) ms, blocks \(block): \(report?.verdict.text ?? ""); \(report?.run.text ?? "")")
            }
        }

        #expect(mistakes == [])
    }
}

/// A subject that sends at intervals, a queue, and a sink that stands in its callback for a while.
private struct BlockingPlay {
    /// In milliseconds.
    let interval: Int
    let block: Int
    var stages = 0

    func report(untilMilliseconds end: Int) -> FlowReport? {
        let clock = PlayClock()
        let recorder = Recorder(clock: .custom { clock.now })
        let (tracer, sink) = FlowTracer.tracing(into: recorder) { play(on: clock, untilMilliseconds: end) }
        tracer.stop()
        var records = Reconstruction()
        recorder.drain(into: &records)
        withExtendedLifetime(sink) {}
        var meter = FlowMeter()
        for entry in records.log.entries { meter.fold(entry, in: records.log) }
        return meter.reports(at: TraceTime(nanoseconds: UInt64(end) * 1_000_000), in: records.log).first
    }

    private func play(on clock: PlayClock, untilMilliseconds end: Int) -> AnyCancellable {
        let worker = StandingWorker()
        let subject = PassthroughSubject<Int, Never>()
        var chain = subject.receive(on: worker).eraseToAnyPublisher()
        for _ in 0..<stages { chain = chain.map { $0 + 1 }.eraseToAnyPublisher() }
        let sink = chain.sink { _ in worker.stand() }
        var free = 0
        for now in 0..<end {
            clock.set(milliseconds: now)
            if worker.isStanding, now == free { worker.leave() }
            if now % interval == 0 { subject.send(now) }
            if !worker.isStanding, worker.begin() { free = now + block }
        }
        clock.set(milliseconds: end)
        if worker.isStanding { worker.leave() }
        worker.end()
        return sink
    }
}

private final class PlayClock: Sendable {
    private let time = Atomic<UInt64>(0)

    var now: UInt64 { time.load(ordering: .sequentiallyConsistent) }

    func set(milliseconds: Int) { time.store(UInt64(milliseconds) * 1_000_000, ordering: .sequentiallyConsistent) }
}

/// A queue whose thread does the next piece of work when it is told to, and stands in it until it is told to leave.
// The lock keeps the work, and only one of the two threads goes on at a time.
private final class StandingWorker: Scheduler, @unchecked Sendable {
    typealias SchedulerTimeType = VirtualTime
    typealias SchedulerOptions = Never

    private let work = Guarded<[() -> Void]>([])
    private let (told, stood) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    private let (released, returned) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    private(set) var isStanding = false

    let now = VirtualTime(nanoseconds: 0)
    let minimumTolerance = VirtualTime.Stride.seconds(0)

    init() {
        Thread.detachNewThread { [self] in
            while true {
                told.wait()
                guard let next = work.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
                next()
                returned.signal()
            }
        }
    }

    /// Lets the thread do the next piece of work until it stands; returns whether there was any.
    func begin() -> Bool {
        guard work.withLock({ !$0.isEmpty }) else { return false }
        told.signal()
        stood.wait()
        isStanding = true
        return true
    }

    /// Blocks the thread, as the work does.
    func stand() {
        stood.signal()
        released.wait()
    }

    func leave() {
        isStanding = false
        released.signal()
        returned.wait()
    }

    /// Ends the thread.
    func end() {
        work.withLock { $0.removeAll() }
        told.signal()
    }

    func schedule(options: Never?, _ action: @escaping () -> Void) { work.withLock { $0.append(action) } }

    func schedule(after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?, _ action: @escaping () -> Void) {
        schedule(options: nil, action)
    }

    func schedule(
        after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        preconditionFailure("nothing here repeats")
    }
}
