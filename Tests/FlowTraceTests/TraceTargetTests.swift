import FlowTestSupport
import Testing

@testable import FlowTrace

@Suite("TraceTarget", .notForever)
struct TraceTargetTests {
    /// A clock that declares a name at the first reading after `target` is set.
    private final class Clock: Sendable {
        let target = LockedBox<TraceTarget?>(nil)

        func read() -> UInt64 {
            let asked = target.withLock { target in
                defer { target = nil }
                return target
            }
            _ = asked?.tag(of: "inner")
            return 0
        }
    }

    @Test func `a clock of the program may have a name declared while another is`() {
        let clock = Clock()
        let recorder = Recorder(clock: .custom(clock.read))
        let target = TraceTarget(recorder: recorder)
        clock.target.withLock { $0 = target }

        let tags = [target.tag(of: "outer"), target.tag(of: "inner"), target.tag(of: "outer")]

        var sink = RingSink()
        recorder.drain(into: &sink)
        #expect(tags == [1 << 31, 1 << 31 | 1, 1 << 31])
        #expect(sink.hooks.map(\.hookKey.tag) == [1 << 31 | 1, 1 << 31])
    }

    @Test func `whichever thread has a tag first, its name is recorded before`() {
        let recorder = Recorder()
        let target = TraceTarget(recorder: recorder)

        onThreads { _ in
            for number in 0..<100 {
                let tag = target.tag(of: "\(number)")
                recorder.record(.death, HookKey(id: 0, tag: tag))
            }
        }

        var sink = RingSink()
        recorder.drain(into: &sink)
        var named: Set<UInt32> = []
        for record in sink.hooks {
            if record.fact == .typeName {
                named.insert(record.hookKey.tag)
            } else {
                #expect(named.contains(record.hookKey.tag))
            }
        }
        #expect(named.count == 100)
    }
}
