import Dispatch
import FlowCombine
import FlowTestSupport
import Testing

@testable import FlowCore
@testable import FlowTrace

/// A subscriber behind a probe, or a stage itself, whose demand a viewer withholds, in virtual time.
private final class GatedStage<Stage: Subscriber & AnyObject> where Stage.Input == Int, Stage.Failure == Never {
    typealias Signal = RecordedSignal<Int, Never>.Signal

    let scheduler: VirtualTimeScheduler
    let source: RecordingPublisher<Int, Never>
    let stage: Stage
    let gates: GateTable

    init(on scheduler: VirtualTimeScheduler, _ stage: Stage, requesting request: @escaping HandWork = { $0() }) {
        let clock = scheduler.clock
        let recorder = Recorder(clock: clock.traceClock)
        (self.scheduler, self.stage) = (scheduler, stage)
        source = RecordingPublisher(on: scheduler)
        gates = GateTable(recorder: recorder, clock: { clock.now.traceTime.nanoseconds }, requesting: request)
        CurrentTarget.with(TraceTarget(recorder: recorder, gates: gates)) { source.subscribe(stage) }
    }

    /// The requests that reached the source, also as returned demand.
    var requests: [Subscribers.Demand] {
        source.history.compactMap { entry in
            switch entry.signal {
            case .requested(let demand), .returned(let demand): demand
            default: nil
            }
        }
    }

    func obey(_ command: HandCommand, from viewer: UInt64 = 1) -> HandAnswer {
        defer { scheduler.run() }
        return gates.obey(command, at: HookKey(stage).id, from: viewer)
    }

    /// Lets time pass as the thread does that serves viewers.
    func pass(milliseconds: Int64) {
        let end = scheduler.now.advanced(by: .milliseconds(Int(milliseconds)))
        while let rest = gates.settle() {
            scheduler.advance(to: scheduler.now)
            let next = scheduler.now.advanced(by: .nanoseconds(Int(max(rest, 1))))
            guard next <= end else { break }
            scheduler.advance(to: next)
        }
        scheduler.advance(to: end)
    }
}

@Suite("demand that a viewer withholds")
struct DemandGateTests {
    private typealias Sink = RecordingSubscriber<Int, Never>
    private typealias Probe = GatedSubscriber<Sink, VirtualTimeScheduler>

    private static let second: UInt64 = 1_000_000_000

    /// A probe in front of a sink that returns a demand for each value.
    private static func probed(returning demand: Subscribers.Demand = .none) -> (sink: Sink, held: GatedStage<Probe>) {
        let scheduler = VirtualTimeScheduler()
        let sink = Sink(on: scheduler) { _, _ in demand }
        return (sink, GatedStage(on: scheduler, Probe(downstream: sink, scheduler: scheduler)))
    }

    private static func values(_ sink: Sink) -> [Int] {
        sink.history.compactMap { if case .value(let value) = $0.signal { value } else { nil } }
    }

    @Test func `a held stage requests nothing, then one value, then the rest; what was requested before arrives`() {
        let (sink, held) = DemandGateTests.probed()
        sink.request(.max(2))
        #expect(held.obey(.hold(DemandGateTests.second)) == .done)
        sink.request(.max(3))
        held.source.send(1)
        held.source.send(2)
        #expect(held.requests == [.max(2)] && DemandGateTests.values(sink) == [1, 2])

        #expect(held.obey(.pass) == .done)
        #expect(held.requests == [.max(2), .max(1)])
        #expect(held.obey(.release) == .done)
        #expect(held.requests == [.max(2), .max(1), .max(2)])
        #expect(held.obey(.pass) == .notHeld)
    }

    @Test func `returned demand is withheld too, and a value let through in advance is requested at once`() {
        let (sink, held) = DemandGateTests.probed(returning: .max(2))
        sink.request(.max(1))
        #expect(held.obey(.hold(DemandGateTests.second)) == .done)
        #expect(held.obey(.pass) == .done)
        held.source.send(1)
        #expect(held.requests == [.max(1), .max(1)])
        held.source.send(2)
        #expect(held.requests == [.max(1), .max(1)])
        held.gates.leave(1)
        held.scheduler.run()
        #expect(held.requests == [.max(1), .max(1), .max(3)])
    }

    @Test func `a slowed stage requests one value at a time, each a delay later`() {
        let (sink, held) = DemandGateTests.probed()
        #expect(held.obey(.slow(by: 5_000_000, for: DemandGateTests.second)) == .done)
        sink.request(.max(3))
        var counts: [Int] = []
        for _ in 0..<16 {
            held.pass(milliseconds: 1)
            counts.append(held.requests.count)
        }
        #expect(counts == [0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3])
        #expect(held.requests == [.max(1), .max(1), .max(1)])
    }

    @Test func `a stage that has requested without limit cannot be held`() {
        let (sink, held) = DemandGateTests.probed()
        #expect(held.obey(.hold(DemandGateTests.second)) == .done)
        sink.request(.unlimited)
        #expect(held.obey(.pass) == .done)
        #expect(held.requests == [.max(1)])
        #expect(held.obey(.release) == .done)
        #expect(held.requests == [.max(1), .unlimited])
        #expect(held.obey(.hold(DemandGateTests.second)) == .unlimited)
        #expect(held.obey(.slow(by: 1, for: DemandGateTests.second)) == .unlimited)
    }

    @Test func `a cancelled subscription requests nothing more, and is cancelled once`() {
        let (sink, held) = DemandGateTests.probed()
        #expect(held.obey(.hold(DemandGateTests.second)) == .done)
        sink.request(.max(3))
        sink.cancel()
        sink.cancel()
        #expect(held.obey(.release) == .noStage)
        #expect(held.requests == [])
        #expect(held.source.history.filter { $0.signal == .cancelled }.count == 1)
    }

    @Test func `the end passes a held stage`() {
        let (sink, held) = DemandGateTests.probed()
        #expect(held.obey(.hold(DemandGateTests.second)) == .done)
        sink.request(.max(3))
        held.source.send(completion: .finished)
        #expect(sink.history.last?.signal == .completion(.finished))
    }

    @Test func `a scheduler that runs work at once does not keep the thread that releases stages`() {
        let sink = Sink()
        let held = GatedStage(
            on: VirtualTimeScheduler(), GatedSubscriber(downstream: sink, scheduler: ImmediateScheduler.shared),
            requesting: { work in DispatchQueue.global().async { work() } })
        #expect(held.obey(.hold(DemandGateTests.second)) == .done)
        sink.request(.max(2))

        let (isReleased, isRequested) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        held.source.onRequest = { _ in
            isReleased.wait()
            isRequested.signal()
        }
        #expect(held.obey(.release) == .done)
        isReleased.signal()
        isRequested.wait()
        #expect(held.requests == [.max(2)])
    }

    @Test func `without control a probe is not there`() {
        let source = RecordingPublisher<Int, Never>()
        let sink = Sink(demand: .max(1))
        source.probe("held", on: VirtualTimeScheduler()).receive(subscriber: sink)
        #expect(sink.subscription as? RecordingPublisher<Int, Never> === source)
    }

    @Test func `a held pace requests no value although its interval has passed`() {
        let scheduler = VirtualTimeScheduler()
        let sink = Sink(on: scheduler, demand: .unlimited)
        let held = GatedStage(
            on: scheduler, PaceSubscription(downstream: sink, interval: { .seconds(1) }, scheduler: scheduler))
        held.source.send(1)
        #expect(held.obey(.hold(60 * DemandGateTests.second)) == .done)
        held.scheduler.advance(by: .seconds(5))
        #expect(held.requests == [.max(1)])
        #expect(held.obey(.release) == .done)
        #expect(held.requests == [.max(1), .max(1)])
    }

    @Test func `a held pausable sink requests no value, and its next one when it is released`() {
        let sink = PausableSink<Int, Never>(listeners: .init(receiveCompletion: { _ in }, receiveValue: { _ in true }))
        let held = GatedStage(on: VirtualTimeScheduler(), sink)
        #expect(held.obey(.hold(DemandGateTests.second)) == .done)
        held.source.send(1)
        #expect(held.requests == [.max(1)])
        #expect(held.obey(.release) == .done)
        #expect(held.requests == [.max(1), .max(1)])
    }

    @Test(arguments: Rounds.seeds(full: 2_000, sample: 100))
    func `whatever viewers do, no more is requested than the subscriber asked for, and in the end all of it`(seed: UInt64) {
        var chance = SeededChance(seed: seed)
        let (sink, held) = DemandGateTests.probed()
        var (asked, sent, isHeld, passes) = (0, 0, false, 0)
        func requested() -> Int { held.requests.reduce(0) { $0 + ($1.max ?? 0) } }
        for _ in 0..<60 {
            let before = requested()
            switch chance.below(7) {
            case 0:
                #expect(held.obey(.hold(60 * DemandGateTests.second)) == .done)
                (isHeld, passes) = (true, 0)
            case 1:
                #expect(held.obey(.pass) == (isHeld ? .done : .notHeld))
                if isHeld { passes += 1 }
            case 2:
                _ = held.obey(.release)
                isHeld = false
            case 3:
                let delay = 1_000_000 * UInt64(1 + chance.below(20))
                #expect(held.obey(.slow(by: delay, for: 60 * DemandGateTests.second)) == .done)
                isHeld = false
            case 4:
                held.gates.leave(1)
                held.scheduler.run()
                isHeld = false
            case 5:
                let count = 1 + chance.below(3)
                asked += count
                sink.request(.max(count))
            default:
                held.pass(milliseconds: Int64(chance.below(11)))
                while sent < requested(), chance.below(3) > 0 {
                    sent += 1
                    held.source.send(sent)
                }
            }
            #expect(requested() <= asked)
            if isHeld {
                #expect(requested() - before <= passes)
                passes -= requested() - before
            }
        }
        held.gates.leaveAll()
        held.scheduler.run()
        #expect(requested() == asked)
        #expect(DemandGateTests.values(sink) == (0..<sent).map { $0 + 1 })
    }
}
