import FlowCore
import FlowTestSupport
import FlowTrace
import FlowCombine

@testable import FlowGraph
@testable import FlowVerdict

/// A random chain in which one stage is slow, or the source, or none, and the right verdict.
struct VerdictChain: CustomStringConvertible {
    /// The part that was made slow.
    enum Fault: String, CaseIterable {
        case pace, flatMap, receiveOn, sink, source, none
    }

    let fault: Fault
    private let source: String
    private let operators: [(stage: ChainStage, time: Double)]
    private let interval: Double
    private let end: (batch: Int, rest: Double)?
    /// The index of the slow stage, 0 for the source; `nil` if none is slow.
    let slow: Int?
    private let slowness: Double
    private let length: Double
    private let cause: Cause?

    /// An event in the life of a chain.
    enum Cause: String, CaseIterable {
        /// The sink requests nothing more.
        case pause
        /// The source finishes.
        case end
        case failure
    }

    /// - Parameters:
    ///   - scale: The length of its run, as a multiple of the length that fills a window.
    ///   - cause: The event at the end of the run. With a cause, the source is a subject, which can end.
    init(seed: UInt64, scale: Double = 1, cause: Cause? = nil) {
        var chance = SeededChance(seed: seed)
        let fault = Fault.allCases[Int(seed % 6)]
        let count = 3 + chance.below(10)
        slowness = Double.random(in: 0.2...1, using: &chance)
        length = Double.random(in: 15...40, using: &chance) * scale
        self.cause = cause
        // Together the other stages take at most a third of the slow stage's time. If none is slow, all must finish a value well
        // before the next one arrives, but must not wait most of the time, because then the source would be slow.
        let spare = slowness / (fault == .none ? 9 : 3) / Double(count)
        let place = 1 + chance.below(count - 2)
        let greedy = chance.oneIn(3)
        let isTimed = fault == .source || fault == .none || greedy || chance.oneIn(2)
        operators = (1..<count - 1).map { index in
            if index == place, let stage = ChainStage(rawValue: fault.rawValue) { return (stage, 0) }
            // A filter would reduce the work of the others. Without times, a sequence would open thousands of inner publishers at
            // once.
            let stages = ChainStage.allCases.filter { (fault != .none || $0 != .filter) && (isTimed || $0 != .flatMapMany) }
            let stage = stages[chance.below(stages.count)]
            let time = Double.random(in: spare / 10...spare, using: &chance)
            return (stage.isGreedy && !greedy ? .map : stage, time)
        }
        self.fault = fault
        let source = isTimed ? chance.oneIn(3) ? "subject" : "timer" : "sequence"
        self.source = cause == nil || cause == .pause ? source : "subject"
        switch fault {
        case .source: interval = slowness
        case .none: interval = slowness / Double.random(in: 0.55...0.65, using: &chance)
        default:
            // Compensates for the filters above, so that the slow stage receives as many values as without them.
            let above = operators.prefix(fault == .sink ? count : place - 1)
            let passed = above.reduce(1) { $0 * ($1.stage == .filter ? ChainStage.passedByFilter : 1) }
            interval = Double.random(in: slowness / 8...slowness / 5, using: &chance) * passed
        }
        let rest = Double.random(in: spare / 10...spare, using: &chance)
        switch fault {
        case .sink:
            // A value takes as long as at the other slow stages, for any size of its requests.
            let batch = 1 + chance.below(3)
            end = (batch, slowness * Double(batch))
        case .source: end = (1, rest)
        case .none: end = (1, slowness)
        default: end = chance.oneIn(2) ? nil : (1 + chance.below(3), rest)
        }
        switch fault {
        case .source: slow = 0
        case .sink: slow = count - 1
        case .none: slow = nil
        default: slow = place
        }
    }

    /// Whether its sink asks for limited demand, so that it can stop.
    var canPause: Bool { end != nil }

    var description: String {
        let names = operators.enumerated().map { "\($1.stage)\($0 + 1 == slow ? "!" : "")" }
        let sink = end.map { "sink(\($0.batch))" } ?? "sink"
        return
            "\(fault): \(([source] + names + [sink]).joined(separator: " → ")), \(slowness) s, source every \(interval) s, \(length) s"
    }

    /// Runs the chain on virtual time, traced, and judges it at its end, or half a second after its cause begins.
    ///
    /// - Parameter start: The part of the run before which only the records that a ring retains are read.
    func report(after start: Double = 0) -> PipelineReport? {
        let (log, end) = run(after: start)
        var meter = UtilizationMeter()
        for entry in log.entries { meter.fold(entry, in: log) }
        return meter.reports(at: end, in: log).first
    }

    /// Runs the chain on virtual time, traced: the records, and the end of the run.
    func run(after start: Double = 0) -> (log: TraceLog, end: TraceTime) {
        let scheduler = VirtualTimeScheduler()
        let recorder = Recorder(clock: scheduler.clock.traceClock)
        let (tracer, kept) = FlowTracer.tracing(into: recorder) { () -> [Any] in
            var kept: [Any] = []
            let sink = build(on: scheduler, keeping: &kept)
            let end = VirtualTime(seconds: length)
            scheduler.advance(to: end)
            guard cause != nil else { return kept }
            // A paused sink stops when it would have made its next request.
            while cause == .pause, let sink, sink.pausedAt == nil, scheduler.now < end.advanced(by: .seconds(20)) {
                scheduler.advance(by: .seconds(0.01))
            }
            scheduler.advance(to: (sink?.pausedAt ?? scheduler.now).advanced(by: .seconds(0.5)))
            return kept
        }
        tracer.stop()
        var records = Reconstruction()
        LateRecords(recorder).read(after: TraceTime(seconds: start * length).nanoseconds, into: &records)
        let end = TraceTime(nanoseconds: UInt64(scheduler.now.nanoseconds))
        scheduler.removeAll()
        return withExtendedLifetime(kept) { (records.log, end) }
    }

    private func build(on scheduler: VirtualTimeScheduler, keeping kept: inout [Any]) -> (any PausedEnd)? {
        guard cause != .failure else {
            let source = subject(endingWith: .failure(ChainFailure()), on: scheduler, keeping: &kept)
            return build(below: source, on: scheduler, keeping: &kept)
        }
        return build(below: upstream(on: scheduler, keeping: &kept), on: scheduler, keeping: &kept)
    }

    private func build<Failure: Error>(
        below upstream: AnyPublisher<Int, Failure>, on scheduler: VirtualTimeScheduler, keeping kept: inout [Any]
    ) -> (any PausedEnd)? {
        var publisher = upstream
        for (index, (stage, time)) in operators.enumerated() {
            let time = index + 1 == slow ? slowness : time
            publisher = stage.applied(to: publisher, time: .seconds(time), on: scheduler)
        }
        guard let end else {
            kept.append(publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
            return nil
        }
        let pause = cause == .pause ? VirtualTime(seconds: length) : nil
        let sink = PacedEnd<Failure>(batch: end.batch, rest: .seconds(end.rest), pause: pause, scheduler: scheduler)
        publisher.subscribe(sink)
        kept.append(sink)
        return sink
    }

    private func upstream(on scheduler: VirtualTimeScheduler, keeping kept: inout [Any]) -> AnyPublisher<Int, Never> {
        switch source {
        case "sequence": (1...4_000).publisher.eraseToAnyPublisher()
        case "timer": Publishers.timer(scheduler: scheduler, interval: .seconds(interval)).eraseToAnyPublisher()
        default: subject(endingWith: .finished, on: scheduler, keeping: &kept)
        }
    }

    /// A subject that sends at intervals, and ends if the chain's cause is an end.
    private func subject<Failure: Error>(
        endingWith end: Subscribers.Completion<Failure>, on scheduler: VirtualTimeScheduler, keeping kept: inout [Any]
    ) -> AnyPublisher<Int, Failure> {
        let subject = PassthroughSubject<Int, Failure>()
        var value = 0
        let timer = scheduler.schedule(after: VirtualTime(seconds: interval), interval: .seconds(interval)) {
            value += 1
            subject.send(value)
        }
        kept.append(timer)
        if cause == .end || cause == .failure {
            scheduler.schedule(after: VirtualTime(seconds: length)) {
                timer.cancel()
                subject.send(completion: end)
            }
        }
        return subject.eraseToAnyPublisher()
    }
}

/// The error with which a chain fails.
struct ChainFailure: Error {}

/// A stage of a chain whose verdict is known.
enum ChainStage: String, CaseIterable {
    case map, filter, scan, buffer, fullBuffer, boundedBuffer, receiveOn, delay, pace, flatMap, flatMapMany

    /// The share of values that a filter passes, at any position.
    static let passedByFilter = 0.75

    /// Whether it requests as much as it can hold, without regard to the demand of its downstream.
    var isGreedy: Bool {
        self == .buffer || self == .boundedBuffer
    }

    /// Drops every fourth value of its input.
    private func leavingOutFourth() -> (Int) -> Bool {
        var count = 0
        return { _ in
            count += 1
            return !count.isMultiple(of: 4)
        }
    }

    /// Puts the stage below a publisher.
    func applied<Failure: Error>(
        to upstream: AnyPublisher<Int, Failure>, time: VirtualTime.Stride, on scheduler: VirtualTimeScheduler
    ) -> AnyPublisher<Int, Failure> {
        switch self {
        case .map: upstream.map { $0 + 1 }.eraseToAnyPublisher()
        case .filter: upstream.filter(leavingOutFourth()).eraseToAnyPublisher()
        case .scan: upstream.scan(0) { _, value in value }.eraseToAnyPublisher()
        case .buffer: upstream.buffer(size: 100_000, prefetch: .byRequest, whenFull: .dropNewest).eraseToAnyPublisher()
        case .boundedBuffer: upstream.buffer(size: 8, prefetch: .byRequest, whenFull: .dropOldest).eraseToAnyPublisher()
        case .fullBuffer: upstream.buffer(size: 4, prefetch: .keepFull, whenFull: .dropOldest).eraseToAnyPublisher()
        case .receiveOn: upstream.receive(on: SerialQueue(scheduler, service: time)).eraseToAnyPublisher()
        case .delay: upstream.delay(for: time, scheduler: scheduler).eraseToAnyPublisher()
        case .pace: upstream.pace(time, scheduler: scheduler).eraseToAnyPublisher()
        case .flatMap:
            upstream.flatMap(maxPublishers: .max(1)) {
                Result<Int, Failure>.success($0).publisher.delay(for: time, scheduler: scheduler)
            }.eraseToAnyPublisher()
        case .flatMapMany:
            upstream.flatMap { Result<Int, Failure>.success($0).publisher.delay(for: time, scheduler: scheduler) }
                .eraseToAnyPublisher()
        }
    }
}

/// A queue in virtual time that does one piece of work after the other, each of the same duration.
final class SerialQueue: Scheduler {
    typealias SchedulerTimeType = VirtualTime
    typealias SchedulerOptions = Never

    private let scheduler: VirtualTimeScheduler
    private let service: VirtualTime.Stride
    private var free = VirtualTime(nanoseconds: 0)

    init(_ scheduler: VirtualTimeScheduler, service: VirtualTime.Stride) {
        self.scheduler = scheduler
        self.service = service
    }

    var now: VirtualTime {
        scheduler.now
    }

    var minimumTolerance: VirtualTime.Stride {
        scheduler.minimumTolerance
    }

    func schedule(options: Never?, _ action: @escaping () -> Void) {
        schedule(after: now, tolerance: minimumTolerance, options: options, action)
    }

    func schedule(
        after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?, _ action: @escaping () -> Void
    ) {
        free = max(date, free, now).advanced(by: service)
        scheduler.schedule(after: free, action)
    }

    func schedule(
        after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride, options: Never?,
        _ action: @escaping () -> Void
    ) -> any Cancellable {
        scheduler.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
    }
}

/// A sink that may have been paused.
protocol PausedEnd {
    /// The time of the request that it omitted because it was paused.
    var pausedAt: VirtualTime? { get }
}

/// A sink that requests a few values at a time, and the next ones some time after it has received them.
final class PacedEnd<Failure: Error>: Subscriber, PausedEnd {
    private(set) var pausedAt: VirtualTime?

    private let batch: Int
    private let rest: VirtualTime.Stride
    private let pause: VirtualTime?
    private let scheduler: VirtualTimeScheduler
    private var subscription: (any Subscription)?
    private var left = 0

    /// - Parameter pause: The time from which on it requests nothing.
    init(batch: Int, rest: VirtualTime.Stride, pause: VirtualTime?, scheduler: VirtualTimeScheduler) {
        self.pause = pause
        self.batch = batch
        self.rest = rest
        self.scheduler = scheduler
    }

    func receive(subscription: any Subscription) {
        self.subscription = subscription
        ask()
    }

    func receive(_ input: Int) -> Subscribers.Demand {
        left -= 1
        if left == 0 { scheduler.schedule(after: scheduler.now.advanced(by: rest)) { [weak self] in self?.ask() } }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        subscription = nil
    }

    private func ask() {
        if let pause, scheduler.now >= pause { pausedAt = scheduler.now }
        guard pausedAt == nil else { return }
        left = batch
        subscription?.request(.max(batch))
    }
}
