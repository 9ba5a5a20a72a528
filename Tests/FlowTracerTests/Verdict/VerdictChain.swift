import FlowCore
import FlowTestSupport
import FlowTrace
import OpenCombineShim
@testable import FlowAnalysis
@testable import FlowGraph

/// A random chain one stage of which is slow, or the source, or none, and what the verdict should say of it.
struct VerdictChain: CustomStringConvertible {
    /// What was made slow.
    enum Fault: String, CaseIterable {
        case pace, flatMap, receiveOn, sink, source, none
    }

    let fault: Fault
    private let source: String
    private let operators: [(stage: ChainStage, time: Double)]
    private let interval: Double
    private let end: (batch: Int, rest: Double)?
    /// The place of the slow stage, from 0 for the source; `nil` for none.
    let slow: Int?
    private let slowness: Double
    private let length: Double

    init(seed: UInt64) {
        var chance = SeededChance(seed: seed)
        let fault = Fault.allCases[Int(seed % 6)]
        let count = 3 + chance.below(10)
        slowness = Double.random(in: 0.2...1, using: &chance)
        length = Double.random(in: 15...40, using: &chance)
        // Together the others take at most a third of what the slow one does. Where none is slow, they all must be done with a value
        // well before the next one comes, and yet not wait for it most of the time: that would be a slow source.
        let spare = slowness / (fault == .none ? 9 : 3) / Double(count)
        let place = 1 + chance.below(count - 2)
        let greedy = chance.oneIn(3)
        let isTimed = fault == .source || fault == .none || greedy || chance.oneIn(2)
        operators = (1..<count - 1).map { index in
            if index == place, let stage = ChainStage(rawValue: fault.rawValue) { return (stage, 0) }
            // A filter would leave the others with less to do; a sequence would be in thousands of inner publishers at once.
            let stages = ChainStage.allCases.filter { (fault != .none || $0 != .filter) && (isTimed || $0 != .flatMapMany) }
            let stage = stages[chance.below(stages.count)]
            let time = Double.random(in: spare / 10...spare, using: &chance)
            return (stage.isGreedy && !greedy ? .map : stage, time)
        }
        self.fault = fault
        source = isTimed ? chance.oneIn(3) ? "subject" : "timer" : "sequence"
        switch fault {
        case .source: interval = slowness
        case .none: interval = slowness / Double.random(in: 0.55...0.65, using: &chance)
        default:
            // As many values come to the slow one as without the filters above it.
            let above = operators.prefix(fault == .sink ? count : place - 1)
            let passed = above.reduce(1) { $0 * ($1.stage == .filter ? ChainStage.passedByFilter : 1) }
            interval = Double.random(in: slowness / 8...slowness / 5, using: &chance) * passed
        }
        let rest = Double.random(in: spare / 10...spare, using: &chance)
        switch fault {
        case .sink:
            // A value takes it as long as one takes the other slow ones, however many it asks for at a time.
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

    var description: String {
        let names = operators.enumerated().map { "\($1.stage)\($0 + 1 == slow ? "!" : "")" }
        let sink = end.map { "sink(\($0.batch))" } ?? "sink"
        return
            "\(fault): \(([source] + names + [sink]).joined(separator: " → ")), \(slowness) s, source every \(interval) s, \(length) s"
    }

    /// Runs the chain on virtual time, traced, and judges it at its end.
    func report() -> FlowReport? {
        let scheduler = VirtualTimeScheduler()
        let recorder = Recorder(clock: scheduler.clock.traceClock)
        let (tracer, kept) = FlowTracer.tracing(into: recorder) { () -> [Any] in
            let kept = build(on: scheduler)
            scheduler.advance(to: VirtualTime(seconds: length))
            return kept
        }
        tracer.stop()
        var records = Reconstruction()
        recorder.drain(into: &records)
        let log = records.log
        var meter = FlowMeter()
        for entry in log.entries { meter.take(entry, in: log) }
        scheduler.removeAll()
        return withExtendedLifetime(kept) { meter.reports(at: TraceTime(seconds: length), in: log).first }
    }

    private func build(on scheduler: VirtualTimeScheduler) -> [Any] {
        var kept: [Any] = []
        var publisher = upstream(on: scheduler, keeping: &kept)
        for (index, (stage, time)) in operators.enumerated() {
            let time = index + 1 == slow ? slowness : time
            publisher = stage.applied(to: publisher, time: .seconds(time), on: scheduler)
        }
        guard let end else { return kept + [publisher.sink { _ in }] }
        let sink = PacedEnd(batch: end.batch, rest: .seconds(end.rest), scheduler: scheduler)
        publisher.subscribe(sink)
        return kept + [sink]
    }

    private func upstream(on scheduler: VirtualTimeScheduler, keeping kept: inout [Any]) -> AnyPublisher<Int, Never> {
        switch source {
        case "sequence": return (1...4_000).publisher.eraseToAnyPublisher()
        case "timer": return Publishers.timer(scheduler: scheduler, interval: .seconds(interval)).eraseToAnyPublisher()
        default:
            let subject = PassthroughSubject<Int, Never>()
            var value = 0
            kept.append(
                scheduler.schedule(after: VirtualTime(seconds: interval), interval: .seconds(interval)) {
                    value += 1
                    subject.send(value)
                })
            return subject.eraseToAnyPublisher()
        }
    }
}
