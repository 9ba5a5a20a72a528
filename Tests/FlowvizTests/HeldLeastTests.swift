import FlowModel
import FlowScreen
import FlowTestSupport
import FlowTrace
import FlowViews
import Testing

@testable import FlowApp

/// The contents of a buffer that began before the trace are only partly known. Every view says so.
@Suite("Held, at least")
struct HeldLeastTests {
    /// Two values enter a buffer of four, and an older one leaves it, whose arrival is not recorded.
    private static func write(_ path: String) throws {
        let time = LockedBox<UInt64>(0)
        let trace = try HookTrace(path) { time.withLock { $0 } }
        trace.recorder.record(name: "OpenCombine.Publishers.Buffer<Subject>", of: 5)
        trace.recorder.record(name: "OpenCombine.Publishers.Buffer<Subject>.Inner", of: 6)
        let (inner, sink) = (HookKey(id: 11, tag: 7), HookKey(id: 2, tag: 2))
        let (lower, upper) = (HookKey(id: 11, tag: 8), HookKey(id: 21, tag: 9))
        func hand(_ subscription: HookKey, to key: HookKey, _ body: () -> Void) {
            trace.recorder.record(.subscription, subscription)
            trace.recorder.record(.willSubscription, key, word: subscription.id)
            body()
            trace.recorder.record(.didSubscription, key)
        }
        trace.recorder.record(.willSubscribe, sink)
        trace.recorder.record(.publisherType, HookKey(id: 0, tag: 5))
        trace.recorder.record(.subscriberType, HookKey(id: 0, tag: 2))
        trace.recorder.record(.parentSubscription, HookKey(id: 99, tag: 0))
        trace.recorder.record(.capacity, HookKey(id: 4, tag: 0))
        trace.recorder.record(.willSubscribe, inner)
        trace.recorder.record(.publisherType, HookKey(id: 0, tag: 1))
        trace.recorder.record(.subscriberType, HookKey(id: 0, tag: 6))
        hand(upper, to: inner) {
            trace.recorder.record(.willRequest, upper, word: .max)
            trace.recorder.record(.didRequest, upper)
            hand(lower, to: sink) {}
        }
        trace.recorder.record(.didSubscribe, inner)
        trace.recorder.record(.didSubscribe, sink)
        for value in 1...2 {
            time.withLock { $0 += 1_000_000_000 }
            trace.recorder.record(.willValue, inner, value: .int(value))
            trace.recorder.record(.didValue, inner)
        }
        trace.recorder.close()
    }

    private static func file() throws -> (folder: TemporaryFolder, path: String) {
        let folder = try TemporaryFolder()
        try write(folder.path("a.fvz"))
        return (folder, folder.path("a.fvz"))
    }

    @Test func `the table has the least, and there is no verdict from what is not known`() throws {
        let (folder, path) = try HeldLeastTests.file()

        let run = try Program.run(["diagnose", path, "--at", "2"])

        #expect(
            run.output.rows(with: "buffer") == [
                "at 2.00 s: held back by sink: at least 2 values wait in buffer, it has requested nothing for 2.0 s, "
                    + "values waited in buffer for 50 % of the last 2.0 s",
                "the run: held back by sink: it requested nothing for 100 % of its time, values waited in buffer for 50 %",
                "  buffer     0 %      0 %       50 %  1.00   0.00    0.00         –   ≥2/4      –",
                "missing: records are missing, so the contents of buffer and the demand of sink are unknown",
            ])
        withExtendedLifetime(folder) {}
    }

    @Test func `JSON has it under another key`() throws {
        let (folder, path) = try HeldLeastTests.file()

        let run = try Program.run(["diagnose", path, "--json"])

        #expect(run.output.contains("\"held\":null,\"heldAtLeast\":2,"), "\(run.output)")
        withExtendedLifetime(folder) {}
    }

    @Test func `exports say from when on`() throws {
        let (folder, path) = try HeldLeastTests.file()

        let lines = try Program.run(["export", path]).output.split(separator: "\n").filter { $0.contains("\"lane\":\"buffer\"") }
        let marbles = try Program.run(["export", path, "--format", "marble"]).output.rows(with: "buffer?")

        let ends = [
            "\"kind\":\"note\",\"value\":\"held: at least\"", "\"kind\":\"buffered\",\"value\":\"1\"",
            "\"kind\":\"buffered\",\"value\":\"2\"",
        ]
        #expect(lines.count == 3 && zip(lines, ends).allSatisfy { $0.contains($1) }, "\(lines)")
        #expect(marbles.map { $0.filter { $0 != "-" } } == ["buffer?  =≥1=≥2"])
        withExtendedLifetime(folder) {}
    }

    @Test(arguments: [false, true]) func `so have the list, the lane, the inspector and the log`(ascii: Bool) throws {
        let (folder, path) = try HeldLeastTests.file()
        let replay = ProgramReplay(try TraceFile(path))
        var state = AppState(.program(), length: replay.length, size: Size(width: 120, height: 36))
        replay.seek(Moment(time: replay.length, sequence: 0))
        func rows() -> [String] {
            var surface = Surface(state.size)
            RootView(replay.screen(state), signs: ascii ? .ascii : .unicode).draw(into: &surface)
            return TextOutput.render(surface).split(separator: "\n").map(String.init)
        }
        let list = rows()
        for effect in Update.press(.enter, on: &state, facts: replay.facts) { _ = effect.perform(on: &state, .trace(replay)) }
        state.selection = 1
        let lanes = rows()

        let sign = ascii ? ">=" : "≥"
        #expect(
            list.prefix(4).filter { $0.contains("? incomplete") }.map { $0.split(separator: " ").suffix(6).first } == ["\(sign)2"]
        )
        let said = [
            "at least 2 of 4", "it may hold more", "Buffer holds at least 2 of 4.", "held 2, and may hold more",
            "2 in, holds at least 2",
        ]
        for words in said { #expect(lanes.contains { $0.contains(words) }, "\(words)") }
        withExtendedLifetime(folder) {}
    }
}
