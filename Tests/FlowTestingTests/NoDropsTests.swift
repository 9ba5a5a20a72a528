import FlowCombine
import FlowCore
import FlowSubjects
import FlowTesting
import Testing

/// When a test may say that no value was lost.
@Suite("no drops")
struct NoDropsTests {
    /// Five values to a subscriber that asks for some at once.
    private func sending(_ demand: Subscribers.Demand, through subject: some Subject<Int, Never>) -> RecordedTrace {
        record {
            let sink = CustomDemandSink<Int, Never>(demand: demand) { _ in }
            subject.subscribe(sink)
            for value in 1...5 { subject.send(value) }
            withExtendedLifetime(sink) {}
        }
    }

    @Test func `what a subject sends unasked cannot be known`() {
        let trace = sending(.max(2), through: FlowCombine.PassthroughSubject<Int, Never>())

        let failures = trace.failures([.noDrops()])

        #expect(failures.map(\.kind) == [.undecided])
        #expect(failures.allSatisfy { $0.text.hasPrefix("cannot know: PassthroughSubject had no demand for ") })
        #expect(trace.failures([.noDrops(except: [.stage("PassthroughSubject")])]).isEmpty)
    }

    @Test func `a subject that is asked for all values at once loses none`() throws {
        let trace = record {
            let subject = FlowCombine.PassthroughSubject<Int, Never>()
            let cancellable = subject.sink { _ in }
            for value in 1...5 { subject.send(value) }
            withExtendedLifetime(cancellable) {}
        }

        try trace.expect(.noDrops())
    }

    @Test func `what a subject that keeps its newest value loses is superseded`() throws {
        let trace = sending(.max(2), through: FlowCombine.CurrentValueSubject<Int, Never>(0))

        #expect(trace.failures([.noDrops()]).map(\.kind) == [.undecided])
        try trace.expect(.noDrops(except: [.superseded]))
    }

    @Test func `a subscriber that has had enough within a value misses nothing`() throws {
        let trace = record {
            let subject = FlowCombine.PassthroughSubject<Int, Never>()
            let cancellable = subject.prefix(1).sink { _ in }
            subject.send(1)
            withExtendedLifetime(cancellable) {}
        }

        try trace.expect(.noDrops())
    }

    @Test func `values that newer ones replace are excepted`() throws {
        let scheduler = VirtualTimeScheduler()
        let trace = record {
            let subject = FlowCombine.PassthroughSubject<Int, Never>()
            let cancellable = subject.debounce(for: .seconds(1), scheduler: scheduler).sink { _ in }
            for value in 1...3 { subject.send(value) }
            scheduler.advance(to: VirtualTime(nanoseconds: 2_000_000_000))
            withExtendedLifetime(cancellable) {}
        }

        #expect(trace.failures([.noDrops()]).map(\.text) == ["debounce dropped 2 values, superseded; the first was 1"])
        try trace.expect(.noDrops(except: [.superseded]), .noDrops(except: [.stage("debounce")]))
    }

    @Test(arguments: [[2, 9], [9, 2], [1, 2, 9], [1, 2, 2]])
    func `where a subject has several subscribers, a drop names those that missed values`(demands: [Int]) {
        let trace = record {
            let subject = FlowSubjects.PassthroughSubject<Int, Never>()
            let sinks = demands.map { CustomDemandSink<Int, Never>(demand: .max($0)) { _ in } }
            for sink in sinks { subject.subscribe(sink) }
            for value in 1...4 { subject.send(value) }
            withExtendedLifetime(sinks) {}
        }

        let missed = demands.enumerated().filter { $1 < 4 }
            .map { (name: $0 == 0 ? "customDemandSink" : "customDemandSink \($0 + 1)", count: 4 - $1) }
        let words =
            missed.count == 1
            ? "\(missed[0].name) missed them" : missed.map { "\($0.name) missed \($0.count)" }.joined(separator: ", ")
        let count = missed.reduce(0) { $0 + $1.count }
        let first = demands.min().map { $0 + 1 } ?? 0
        #expect(
            trace.failures([.noDrops()]).map(\.text) == [
                "PassthroughSubject dropped \(count) values, no demand; the first was \(first); \(words)"
            ])
    }

    @Test(arguments: 1...4)
    func `what a buffer holds that nobody has ever asked for is lost, and what one holds who has asked is not`(count: Int) {
        func failures(asking demand: Subscribers.Demand) -> [String] {
            let trace = record {
                let sink = CustomDemandSink<Int, Never>(demand: demand) { _ in }
                (1...count).publisher.buffer(size: 10, prefetch: .keepFull, whenFull: .dropOldest).subscribe(sink)
                withExtendedLifetime(sink) {}
            }
            return trace.failures([.noDrops()]).map(\.text)
        }

        let left = count == 1 ? "1 value was left in it" : "\(count) values were left in it"
        #expect(failures(asking: .none) == ["nobody ever asked buffer for a value: \(left)"])
        for asked in 1...count { #expect(failures(asking: .max(asked)) == []) }
    }
}
