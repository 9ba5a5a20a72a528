import FlowCore
import FlowModel
import FlowTestSupport
import FlowTesting
import FlowCombine
import Testing

/// The expectations of a test on a pipeline that it ran.
@Suite("record and expect")
struct RecordTests {
    /// Twenty values into a buffer of four whose subscriber asks for three.
    private static func overflowing() -> RecordedTrace {
        record {
            let source = PassthroughSubject<Int, Never>()
            let sink = CustomDemandSink<Int, Never>(demand: .max(3)) { _ in }
            source.buffer(size: 4, prefetch: .byRequest, whenFull: .dropOldest).map { $0 * 10 }.subscribe(sink)
            for value in 1...20 { source.send(value) }
            source.send(completion: .finished)
            withExtendedLifetime(sink) {}
        }
    }

    @Test func `a stage's counts are those of its edges`() {
        let trace = RecordTests.overflowing()

        #expect(trace.stages == ["map", "buffer", "PassthroughSubject"])
        #expect(trace["buffer"].maxHeld == 4 && trace["buffer"].held == 4)
        #expect(trace["buffer"].dropped == 13)
        #expect(trace["map"].values == 3)
        #expect(trace["PassthroughSubject"].values == 20 && trace["PassthroughSubject"].finished == 1)
    }

    @Test func `what holds throws nothing`() throws {
        try RecordTests.overflowing().expect(.maxHeld(4, of: "buffer"), .maxHeld(4), .noDrops(at: "map"))
    }

    @Test func `what is broken says which value, where and when`() {
        let trace = RecordTests.overflowing()

        let failures = trace.failures([.maxHeld(2, of: "buffer"), .noDrops(), .completes(), .maxWait(.nanoseconds(1 << 60))])

        #expect(failures.map(\.expectation) == [.maxHeld(2, of: "buffer"), .noDrops(), .completes()])
        #expect(
            failures.map(\.text) == [
                "buffer holds 3 values, the newest is 6; at most 2 may wait",
                "buffer dropped 13 values, overflow: oldest; the first was 4", "map has not finished",
            ])
        #expect(failures.map { $0.sequence == nil } == [false, false, true])
        #expect(throws: BrokenExpectations.self) { try trace.expect(.noDrops()) }
        do {
            try trace.expect(.noDrops(), .completes())
        } catch {
            let lines = error.description.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines[0].hasPrefix("no-drops: buffer dropped 13 values, overflow: oldest; the first was 4 (event "))
            #expect(lines[1].hasPrefix("completes: map has not finished (at the end, "))
        }
    }

    @Test func `a publisher that breaks the contract is found out, and one that keeps it is not`() throws {
        let generous = record {
            let sink = CustomDemandSink<Int, Never>(demand: .max(1)) { _ in }
            GenerousPublisher().subscribe(sink)
        }

        let failures = generous.failures([.noViolations(), .noViolations(at: "generousPublisher")])

        let words =
            "generousPublisher sent customDemandSink a value with no demand outstanding: rule 1.1, more values than demand, "
            + "Reactive Streams §1.1"
        #expect(failures.map { $0.text.contains(words) } == [true, true], "\(failures)")
        #expect(failures.map(\.expectation.description) == ["no-violations", "no-violations generousPublisher"])
        try RecordTests.overflowing().expect(.noViolations())
    }

    @Test func `a pipeline that finishes completes, and one that waits too long says for how long`() throws {
        let scheduler = VirtualTimeScheduler()
        let trace = record {
            let cancellable = (1...3).publisher.delay(for: .milliseconds(5), scheduler: scheduler).sink { _ in }
            scheduler.advance(to: VirtualTime(nanoseconds: 10_000_000))
            withExtendedLifetime(cancellable) {}
        }

        try trace.expect(.completes(), .noDrops())
        #expect(trace["delay"].values == 3 && trace["delay"].maxWait > 0)
        #expect(trace.failures([.maxWait(.zero)]).count == 1)
    }

    @Test func `the example of the documentation holds`() throws {
        let trace = record {
            let source = PassthroughSubject<Int, Never>()
            let cancellable = source.buffer(size: 10, prefetch: .byRequest, whenFull: .dropOldest).sink { _ in }
            for value in 0..<20 { source.send(value) }
            source.send(completion: .finished)
            cancellable.cancel()
        }

        #expect(trace["buffer"].maxHeld <= 10)
        try trace.expect(.noDrops(), .completes())
    }

    @Test func `a trace that lacks records holds to nothing`() {
        let trace = record(chunkLimit: 1) {
            let source = PassthroughSubject<Int, Never>()
            let cancellable = source.sink { _ in }
            for value in 0..<5_000 { source.send(value) }
            source.send(completion: .finished)
            withExtendedLifetime(cancellable) {}
        }

        #expect(trace.missed > 0)
        let failures = trace.failures([.noDrops(), .noViolations(), .maxHeld(1)])
        let line =
            "cannot be decided, because the record has gaps: \(trace.missed) records missed (give 'record' a higher chunkLimit)"
        #expect(failures.map(\.line) == ["no-drops: \(line)", "no-violations: \(line)", "max-buffered 1: \(line)"])
        #expect(failures.map(\.kind) == [.undecided, .undecided, .undecided])
        #expect(throws: BrokenExpectations.self) { try trace.expect(.noDrops()) }
    }

    @Test func `a trace that lacks records cannot be asked for counts`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let trace = await record(chunkLimit: 1) {
                let source = PassthroughSubject<Int, Never>()
                let cancellable = source.map { $0 + 1 }.sink { _ in }
                for value in 0..<5_000 { source.send(value) }
                withExtendedLifetime(cancellable) {}
            }
            _ = trace["map"]
        }
        let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(errors.contains("the counts of 'map' are unknown: "))
    }

    @Test func `a mistyped stage does not hold, and says which may have been meant`() {
        let failures = RecordTests.overflowing().failures([.maxHeld(4, of: "bufer"), .noDrops(at: "wurstbrot")])

        #expect(
            failures.map(\.line) == [
                "max-buffered bufer=4: no stage 'bufer'; did you mean 'buffer'?",
                "no-drops wurstbrot: no stage 'wurstbrot'; stages are map, buffer, PassthroughSubject",
            ])
        #expect(failures.map(\.kind) == [.unknownStage, .unknownStage])
    }

    @Test func `asking for a mistyped stage says which may have been meant`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = RecordTests.overflowing()["bufer"]
        }
        let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(errors.contains("no stage 'bufer'; did you mean 'buffer'?"))
    }

    @Test func `several stages of one name count together, or each by its number`() {
        let trace = record {
            let sink = CustomDemandSink<Int, Never>(demand: .max(3)) { _ in }
            let source = PassthroughSubject<Int, Never>()
            source.filter { $0 > 0 }.handleEvents().filter { $0 % 2 == 0 }.subscribe(sink)
            for value in 0...9 { source.send(value) }
        }

        #expect(trace.stages.filter { $0.hasPrefix("filter") } == ["filter 2", "filter"])
        #expect(trace["filter"].values == trace["filter 1"].values + trace["filter 2"].values)
        // The first is the upper one, as on the screen.
        #expect((trace["filter 1"].values, trace["filter 2"].values) == (6, 3))
    }

    @Test func `what waits when the run is over has waited until then`() {
        let trace = record {
            let source = PassthroughSubject<Int, Never>()
            let sink = CustomDemandSink<Int, Never>(demand: .none) { _ in }
            source.buffer(size: 4, prefetch: .byRequest, whenFull: .dropOldest).subscribe(sink)
            source.send(1)
            withExtendedLifetime(sink) {}
        }

        // The end of the closure comes after its last event.
        let failure = trace.failures([.maxWait(.zero)]).first
        #expect(failure?.text.hasPrefix("value 1 has waited ") == true)
        #expect(failure?.text.hasSuffix(" in buffer and still waits; at most 0 s is allowed") == true)
    }
}
