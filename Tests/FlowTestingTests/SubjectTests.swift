import FlowCombine
import FlowCore
import FlowSubjects
import FlowTestSupport
import FlowTrace
import Testing

@testable import FlowAnalysis
@testable import FlowTesting

private typealias TheirPassthrough = FlowCombine.PassthroughSubject<Int, TestFailure>
private typealias OurPassthrough = FlowSubjects.PassthroughSubject<Int, TestFailure>
private typealias TheirCurrent = FlowCombine.CurrentValueSubject<Int, TestFailure>
private typealias OurCurrent = FlowSubjects.CurrentValueSubject<Int, TestFailure>

private enum TestFailure: Error { case broken }

/// State that threads use one after the other.
private struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
}

/// The subjects that report every `send`, beside the stream library's.
@Suite("Subjects that tell what they lose")
struct SubjectTests {
    /// An action on a subject.
    private enum Deed {
        case send
        case subscribe(demand: Int)
        case request(Int, of: Int)
        case cancel(Int)
        case end(isFailure: Bool)
    }

    /// An action of a subscriber within the call of a value, besides returning demand.
    private enum Answer: CaseIterable {
        case nothing, request, cancel, send, end
    }

    private static func deeds(_ chance: inout SeededChance, isAlone: Bool) -> [Deed] {
        let subscribers = isAlone ? 1 : 4
        return (0..<40).map { number in
            guard number > 0 else { return .subscribe(demand: chance.below(4)) }
            switch chance.below(12) {
            case 0 where !isAlone, 1 where !isAlone: return .subscribe(demand: chance.below(4))
            case 2, 3: return .request(chance.below(subscribers), of: chance.below(4) + 1)
            case 4 where number > 20: return .cancel(chance.below(4))
            case 5 where number > 35: return .end(isFailure: chance.below(2) == 0)
            default: return .send
            }
        }
    }

    /// A play of deeds with one subject.
    private final class Play<Tried: Subject> where Tried.Output == Int, Tried.Failure == TestFailure {
        private let subject: Tried
        private let answers: [Answer]
        private var depth = 0
        private(set) var subscribers: [RecordingSubscriber<Int, TestFailure>] = []
        /// By subscriber, the values that were sent while it was subscribed, from before the call to after it.
        private(set) var sent: [[Int]] = []
        private var count = 0

        init(_ subject: Tried, answers: [Answer]) { (self.subject, self.answers) = (subject, answers) }

        func play(_ deeds: [Deed]) {
            for deed in deeds {
                switch deed {
                case .send: send()
                case .subscribe(let demand): subscribe(demand)
                case .request(let number, let demand): act(on: number) { $0.request(.max(demand)) }
                case .cancel(let number): act(on: number) { $0.cancel() }
                case .end(let isFailure): end(isFailure: isFailure)
                }
            }
        }

        var histories: [RecordingSubscriber<Int, TestFailure>.History] { subscribers.map(\.history) }

        func values(of number: Int) -> [Int] {
            subscribers[number].history.compactMap { if case .value(let value) = $0.signal { value } else { nil } }
        }

        func isLive(_ number: Int) -> Bool {
            !subscribers[number].history.contains {
                if case .completion = $0.signal { true } else { $0.signal == .cancelled }
            }
        }

        func isCancelled(_ number: Int) -> Bool { subscribers[number].history.contains { $0.signal == .cancelled } }

        private func act(on number: Int, _ act: (RecordingSubscriber<Int, TestFailure>) -> Void) {
            if subscribers.indices.contains(number) { act(subscribers[number]) }
        }

        private func send() {
            count += 1
            let value = count
            let live = subscribers.indices.filter(isLive)
            subject.send(value)
            for number in live where isLive(number) { sent[number].append(value) }
        }

        private func end(isFailure: Bool) { subject.send(completion: isFailure ? .failure(.broken) : .finished) }

        private func subscribe(_ demand: Int) {
            guard subscribers.count < 4 else { return }
            let all: Subscribers.Demand = demand == 3 ? .unlimited : .max(demand)
            let subscriber = RecordingSubscriber<Int, TestFailure>(demand: all) { [unowned self] subscriber, value in
                self.answer(value, to: subscriber)
            }
            subscribers.append(subscriber)
            sent.append([])
            subject.subscribe(subscriber)
        }

        private func answer(_ value: Int, to subscriber: RecordingSubscriber<Int, TestFailure>) -> Subscribers.Demand {
            guard depth < 3 else { return .none }
            depth += 1
            defer { depth -= 1 }
            switch answers[value % answers.count] {
            case .nothing: break
            case .request: subscriber.request(.max(1))
            case .cancel: if value % 7 == 0 { subscriber.cancel() }
            case .send: send()
            case .end: if value > 30 { end(isFailure: false) }
            }
            return value % 3 == 0 ? .max(1) : .none
        }
    }

    /// By subscriber, the values that the trace says it has lost, for each reason.
    private static func lost(in trace: RecordedTrace, _ reasons: Set<DropReason>) -> [[Int]] {
        let edges = trace.log.edges.filter { edge in
            edge.role == .link && edge.upstream.flatMap { trace.log.node($0) }?.recordsSends == true
        }
        return edges.map(\.id).sorted().map { edge in
            trace.log.entries.compactMap { entry in
                guard entry.edge == edge, entry.kind == .dropped, let reason = entry.event.dropReason, reasons.contains(reason),
                    let value = trace.log.value(of: entry), case .int(let number) = value
                else { return nil }
                return number
            }
        }
    }

    /// The deeds of a seed; several subscribers are served in an order that differs from run to run, so that they do nothing to each other
    /// where two plays are compared.
    private static func play(
        seed: UInt64, isAlone: Bool, isCompared: Bool
    ) -> (deeds: [Deed], answers: [Answer]) {
        var chance = SeededChance(seed: seed)
        let deeds = deeds(&chance, isAlone: isAlone)
        let possible: [Answer] = isAlone || !isCompared ? Answer.allCases : [.nothing, .request, .cancel]
        return (deeds, (0..<5).map { _ in possible[chance.below(possible.count)] })
    }

    @Test(arguments: Rounds.seeds(full: 20_000, sample: 100), [true, false])
    func `subscribers get the same, in the same order, as of the stream library's, traced or not`(seed: UInt64, isAlone: Bool) {
        let (deeds, answers) = SubjectTests.play(seed: seed, isAlone: isAlone, isCompared: true)
        func compare(_ theirs: some Subject<Int, TestFailure>, _ ours: [any Subject<Int, TestFailure>]) {
            func histories(_ subject: some Subject<Int, TestFailure>) -> [String] {
                let play = Play(subject, answers: answers)
                play.play(deeds)
                return play.histories.map { "\($0)" }
            }
            let expected = histories(theirs)
            #expect(histories(ours[0]) == expected)
            var traced: [String] = []
            _ = record { traced = histories(ours[1]) }
            #expect(traced == expected)
        }

        compare(TheirPassthrough(), [OurPassthrough(), OurPassthrough()])
        compare(TheirCurrent(0), [OurCurrent(0), OurCurrent(0)])
    }

    @Test(arguments: Rounds.seeds(full: 20_000, sample: 100), [true, false])
    func `what a subscriber is sent is what it gets and what the trace says it has lost`(seed: UInt64, isAlone: Bool) {
        let (deeds, answers) = SubjectTests.play(seed: seed, isAlone: isAlone, isCompared: false)
        let play = Play(OurPassthrough(), answers: answers)

        let trace = record { play.play(deeds) }

        let lost = SubjectTests.lost(in: trace, [.noDemand])
        #expect(lost.count == play.subscribers.count)
        for (number, lost) in lost.enumerated() {
            #expect(lost.sorted() == play.sent[number].filter { !play.values(of: number).contains($0) }.sorted())
        }
        #expect(trace.log.entries.count { $0.kind == .dropped } == lost.joined().count)
        var ledger = Ledger()
        for entry in trace.log.entries { ledger.fold(entry, in: trace.log) }
        let lines = ledger.lines(in: trace.log)
        #expect(lines.reduce(0) { $0 + $1.dropped.total } == lost.joined().count)
        #expect(lines.reduce(0) { $0 + $1.out } == play.subscribers.indices.reduce(0) { $0 + play.values(of: $1).count })
        #expect(lines.allSatisfy { $0.residue == 0 })
    }

    @Test(arguments: Rounds.seeds(full: 20_000, sample: 100), [true, false])
    func `of a subject that keeps its newest value, every other one that is not delivered is lost`(seed: UInt64, isAlone: Bool) {
        let (deeds, answers) = SubjectTests.play(seed: seed, isAlone: isAlone, isCompared: false)
        let play = Play(OurCurrent(0), answers: answers)

        let trace = record { play.play(deeds) }

        for (number, lost) in SubjectTests.lost(in: trace, [.superseded, .ended, .error]).enumerated() {
            let values = play.values(of: number)
            #expect(Set(lost).isDisjoint(with: values), "subscriber \(number)")
            #expect(Set(lost).count == lost.count, "subscriber \(number)")
            let rest = play.sent[number].filter { !values.contains($0) && !lost.contains($0) }
            #expect(rest.count <= 1, "subscriber \(number): \(rest)")
            #expect(
                rest.allSatisfy { $0 == play.sent[number].max() || play.isCancelled(number) }, "subscriber \(number): \(rest)")
        }
    }

    @Test(arguments: Rounds.seeds(full: 10_000, sample: 40), [true, false])
    func `deeds one after the other do not overlap, whatever their threads`(seed: UInt64, isAlone: Bool) {
        let (deeds, answers) = SubjectTests.play(seed: seed, isAlone: isAlone, isCompared: false)
        func overlaps(of subject: some Subject<Int, TestFailure>) -> [Violation] {
            let play = Unchecked(value: Play(subject, answers: answers))
            let trace = record {
                for (number, deed) in deeds.enumerated() {
                    if number % 3 == 1 { onThreads(1) { _ in play.value.play([deed]) } } else { play.value.play([deed]) }
                }
            }
            var rules = RuleCheck()
            return trace.log.entries.flatMap { rules.fold($0, in: trace.log) }.filter { $0.rule.number == "1.3" }
        }

        #expect(overlaps(of: OurPassthrough()) == [])
        #expect(overlaps(of: OurCurrent(0)) == [])
    }

    @Test func `what an upstream brings a subject is counted once`() {
        for isFed in [true, false] {
            let trace = record {
                let (subject, source) = (OurPassthrough(), OurPassthrough())
                let sink = CustomDemandSink<Int, TestFailure>(demand: .max(2)) { _ in }
                subject.subscribe(sink)
                let upstream = source.subscribe(subject)
                for value in 1...5 { if isFed { source.send(value) } else { subject.send(value) } }
                withExtendedLifetime((sink, upstream)) {}
            }

            #expect(
                trace.failures([.noDrops()]).map(\.text) == ["PassthroughSubject dropped 3 values, no demand; the first was 3"])
        }
    }

    @Test func `nothing is left unknown, and a value is lost when it is sent`() throws {
        let trace = record {
            let subject = OurPassthrough()
            let sink = CustomDemandSink<Int, TestFailure>(demand: .max(1)) { _ in }
            subject.eraseToAnyPublisher().label("photos").subscribe(sink)
            subject.send(1)
            sink.increaseDemand(.max(1))
            withExtendedLifetime(sink) {}
        }

        try trace.expect(.noDrops())
        #expect(trace.stages == ["photos"])
    }

    @Test func `a subject lives as long as it has subscribers, and prints as the stream library's`() {
        weak var subject: OurPassthrough?
        let subscriber = RecordingSubscriber<Int, TestFailure>(demand: .unlimited)
        do {
            let made = OurPassthrough()
            made.subscribe(subscriber)
            subject = made
            #expect("\(made)" == "\(TheirPassthrough())")
            #expect("\(type(of: made))" == "\(TheirPassthrough.self)")
        }
        #expect(subject != nil)
        subscriber.cancel()
        #expect(subject == nil)
    }
}
