import Testing

@testable import FlowModel
@testable import FlowTrace

/// Hook records and events as a damaged file or a program without ends has them.
@Suite("Reconstruction, limits")
struct ReconstructionLimitTests {
    /// Hook records written by hand, in order.
    private struct Script {
        var found = Reconstruction()
        private var time: UInt64 = 0

        mutating func add(_ kind: HookKind, _ id: UInt64, tag: UInt32 = 7, hint: HookHint? = nil, word: UInt64 = 0) {
            time += 1
            let flags = kind == .willSubscribe ? HookFlags.inScope.rawValue : 0
            let record = TraceEvent(
                time: time, hook: kind, key: HookKey(id: id, tag: tag), word: word, tag: hint?.rawValue ?? 0, flags: flags)
            found.append(record, thread: 1, bytes: nil)
        }

        mutating func name(_ tag: UInt32, _ text: String) {
            Array(text.utf8).withUnsafeBytes {
                let record = TraceEvent(
                    time: time, hook: .typeName, key: HookKey(id: 0, tag: tag), word: 0, tag: 0x50, flags: 0)
                found.append(record, thread: 1, bytes: $0)
            }
        }

        /// A subscription that feeds a subject, or has its subscriber keep an object, and then is over.
        mutating func subscribe(_ id: UInt64, publisher: UInt64 = 0, handed: UInt64, hints: [(HookHint, UInt64)] = []) {
            add(.willSubscribe, id)
            add(.hint, publisher, tag: 1, hint: .publisherType)
            add(.hint, 0, tag: 2, hint: .subscriberType)
            for (hint, object) in hints { add(.hint, object, tag: 0, hint: hint) }
            add(.hint, handed, tag: 9, hint: .subscription)
            add(.willSubscription, id, word: handed)
            add(.didSubscription, id)
            add(.didSubscribe, id)
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
        stacks.removeAll { $0 == 11 }

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
        script.subscribe(10, handed: 11, hints: [(.subject, 500)])
        script.complete(10)

        script.subscribe(20, publisher: 500, handed: 21)

        #expect(script.found.graph.edges.map(\.downstream) == [[], []])
    }

    @Test func `the address of an object that comes again links nothing to who kept the old one`() {
        var script = Script()
        script.name(1, "Just")
        script.name(2, "Keeper")
        script.subscribe(10, handed: 11, hints: [(.owner, 500)])
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
}
