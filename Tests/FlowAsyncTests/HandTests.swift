import FlowAsync
import FlowExport
import FlowTestSupport
import FlowText
import Synchronization
import Testing

@testable import FlowAnalysis
@testable import FlowGraph
@testable import FlowTrace
@testable import FlowVerdict

private final class Values: Sendable {
    let all = LockedBox<[Int]>([])
}

/// A loop over a stream of three values, whose consumer viewers hold, in virtual time.
private final class HeldLoop: Sendable {
    let loop: TaskLoop
    let gates: GateTable
    let continuation: AsyncStream<Int>.Continuation
    private let recorder: Recorder
    private let found = LockedBox(Reconstruction())
    private let values = Values()
    private let task: Task<Void, Never>

    init(_ policy: AsyncStream<Int>.Continuation.BufferingPolicy = .bufferingOldest(3)) {
        let loop = TaskLoop()
        let recorder = Recorder(clock: .custom { loop.now })
        let gates = GateTable(recorder: recorder) { loop.now }
        (self.loop, self.recorder, self.gates) = (loop, recorder, gates)
        let target = TraceTarget(recorder: recorder, gates: gates)
        let (stream, continuation) = CurrentTarget.with(target) { AsyncStream<Int>.makeStream(bufferingPolicy: policy) }
        self.continuation = continuation
        task = loop.spawn { [values] in for await value in stream { values.all.withLock { $0.append(value) } } }
        loop.run(untilMilliseconds: 0)
    }

    var got: [Int] { values.all.withLock { $0 } }

    /// What has been recorded so far.
    var traced: Traced {
        found.withLock { found in
            recorder.drain(into: &found)
            return Traced(found: found)
        }
    }

    /// The number of the loop's consumer in the trace.
    var consumer: UInt64 {
        let traced = traced
        return traced.log.edges.compactMap { traced.found.consumerNumber(of: $0.id) }.first ?? 0
    }

    func yield(_ numbers: ClosedRange<Int>) { for number in numbers { continuation.yield(number) } }

    func obey(_ command: HandCommand, from viewer: UInt64 = 1) -> HandAnswer {
        defer { loop.run(untilMilliseconds: 0) }
        return gates.obey(command, at: consumer, from: viewer)
    }

    /// Lets time pass as the thread does that serves viewers.
    func pass(milliseconds: Int) {
        let end = loop.now / 1_000_000 + UInt64(milliseconds)
        while let rest = gates.settle(), loop.now + rest <= end * 1_000_000 {
            loop.run(untilMilliseconds: Int((loop.now + rest + 999_999) / 1_000_000))
        }
        loop.run(untilMilliseconds: Int(end))
    }

    func cancel() {
        task.cancel()
        loop.run(untilMilliseconds: 0)
    }
}

private final class Owner: Sendable {
    let stage = LockedBox<FleetingStage?>(nil)

    func release() {
        let stage = stage.withLock { $0.take() }
        withExtendedLifetime(stage) {}
    }
}

/// A stage that is released while a viewer's command reaches it.
private final class FleetingStage: HeldStage {
    let gates: GateTable
    /// Drops the last reference of its owner.
    let leave: @Sendable () -> Void

    init(_ gates: GateTable, _ leave: @escaping @Sendable () -> Void) { (self.gates, self.leave) = (gates, leave) }

    deinit { gates.remove(self, 1) }

    var refusal: HandAnswer? {
        leave()
        return nil
    }
    let isHeld = false

    func hold() {}
    func slow(by delay: UInt64) {}
    func open() {}
    func passOne() {}
    func passDue(at now: UInt64) -> UInt64? { nil }
}

@Suite("stages that a viewer holds")
struct HandTests {
    private static let second: UInt64 = 1_000_000_000

    @Test func `a held loop gets no value, then one, then the rest, and the trace tells who did it`() {
        let held = HeldLoop()

        #expect(held.obey(.hold(10 * HandTests.second)) == .done)
        held.yield(1...5)
        held.loop.run(untilMilliseconds: 0)
        #expect(held.got == [])
        #expect(held.obey(.pass) == .done)
        #expect(held.got == [1])
        #expect(held.obey(.release) == .done)
        #expect(held.got == [1, 2, 3, 4])

        let events = held.traced.lines.map { $0.split(separator: " ", maxSplits: 1)[1] }
        let states = events.filter { $0.contains(" state ") }
        #expect(
            states == [
                "AsyncStream state held by a viewer for 10 s at most", "AsyncStream state one value let through by a viewer",
                "AsyncStream state released by a viewer",
            ])
        #expect(held.traced.values(.dropped, on: "AsyncStream") == [])
        #expect(held.traced.values(.value, on: "AsyncStream") == ["1", "2", "3", "4"])
        #expect(held.traced.heldFaults == [] && held.traced.residues == [] && held.traced.brokenRules == [])
    }

    @Test func `a hold ends at its deadline, and a viewer may prolong it before`() {
        let held = HeldLoop()

        #expect(held.obey(.hold(10_000_000)) == .done)
        held.yield(1...1)
        held.pass(milliseconds: 9)
        #expect(held.got == [] && held.gates.settle() == 1_000_000)
        #expect(held.obey(.hold(5_000_000)) == .done)
        held.pass(milliseconds: 4)
        #expect(held.got == [] && held.gates.settle() == 1_000_000)
        held.pass(milliseconds: 1)
        #expect(held.got == [1] && held.gates.settle() == nil)
    }

    @Test func `each value of a slowed loop waits`() {
        let held = HeldLoop()

        #expect(held.obey(.slow(by: 5_000_000, for: HandTests.second)) == .done)
        // A value that comes right now would be due then.
        #expect(held.gates.settle() == 5_000_000)
        held.yield(1...3)
        var counts: [Int] = []
        for _ in 0..<16 {
            held.pass(milliseconds: 1)
            counts.append(held.got.count)
        }
        #expect(counts == [0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3])
        #expect(held.obey(.pass) == .notHeld)
    }

    @Test func `the cancellation of the task lets the value pass, as it would without a viewer`() {
        let held = HeldLoop()

        #expect(held.obey(.hold(HandTests.second)) == .done)
        held.yield(1...2)
        held.loop.run(untilMilliseconds: 0)
        held.cancel()

        #expect(held.got == [1, 2])
        #expect(held.obey(.release) == .noStage)
    }

    @Test func `the reader of a SwiftNIO channel is held before it asks`() throws {
        let loop = TaskLoop()
        let recorder = Recorder(clock: .custom { loop.now })
        let gates = GateTable(recorder: recorder) { loop.now }
        let target = TraceTarget(recorder: recorder, gates: gates)
        let producer = try #require(CurrentTarget.with(target) { _SwiftNIO.Producer(of: Int.self, highMark: 2) })
        producer.begin()
        var found = Reconstruction()
        recorder.drain(into: &found)
        let consumer = try #require(found.log.edges.compactMap { found.consumerNumber(of: $0.id) }.first)

        #expect(gates.obey(.hold(HandTests.second), at: consumer, from: 1) == .done)
        loop.spawn { await producer.request() }
        loop.run(untilMilliseconds: 10)
        recorder.drain(into: &found)
        let before = Traced(found: found).lines
        #expect(gates.obey(.release, at: consumer, from: 1) == .done)
        loop.run(untilMilliseconds: 20)
        recorder.drain(into: &found)

        let asked = Traced(found: found).lines.dropFirst(before.count).map { $0.split(separator: " ", maxSplits: 1)[1] }
        #expect(before.contains { $0.contains("held by a viewer") } && asked.count == 2)
        #expect(asked[0].contains("released by a viewer") && asked[1].contains("request 1"))
    }

    /// What takes the values is not asked before it does: a peer, or SwiftNIO's own reader.
    @Test func `a consumer that is only reported cannot be held`() throws {
        let recorder = Recorder()
        let gates = GateTable(recorder: recorder)
        let target = TraceTarget(recorder: recorder, gates: gates)
        let stream = try #require(
            CurrentTarget.with(target) { StreamReporter("sent", from: Int.self, to: Int.self, of: Int.self) })
        let consumer = stream.makeConsumer("sent")
        consumer.request()
        var found = Reconstruction()
        recorder.drain(into: &found)
        let number = try #require(found.log.edges.compactMap { found.consumerNumber(of: $0.id) }.first)

        #expect(gates.obey(.hold(HandTests.second), at: number, from: 1) == .noStage)
        withExtendedLifetime(consumer) {}
    }

    @Test func `a stage may end while a command reaches it`() {
        let gates = GateTable(recorder: Recorder())
        let owner = Owner()
        owner.stage.withLock { $0 = FleetingStage(gates) { owner.release() } }
        owner.stage.withLock { if let stage = $0 { gates.add(stage, 1) } }

        #expect(gates.obey(.hold(1), at: 1, from: 1) == .done)
        #expect(gates.obey(.release, at: 1, from: 1) == .noStage)
    }

    @Test func `a stage has one holder, whose end releases it`() {
        let held = HeldLoop()

        #expect(held.obey(.hold(HandTests.second), from: 1) == .done)
        #expect(held.obey(.hold(HandTests.second), from: 2) == .heldByOther)
        #expect(held.obey(.release, from: 2) == .heldByOther)
        held.yield(1...1)
        held.gates.leave(2)
        held.loop.run(untilMilliseconds: 0)
        #expect(held.got == [])
        held.gates.leave(1)
        held.loop.run(untilMilliseconds: 0)
        #expect(held.got == [1])
        #expect(held.obey(.release, from: 2) == .notHeld)
        #expect(held.obey(.hold(HandTests.second), from: 2) == .done)
    }

    @Test(arguments: [
        HandCommand.hold(0), .hold(60_000_000_001), .hold(.max), .slow(by: 0, for: 1), .slow(by: 1, for: 0),
        .slow(by: 10_000_000_001, for: 1), .slow(by: .max, for: .max),
    ])
    func `a time out of bounds is refused`(command: HandCommand) {
        #expect(HeldLoop().obey(command) == .notAllowed)
    }

    @Test(arguments: Rounds.seeds(full: 2_000, sample: 100))
    func `whatever viewers do, every kept value arrives once and in order, and none while the stage is held`(seed: UInt64) {
        var chance = SeededChance(seed: seed)
        let held = HeldLoop(.unbounded)
        var (sent, isHeld, passes) = (0, false, 0)
        for _ in 0..<60 {
            let before = held.got.count
            switch chance.below(7) {
            case 0:
                #expect(held.obey(.hold(60 * HandTests.second)) == .done)
                (isHeld, passes) = (true, 0)
            case 1:
                let answer = held.obey(.pass)
                #expect(answer == (isHeld ? .done : .notHeld))
                if isHeld { passes += 1 }
            case 2:
                _ = held.obey(.release)
                isHeld = false
            case 3:
                #expect(held.obey(.slow(by: 1_000_000 * UInt64(1 + chance.below(20)), for: 60 * HandTests.second)) == .done)
                isHeld = false
            case 4:
                held.gates.leave(1)
                held.loop.run(untilMilliseconds: 0)
                isHeld = false
            default:
                let count = 1 + chance.below(3)
                held.yield(sent + 1...sent + count)
                sent += count
                held.pass(milliseconds: chance.below(11))
            }
            if isHeld {
                #expect(held.got.count - before <= passes)
                passes -= held.got.count - before
            }
            #expect(held.got == (0..<held.got.count).map { $0 + 1 })
        }
        held.gates.leaveAll()
        held.loop.run(untilMilliseconds: 0)
        #expect(held.got == (0..<sent).map { $0 + 1 })
        #expect(held.traced.residues == [] && held.traced.brokenRules == [])
    }

    @Test func `the verdict names the viewer and no stage, and the stage's shares leave its time out`() throws {
        let held = HeldLoop()
        held.yield(1...3)
        held.pass(milliseconds: 1_000)
        #expect(held.obey(.hold(10 * HandTests.second)) == .done)
        held.yield(4...8)
        held.pass(milliseconds: 3_000)

        let report = try #require(held.report)
        #expect(
            report.verdict.text
                == "held by a viewer at for await since 1.00 s: 3 values wait in AsyncStream; 1 dropped at AsyncStream in the last 4.0 s"
        )
        #expect(report.verdict.kind == .heldBack && report.verdict.culprit == nil)
        #expect(RunState(.live, report, isOver: false) == .paused(since: TraceTime(seconds: 1)))
        #expect(report.run.culprit == nil)
        #expect(report.notes.first == "a viewer held or slowed for await once, for 3.0 s: waits and drops include that time")
        let stage = try #require(report.stages.last)
        #expect(stage.name == "for await" && stage.overall.busy == 0)
        #expect(held.obey(.release) == .done)
        held.pass(milliseconds: 1_000)
        #expect(held.report?.verdict.text.hasPrefix("held") == false)
    }

    /// A hold from 1 to 4 s with a drop at 2 s, and a drop at 0 s if there is one before.
    private static func droppingAroundHold(before isDroppedBefore: Bool) -> HeldLoop {
        let held = HeldLoop()
        held.yield(1...(isDroppedBefore ? 5 : 3))
        held.pass(milliseconds: 1_000)
        #expect(held.obey(.hold(10 * HandTests.second)) == .done)
        held.pass(milliseconds: 1_000)
        held.yield(5...9)
        held.pass(milliseconds: 2_000)
        #expect(held.obey(.release) == .done)
        held.pass(milliseconds: 1_000)
        held.yield(10...13)
        held.pass(milliseconds: 1_000)
        held.continuation.finish()
        held.pass(milliseconds: 1_000)
        return held
    }

    @Test func `a gate says which breaches began while a viewer held a stage`() {
        let lines = [false, true].map { isDroppedBefore in
            let log = HandTests.droppingAroundHold(before: isDroppedBefore).traced.log
            var check = RunCheck([.noDrops(), .maxWait(.seconds(1)), .maxHeld(2)])
            for entry in log.entries { check.fold(entry, in: log) }
            return check.failures().map { "\($0.text) at \($0.time) s" }
        }
        let held = "a viewer held or slowed for await"
        let waited = "value 6 waited 2.00 s in AsyncStream; at most 1.00 s is allowed; \(held) meanwhile at 4 s"
        let full = "AsyncStream holds 3 values, the newest is 3; at most 2 may wait at 0 s"
        #expect(
            lines == [
                ["AsyncStream dropped 1 value, overflow: newest; it was 9; \(held) then at 2 s", waited, full],
                ["AsyncStream dropped 2 values, overflow: newest; the first was 5 at 0 s", waited, full],
            ])
    }

    @Test func `metrics count the time that a viewer holds a stage apart from the stage's own`() throws {
        let held = HandTests.droppingAroundHold(before: true)
        let log = held.traced.log
        var (meter, table) = (UtilizationMeter(), FigureTable())
        for entry in log.entries { meter.fold(entry, in: log) }
        let rows = table.fold(meter.figures(at: TraceTime(nanoseconds: held.loop.now), in: log))
        let program = ProgramFigures(program: "app", since: nil, missing: 0, rows: rows)
        let lines = MetricsText.text(of: [program], as: .prometheus).split(separator: "\n").filter {
            $0.hasPrefix("flow_stage_state_seconds_total") && $0.contains("stage=\"for await\"")
        }
        #expect(
            lines.map { $0.split(separator: ",").last } == [
                "state=\"busy\"} 0", "state=\"starved\"} 3", "state=\"held_back\"} 0", "state=\"held_by_viewer\"} 3",
            ])
    }
}

extension HeldLoop {
    /// The report on its only pipeline.
    fileprivate var report: PipelineReport? {
        let log = traced.log
        var meter = UtilizationMeter()
        for entry in log.entries { meter.fold(entry, in: log) }
        return meter.reports(at: TraceTime(nanoseconds: loop.now), in: log).first
    }
}
