import Testing
@testable import FlowGraph
@testable import FlowOperators
@testable import FlowTrace

/// Hook records and events as in a damaged file, or of a program whose streams never end.
@Suite("Reconstruction, limits")
struct ReconstructionLimitTests {
    /// Hook records written by hand, in order.
    private struct Script {
        var found = Reconstruction()
        private var time: UInt64 = 0

        mutating func add(_ call: CallKind, _ id: UInt64, tag: UInt32 = 7, word: UInt64 = 0) {
            time += 1
            let record = TraceEvent(time: time, call: call, key: HookKey(id: id, tag: tag), value: WordValue(word))
            found.append(record, thread: 1, bytes: nil)
        }

        mutating func add(_ fact: FactKind, _ id: UInt64, tag: UInt32) {
            time += 1
            found.append(TraceEvent(time: time, fact: fact, key: HookKey(id: id, tag: tag)), thread: 1, bytes: nil)
        }

        mutating func name(_ tag: UInt32, _ text: String) {
            Array(text.utf8).withUnsafeBytes {
                let record = TraceEvent(
                    time: time, fact: .typeName, key: HookKey(id: 0, tag: tag),
                    value: WordValue(textAt: 0, stored: $0.count, full: $0.count))
                found.append(record, thread: 1, bytes: $0)
            }
        }

        /// Records a subscription that feeds a subject, or whose subscriber keeps an object, and its end.
        mutating func subscribe(_ id: UInt64, publisher: UInt64 = 0, handed: UInt64, facts: [(FactKind, UInt64)] = []) {
            add(.willSubscribe, id)
            add(.publisherType, publisher, tag: 1)
            add(.subscriberType, 0, tag: 2)
            for (fact, object) in facts { add(fact, object, tag: 0) }
            add(.subscription, handed, tag: 9)
            add(.willSubscription, id, word: handed)
            add(.didSubscription, id)
            add(.didSubscribe, id)
        }

        /// Records the delivery of a text.
        mutating func deliver(_ text: String, to id: UInt64) {
            time += 1
            Array(text.utf8).withUnsafeBytes {
                let record = TraceEvent(
                    time: time, call: .willValue, key: HookKey(id: id, tag: 7),
                    value: WordValue(textAt: 0, stored: $0.count, full: $0.count))
                found.append(record, thread: 1, bytes: $0)
            }
            add(.didValue, id)
        }

        mutating func complete(_ id: UInt64) {
            add(.willComplete, id)
            add(.didComplete, id)
        }
    }

    @Test func `calls that never end are forgotten, the oldest first, and counted`() {
        var script = Script()
        for number in 1...10_000 { script.add(.willRequest, UInt64(number)) }

        #expect(script.found.calls.open.count <= 512)
        #expect(script.found.unbalancedCalls + script.found.calls.open.count == 10_000)
        #expect(script.found.calls.open.last?.key.id == 10_000)
    }

    @Test func `calls of two threads do not mix`() {
        var stacks = CallStacks<Int>()
        for (thread, call) in [(1, 10), (2, 20), (1, 11), (3, 30), (2, 21)] as [(UInt32, Int)] {
            stacks.turn(to: thread)
            stacks.open.append(call)
        }
        #expect(stacks.removeAll { $0 == 11 } == [11])

        let open = (1...4).map { (thread: UInt32) in
            stacks.turn(to: thread)
            return stacks.open
        }
        #expect(open == [[10], [20, 21], [30], []])
    }

    @Test func `the address of a subject that comes again links nothing to what fed the old one`() {
        var script = Script()
        script.name(1, "Subject")
        script.name(2, "SubjectSubscriber")
        script.subscribe(10, handed: 11, facts: [(.subject, 500)])
        script.complete(10)

        script.subscribe(20, publisher: 500, handed: 21)

        #expect(script.found.graph.edges.map(\.downstream) == [[], []])
    }

    @Test func `the address of an object that comes again links nothing to who kept the old one`() {
        var script = Script()
        script.name(1, "Just")
        script.name(2, "Keeper")
        script.subscribe(10, handed: 11, facts: [(.owner, 500)])
        script.complete(10)

        script.subscribe(20, handed: 500)

        #expect(script.found.graph.edges.map(\.downstream) == [[], []])
    }

    @Test func `a probe's event whose fact was lost is no event of a concluded edge`() {
        var script = Script()
        script.name(1, "Just")
        script.name(2, "Sink")
        script.subscribe(10, handed: 11)
        let probe = TraceEvent(time: 99, kind: .value, edge: EdgeID(rawValue: 1), payload: .int(1))
        script.found.append(probe, thread: 1, bytes: nil)

        let edges = script.found.log.entries.map(\.edge)
        #expect(script.found.log.edges.map(\.id) == [EdgeID(rawValue: 1)])
        #expect(edges == [EdgeID(rawValue: 1), EdgeID(rawValue: 2)])

        script.found.declare(nodes: [], edges: [EdgeFact(id: EdgeID(rawValue: 1), role: .link, label: "probe")])
        #expect(script.found.log.edge(EdgeID(rawValue: 2))?.label == "probe")
    }

    /// The number of known links from one edge to another.
    private static func links(_ script: Script) -> Int {
        script.found.graph.edges.reduce(0) { $0 + $1.downstream.count }
    }

    private static func doubts(_ script: Script) -> EdgeUncertainty {
        script.found.log.edges.reduce(into: []) { $0.formUnion($1.doubts) }
    }

    @Test func `more edges than can be under one identifier are not all linked to each other, and are marked`() {
        var script = Script()
        script.name(1, "Just")
        script.name(2, "Sink")
        for number in 0..<1_000 { script.subscribe(UInt64(10_000 + number), handed: 500) }
        for number in 0..<1_000 { script.subscribe(500, handed: UInt64(20_000 + number)) }

        #expect(script.found.graph.edges.count == 2_000)
        #expect(ReconstructionLimitTests.links(script) <= 64 * 1_000)
        #expect(ReconstructionLimitTests.doubts(script) == [.ambiguousSubscriber, .sharedSubscription])
    }

    @Test func `a subject with a thousand subscribers is linked to what feeds it, and only as often as the records pay for`() {
        var script = Script()
        script.name(1, "Subject")
        script.name(2, "SubjectSubscriber")
        for number in 0..<1_000 { script.subscribe(UInt64(10_000 + number), publisher: 500, handed: UInt64(30_000 + number)) }
        script.subscribe(20_000, handed: 40_000, facts: [(.subject, 500)])
        #expect(ReconstructionLimitTests.links(script) == 1_000)
        #expect(ReconstructionLimitTests.doubts(script) == [])

        for number in 1..<1_000 {
            script.subscribe(UInt64(20_000 + number), handed: UInt64(40_000 + number), facts: [(.subject, 500)])
        }

        #expect(ReconstructionLimitTests.links(script) < 400_000)
        #expect(ReconstructionLimitTests.doubts(script) == .incomplete)
    }

    @Test func `a subscription that is passed on more often than can be makes no more events than edges may share it`() {
        var script = Script()
        script.name(1, "Just")
        script.name(2, "Sink")
        script.add(.willSubscribe, 1)
        script.add(.subscription, 900, tag: 9)
        script.add(.willSubscription, 1, word: 900)
        for number in 2..<300 { script.subscribe(UInt64(number), handed: 900) }

        script.add(.willRequest, 900, tag: 9, word: 1)

        #expect(script.found.log.entries.count { $0.kind == .request } == 64)
        #expect(ReconstructionLimitTests.doubts(script) == .sharedSubscription)
    }

    @Test func `values whose delivery never ends are forgotten, the oldest first`() {
        var held = HeldValues(input: .init(position: 1))
        for call in 1...2_000 { held.begin(HeldValue(payload: .none, sequence: call), in: call) }

        #expect(held.inTransit.count == 512)
        #expect(held.end(1) == nil)
        #expect(held.end(1_990)?.sequence == 1_990)
        #expect(held.end(after: 1_991)?.sequence == 1_992)
        #expect(held.inTransit.count == 8)
    }

    @Test func `an operator remembers only those of its many inputs of which it holds something`() {
        var (holding, changes) = (HoldingOperator(above: .init(position: 0), rule: HoldingRule()), [HoldingChange]())
        for input in 1...10_000 {
            holding.receive(HeldValue(payload: .none, sequence: input), from: .init(position: input), in: input, &changes)
            if input % 100 != 0 { holding.send(in: input, after: 0, &changes) }
        }

        #expect(holding.inputs.reduce(0) { $0 + $1.values.count } == 100)
        #expect(holding.inputs.count < 500)
    }

    @Test func `what is held takes no more room where nothing is forgotten, or where its text stays anyway`() {
        var script = Script()
        script.name(1, "Publishers.Buffer<Just>")
        script.name(2, "Sink")
        script.add(.willSubscribe, 20)
        script.add(.publisherType, 0, tag: 1)
        script.subscribe(21, handed: 22)
        script.add(.didSubscribe, 20)
        script.deliver("a text of more than fifteen bytes", to: 21)
        script.deliver("another of more than fifteen bytes", to: 21)
        func held() -> [TraceEvent.Payload] {
            script.found.stores.holding(above: .init(position: 0))?.inputs[0].values.elements.map(\.payload) ?? []
        }
        #expect(held().count == 2)
        let room = script.found.log.textEnd

        let last = script.found.log.count
        script.found.forget(upTo: 1)
        #expect(script.found.log.textEnd == room)
        script.found.forget(upTo: last)
        let kept = script.found.log.textEnd
        for _ in 0..<10 { script.found.forget(upTo: .max) }

        #expect(kept == 2 * room)
        #expect(script.found.log.textEnd == kept)
    }

    @Test func `where records are missing, the edges of explicit probes are marked too`() {
        var script = Script()
        script.found.declare(nodes: [], edges: [EdgeFact(id: EdgeID(rawValue: 7), role: .link, label: "probe")])

        script.found.recordGap(until: 5)
        script.found.recordGap(until: 3)

        #expect(script.found.log.edges.map(\.doubts) == [.incomplete])
        #expect(script.found.isIncomplete)
    }
}
