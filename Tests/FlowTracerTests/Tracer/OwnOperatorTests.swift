import FlowTrace
import FlowCombine
import Testing
@testable import FlowAnalysis
@testable import FlowCore
@testable import FlowGraph
@testable import FlowModel
@testable import FlowText
@testable import FlowVerdict

/// Operators that OpenCombine does not know, and the subscriptions that they make themselves.
@Suite("a program's own operators, traced", .serialized)
struct OwnOperatorTests {
    private typealias Subject = PassthroughSubject<Int, Never>

    private func doubts(_ found: Reconstruction) -> [EdgeUncertainty] {
        found.log.edges.map(\.doubts).filter { !$0.isEmpty }
    }

    private func pipelines(_ found: Reconstruction) -> Int {
        var pipelines = Pipelines()
        pipelines.update(from: found.log, upTo: found.log.count)
        return pipelines.count
    }

    @Test(arguments: [false, true]) func `a subscription made from inside a subscription feeds its operator`(whenAsked: Bool) {
        let (bench, found) = Bench.trace { b in
            let subject = Subject()
            SubscribingInside(upstream: subject.map { $0 }, whenAsked: whenAsked).filter { _ in true }.ended(b)
            (1...3).forEach(subject.send)
        }

        #expect(bench.signals == [["subscribed", "1", "2", "3"]])
        #expect(
            GraphText.chain(found) == ["PassthroughSubject", "map", "subscribingInside", "filter", "spy", "end"])
        #expect(doubts(found) == [])
    }

    @Test func `one that is made while a value comes feeds it once a value has come through`() {
        let (_, found) = Bench.trace { b in
            let (trigger, subject) = (Subject(), Subject())
            StartingAt(trigger: trigger, upstream: subject.map { $0 }).ended(b)
            trigger.send(0)
            (1...3).forEach(subject.send)
        }

        let own = found.log.nodes.first { $0.name == "startingAt" }?.id
        let inputs = found.log.edges.filter { $0.downstream == own }.map { edge in
            found.log.nodes.first { $0.id == edge.upstream }?.name
        }
        #expect(Set(inputs) == ["PassthroughSubject", "map"])
        #expect(doubts(found) == [])
    }

    @Test func `a subscriber that subscribes again feeds the operator that it fed`() {
        let (bench, found) = Bench.trace { b in
            Again(upstream: (1...2).publisher.filter { _ in true }, count: 3).ended(b)
        }

        #expect(bench.signals == [["subscribed", "1", "2", "1", "2", "1", "2"]])
        let own = found.log.nodes.first { $0.name == "again" }?.id
        let inputs = found.log.edges.filter { $0.downstream == own }
        #expect(inputs.count == 3)
        #expect(doubts(found) == [])
        #expect(pipelines(found) == 1)
    }

    @Test func `what comes through a closure is marked on both sides, and not joined`() {
        let (_, found) = Bench.trace { b in
            let subject = Subject()
            ThroughSink(upstream: subject.map { $0 }).ended(b)
            (1...3).forEach(subject.send)
        }

        #expect(doubts(found) == [.fedApart, .fedApart])
        #expect(pipelines(found) == 2)
    }

    @Test func `a closure that sends to another pipeline joins nothing and marks nothing`() {
        let (_, found) = Bench.trace { b in
            let (subject, other) = (Subject(), Subject())
            SubscribingInside(upstream: other).ended(b)
            b.keep(subject.map { $0 }.sink { other.send($0) })
            (1...3).forEach(subject.send)
        }

        #expect(doubts(found) == [])
        #expect(pipelines(found) == 2)
    }

    @Test func `of a subscriber on two publishers, the demand is a guess, and it is not said to be older than the trace`() {
        let (left, right) = (Subject(), Subject())
        let (_, found) = Bench.trace { b in
            let sink = Sink(b.makeEnd() as End<Int, Never>)
            left.subscribe(sink)
            right.subscribe(sink)
            sink.subscription?.request(.unlimited)
            right.send(1)
        }

        let missing = UtilizationMeter.measuring(found.log).reports(in: found.log).flatMap(\.missing)
        #expect(
            missing.map(\.text) == [
                "the demand of sink is not known: one subscriber has several publishers, and which of them got the request is a guess"
            ])
    }

    /// The ledger of the first operator of this name.
    private func ledger(_ name: String, _ found: Reconstruction) throws -> InspectorRow.Account {
        var pipelines = Pipelines()
        pipelines.update(from: found.log, upTo: found.log.count)
        var opened = PipelineModel(try #require(pipelines.ids(by: .age, in: found.log).first))
        opened.update(from: found.log, in: &pipelines)
        let lane = try #require(opened.model.lanes.firstIndex { $0.spec.name == name })
        let rows = Inspector.rows(of: opened.stream, lane: lane, at: opened.model.end)
        return try #require(rows.compactMap { if case .ledger(let account) = $0 { account } else { nil } }.first)
    }

    @Test func `of what an operator without a law may hold, the bound is said`() throws {
        let (_, held) = Bench.trace { b in
            let subject = Subject()
            Keeping(upstream: subject, count: 3).ended(b)
            (1...10).forEach(subject.send)
        }
        let (_, made) = Bench.trace { b in
            let (trigger, subject) = (Subject(), Subject())
            StartingAt(trigger: trigger, upstream: subject.append(7)).ended(b)
            trigger.send(0)
            (1...3).forEach(subject.send)
        }

        let account = try ledger("keeping", held)
        #expect(account.arrived == 10 && account.left == 7 && !account.hasLaw)
        #expect(account.unknown.first == "3 more in than out: held, filtered or dropped, no record says which")
        let other = try ledger("startingAt", made)
        #expect(other.arrived == 4 && other.left == 3)
        #expect(other.unknown.first == "1 more in than out: held, filtered or dropped, no record says which")
    }
}
