import Dispatch
import FlowCombine
import FlowCore
import FlowTestSupport
import FlowTrace
import Foundation
import Synchronization
import Testing

@testable import FlowGraph
@testable import FlowText
@testable import FlowVerdict

/// A closure that blocks the queue on which it receives values, in virtual time: one thread waits in the closure while another
/// sends.
@Suite("blocked sinks")
struct BlockedSinkTests {
    @Test func `a sink that blocks a queue is to blame, and not the queue`() {
        let report = BlockingPlay(interval: 5, block: 20).report(untilMilliseconds: 2_000)

        #expect(
            report?.verdict.text
                == "held back by sink: 300 values wait in receive(on:), it blocks for 20.0 ms on each value and for 100 % of the last 2.0 s"
        )
        #expect(
            report?.run.text
                == "held back by sink: it blocked for 20.0 ms on each value and for 100 % of its time; receive(on:) held up to 300"
        )
        #expect(report.map { [$0.culprit(of: $0.verdict)?.name, $0.culprit(of: $0.run)?.name] } == ["sink", "sink"])
        let shares = report?.stages.first { $0.name == "receive(on:)" }?.overall
        #expect([shares?.busy, shares?.starved, shares?.heldBack].map { $0.map { Int(($0 * 10).rounded()) } } == [0, 0, 10])
    }

    @Test func `an operator whose closure blocks a queue is to blame, even if it passes only some values on`() {
        let report = BlockingPlay(interval: 5, block: 20, blocker: .filter).report(untilMilliseconds: 2_000)

        #expect(
            report?.verdict.text
                == "held back by filter: 300 values wait in receive(on:), it blocks for 20.0 ms on each value and for 100 % of the last 2.0 s"
        )
        #expect(
            report?.run.text
                == "held back by filter: it blocked for 20.0 ms on each value and for 100 % of its time; receive(on:) held up to 300"
        )
    }

    @Test func `a sink that is quicker than its values holds nobody back`() {
        let report = BlockingPlay(interval: 20, block: 15).report(untilMilliseconds: 2_000)

        #expect(report?.culprit(of: report!.run) == nil)
    }

    @Test func `an attempt that fails does not block while the next one is made within its call`() {
        let clock = PlayClock()
        let recorder = Recorder(clock: .custom { clock.now })
        let (tracer, sink) = FlowTracer.tracing(into: recorder) {
            var attempts = 0
            return Deferred { () -> AnyPublisher<Int, any Error> in
                attempts += 1
                let isLast = attempts == 3
                return (1...3).publisher.setFailureType(to: (any Error).self).tryMap { value in
                    if value == 3, !isLast { throw ChainFailure() }
                    return value
                }
                .eraseToAnyPublisher()
            }
            .retry(2).sink(receiveCompletion: { _ in }, receiveValue: { _ in clock.advance(milliseconds: 5) })
        }
        tracer.stop()
        let report = BlockingPlay.report(of: recorder, atMilliseconds: 100)
        withExtendedLifetime(sink) {}

        let busy = report?.stages.filter { $0.overall.busy > 0 }.map(\.name)
        #expect(busy == ["sink"])
    }

    @Test func `of 100 random chains the closure that blocks is named, and never one that does not block for long`() {
        var mistakes: [String] = []
        for number in Rounds.seeds(full: 100, sample: 18) {
            var chance = SeededChance(seed: Rounds.seed &* 0x9E37_79B9 &+ number)
            let isSlow = number % 2 == 0
            let interval = 4 + chance.below(20)
            let block = isSlow ? interval * (3 + chance.below(4)) : max(1, interval / (2 + chance.below(4)))
            let blocker = Blocker.allCases[Int(number / 2) % Blocker.allCases.count]
            let play = BlockingPlay(
                interval: interval, block: block, blocker: blocker, above: chance.below(4), below: chance.below(4))
            let report = play.report(untilMilliseconds: 2_000 + chance.below(6_000))
            let named = report.map { [play.culprit(of: $0.verdict, in: $0), play.culprit(of: $0.run, in: $0)] }
            if named != (isSlow ? [play.blockerIndex, play.blockerIndex] : [nil, nil]) {
                mistakes.append("\(play): \(report?.verdict.text ?? ""); \(report?.run.text ?? "")")
            }
        }

        #expect(mistakes == [])
    }

    @Test func `however long a run is silent at its end, the closure that blocked before is named`() {
        var mistakes: [String] = []
        for number in Rounds.seeds(full: 100, sample: 9) {
            var chance = SeededChance(seed: Rounds.seed &* 0x9E37_79B9 &+ number)
            let blocker = Blocker.allCases[Int(number) % Blocker.allCases.count]
            let play = BlockingPlay(interval: 5, block: 20, blocker: blocker, above: chance.below(3), sending: 500)
            let report = play.report(untilMilliseconds: 2_100 + chance.below(20_000))
            if report.map({ play.culprit(of: $0.run, in: $0) }) != play.blockerIndex {
                mistakes.append("\(play): \(report?.run.text ?? "")")
            }
        }

        #expect(mistakes == [])
    }
}

/// The stage whose closure blocks.
private enum Blocker: CaseIterable {
    case map, tryMap, compactMap, filter, scan, handleEvents, dropWhile, flatMap, sink

    /// Puts the stage below a publisher. A sink is added last.
    func applied(to upstream: AnyPublisher<Int, any Error>, standing stand: @escaping () -> Void) -> AnyPublisher<Int, any Error>
    {
        func stood<Output>(_ output: Output) -> Output {
            stand()
            return output
        }
        return switch self {
        case .map: upstream.map { stood($0 + 1) }.eraseToAnyPublisher()
        case .tryMap: upstream.tryMap { stood($0 + 1) }.eraseToAnyPublisher()
        case .compactMap: upstream.compactMap { stood($0.isMultiple(of: 2) ? $0 : nil) }.eraseToAnyPublisher()
        case .filter: upstream.filter { stood($0.isMultiple(of: 2)) }.eraseToAnyPublisher()
        case .scan: upstream.scan(0) { stood($0 + $1) }.eraseToAnyPublisher()
        case .handleEvents: upstream.handleEvents(receiveOutput: { _ in stand() }).eraseToAnyPublisher()
        case .dropWhile: upstream.drop { _ in stood(true) }.eraseToAnyPublisher()
        case .flatMap: upstream.flatMap { Just(stood($0)).setFailureType(to: (any Error).self) }.eraseToAnyPublisher()
        case .sink: upstream
        }
    }
}

/// A subject that sends at intervals, a queue, and a stage whose closure blocks for a while.
private struct BlockingPlay: CustomStringConvertible {
    /// In milliseconds.
    let interval: Int
    let block: Int
    var blocker = Blocker.sink
    /// The numbers of operators above and below it.
    var above = 0
    var below = 0
    /// The time for which values are sent, in milliseconds; `nil` for the whole run.
    var sending: Int?

    var description: String { "\(blocker) below \(above) and above \(below), every \(interval) ms, blocks \(block)" }

    /// The index of the blocker among the stages, which begin with the subject and the queue.
    var blockerIndex: Int { 2 + above + (blocker == .sink ? below : 0) }

    func culprit(of verdict: Verdict, in report: PipelineReport) -> Int? {
        verdict.culprit.flatMap { id in report.stages.firstIndex { $0.id == id } }
    }

    func report(untilMilliseconds end: Int) -> PipelineReport? {
        let clock = PlayClock()
        let recorder = Recorder(clock: .custom { clock.now })
        let (tracer, sink) = FlowTracer.tracing(into: recorder) { play(on: clock, untilMilliseconds: end) }
        tracer.stop()
        withExtendedLifetime(sink) {}
        return BlockingPlay.report(of: recorder, atMilliseconds: end)
    }

    static func report(of recorder: Recorder, atMilliseconds end: Int) -> PipelineReport? {
        var records = Reconstruction()
        recorder.drain(into: &records)
        var meter = UtilizationMeter()
        for entry in records.log.entries { meter.fold(entry, in: records.log) }
        return meter.reports(at: TraceTime(nanoseconds: UInt64(end) * 1_000_000), in: records.log).first
    }

    private func play(on clock: PlayClock, untilMilliseconds end: Int) -> AnyCancellable {
        let worker = StandingWorker()
        let subject = PassthroughSubject<Int, any Error>()
        let sink = chain(below: subject, on: worker)
        var free = 0
        for now in 0..<end {
            clock.set(milliseconds: now)
            if worker.isStanding, now == free { worker.leave() }
            if now % interval == 0, sending.map({ now < $0 }) ?? true { subject.send(now) }
            if !worker.isStanding, worker.begin() { free = now + block }
        }
        clock.set(milliseconds: end)
        if worker.isStanding { worker.leave() }
        worker.end()
        return sink
    }

    private func chain(below subject: PassthroughSubject<Int, any Error>, on worker: StandingWorker) -> AnyCancellable {
        var chain = subject.receive(on: worker).eraseToAnyPublisher()
        for _ in 0..<above { chain = chain.map { $0 + 1 }.eraseToAnyPublisher() }
        chain = blocker.applied(to: chain, standing: worker.stand)
        for _ in 0..<below { chain = chain.map { $0 + 1 }.eraseToAnyPublisher() }
        return chain.sink(receiveCompletion: { _ in }, receiveValue: { _ in if blocker == .sink { worker.stand() } })
    }
}

private final class PlayClock: Sendable {
    private let time = Atomic<UInt64>(0)

    var now: UInt64 { time.load(ordering: .sequentiallyConsistent) }

    func advance(milliseconds: Int) { time.add(UInt64(milliseconds) * 1_000_000, ordering: .sequentiallyConsistent) }

    func set(milliseconds: Int) { time.store(UInt64(milliseconds) * 1_000_000, ordering: .sequentiallyConsistent) }
}

/// A queue whose thread does the next piece of work on request, and blocks within it until it is released.
// A lock guards the work, and only one of the two threads runs at a time.
private final class StandingWorker: Scheduler, @unchecked Sendable {
    typealias SchedulerTimeType = VirtualTime
    typealias SchedulerOptions = Never

    private let work = LockedBox<[() -> Void]>([])
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

    /// Lets the thread do the next piece of work until it blocks; returns whether there was any.
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
