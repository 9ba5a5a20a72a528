import Testing
@testable import FlowGraph
@testable import FlowTrace

/// Hook records of two threads that subscribe at the same time, written by hand.
@Suite("Reconstruction of two threads")
struct InterleavedThreadsTests {
    @Test func `the end of one thread's subscribing makes no end of what another is subscribing`() {
        var found = Reconstruction()
        var time: UInt64 = 0
        func add(_ call: CallKind, _ id: UInt64, tag: UInt32, thread: UInt32) {
            time += 1
            found.append(TraceEvent(time: time, call: call, key: HookKey(id: id, tag: tag)), thread: thread, bytes: nil)
        }
        func add(_ fact: FactKind, tag: UInt32, thread: UInt32) {
            time += 1
            found.append(TraceEvent(time: time, fact: fact, key: HookKey(id: 0, tag: tag)), thread: thread, bytes: nil)
        }
        func name(_ tag: UInt32, _ text: String) {
            Array(text.utf8).withUnsafeBytes {
                let record = TraceEvent(
                    time: time, fact: .typeName, key: HookKey(id: 0, tag: tag),
                    value: WordValue(textAt: 0, stored: $0.count, full: $0.count))
                found.append(record, thread: 1, bytes: $0)
            }
        }

        name(1, "Just")
        name(2, "Sink")
        add(.willSubscribe, 10, tag: 7, thread: 1)
        add(.publisherType, tag: 1, thread: 1)
        add(.subscriberType, tag: 2, thread: 1)
        add(.willSubscribe, 20, tag: 7, thread: 2)
        add(.publisherType, tag: 1, thread: 2)
        add(.subscriberType, tag: 2, thread: 2)
        add(.subscription, tag: 7, thread: 2)
        add(.willSubscription, 20, tag: 7, thread: 2)
        add(.didSubscribe, 10, tag: 7, thread: 1)
        #expect(found.log.nodes.map(\.name) == ["Just", "Just", "sink"])
        #expect(found.log.edges.map { $0.downstream == nil } == [true, false])

        add(.didSubscription, 20, tag: 7, thread: 2)
        add(.didSubscribe, 20, tag: 7, thread: 2)
        #expect(found.log.nodes.map(\.name) == ["Just", "Just", "sink", "sink"])
    }
}
