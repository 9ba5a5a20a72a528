import Testing
@testable import FlowGraph
@testable import FlowTrace

/// Hook records of two threads that subscribe at the same time, written by hand.
@Suite("Reconstruction of two threads")
struct InterleavedThreadsTests {
    @Test func `the end of one thread's subscribing makes no end of what another is subscribing`() {
        var found = Reconstruction()
        var time: UInt64 = 0
        func add(_ kind: HookKind, _ id: UInt64, tag: UInt32, thread: UInt32, hint: HookHint? = nil) {
            time += 1
            let key = HookKey(id: id, tag: tag)
            let record = TraceEvent(time: time, hook: kind, key: key, word: 0, tag: hint?.rawValue ?? 0, flags: 0)
            found.append(record, thread: thread, bytes: nil)
        }
        func name(_ tag: UInt32, _ text: String) {
            Array(text.utf8).withUnsafeBytes {
                let key = HookKey(id: 0, tag: tag)
                found.append(
                    TraceEvent(time: time, hook: .typeName, key: key, word: 0, tag: 0x50, flags: 0), thread: 1, bytes: $0)
            }
        }

        name(1, "Just")
        name(2, "Sink")
        add(.willSubscribe, 10, tag: 7, thread: 1)
        add(.hint, 0, tag: 1, thread: 1, hint: .publisherType)
        add(.hint, 0, tag: 2, thread: 1, hint: .subscriberType)
        add(.willSubscribe, 20, tag: 7, thread: 2)
        add(.hint, 0, tag: 1, thread: 2, hint: .publisherType)
        add(.hint, 0, tag: 2, thread: 2, hint: .subscriberType)
        add(.hint, 0, tag: 7, thread: 2, hint: .subscription)
        add(.willSubscription, 20, tag: 7, thread: 2)
        add(.didSubscribe, 10, tag: 7, thread: 1)
        #expect(found.log.nodes.map(\.name) == ["Just", "Just", "sink"])
        #expect(found.log.edges.map { $0.downstream == nil } == [true, false])

        add(.didSubscription, 20, tag: 7, thread: 2)
        add(.didSubscribe, 20, tag: 7, thread: 2)
        #expect(found.log.nodes.map(\.name) == ["Just", "Just", "sink", "sink"])
    }
}
