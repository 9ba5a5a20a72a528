import FlowModel
import FlowScreen
import FlowTestSupport
import FlowTrace
import FlowViews
import Testing

@testable import FlowApp
@testable import FlowSessions

/// The list of pipelines whose streams tests have made.
@Suite("The list of tests")
struct TestListTests {
    private static let names: [(tag: UInt32, name: String)] = [
        (1, "FlowAsync.Yield"), (2, "FlowAsync.AsyncStream<Swift.Int>"), (3, "AppTests.leaves()/RoomTests.swift:9:2"),
        (4, "AppTests.Rooms/joins(\u{1B}[2J)/RoomTests.swift:12:4"), (5, "OldTests.testRooms"),
    ]

    /// A stream of each of two tests, two of a third one, and one of none; the second test fails, and the third still runs.
    private static func trace() -> ProgramTrace {
        let recorder = Recorder(clock: .custom { 1_000_000 })
        for (tag, name) in names { recorder.record(name: name, of: tag) }
        for (number, test) in ([3, 4, 5, 5, nil] as [UInt32?]).enumerated() {
            let key = HookKey(id: 1 << 63 | UInt64(number + 1), tag: 0)
            recorder.record(.willSubscribe, key)
            if let test { recorder.record(.test, HookKey(id: 0, tag: test)) }
            recorder.record(.publisherType, HookKey(id: 0, tag: 1))
            recorder.record(.subscriberType, HookKey(id: 0, tag: 2))
            recorder.record(.subject, HookKey(id: key.id, tag: 0))
            recorder.record(.subscription, key)
            recorder.record(.willSubscription, key, word: key.id)
            recorder.recordEnd(.didSubscription, key)
            recorder.recordEnd(.didSubscribe, key)
            if test != 5 { recorder.record(.completion, of: key.id) }
        }
        recorder.recordEnd(ofTest: 3, .passed)
        recorder.recordEnd(ofTest: 4, .failed)
        var trace = ProgramTrace()
        trace.update { recorder.drain(into: &$0) }
        return trace
    }

    private func rows(_ size: Size, filter: String = "", toggling line: Int? = nil) -> [String] {
        var trace = TestListTests.trace()
        var state = AppState(.program(), size: size)
        state.list(by: nil, matching: filter)
        let now = Moment(time: TraceTime(seconds: 1), sequence: trace.log.count)
        if let line, let fold = ProgramScene.listing(state, trace.rows(at: now)).lines[line].fold { state.program?.toggle(fold) }
        var surface = Surface(size)
        RootView(ProgramScene.screen(state, &trace, now: now, isOver: false)).draw(into: &surface)
        let rows = TextOutput.render(surface).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return Array(rows.dropFirst(3).prefix(while: { !$0.isEmpty }))
    }

    @Test func `a failed test is first and open, and each other test has a line`() {
        #expect(
            rows(Size(width: 80, height: 24)) == [
                "▌▾ Rooms/joins(␛[2J) failed           │ finished               0      –       0",
                "   yield 2 ▸ AsyncStream 2            │ finished               0      –       0",
                " ▸ OldTests.testRooms  ×2, 2 live     nothing arrived          0      –       0",
                " ▸ leaves() passed                    │ finished               0      –       0",
                " ▸ no test                            │ finished               0      –       0",
            ])
        #expect(
            rows(Size(width: 80, height: 24), toggling: 0) == [
                "▌▸ Rooms/joins(␛[2J) failed           │ finished               0      –       0",
                " ▸ OldTests.testRooms  ×2, 2 live     nothing arrived          0      –       0",
                " ▸ leaves() passed                    │ finished               0      –       0",
                " ▸ no test                            │ finished               0      –       0",
            ])
        #expect(
            rows(Size(width: 80, height: 24), filter: "rooms", toggling: 2) == [
                " ▾ Rooms/joins(␛[2J) failed           │ finished               0      –       0",
                "   yield 2 ▸ AsyncStream 2            │ finished               0      –       0",
                "▌▾ OldTests.testRooms  ×2, 2 live     nothing arrived          0      –       0",
                "   yield 3 ▸ AsyncStream 3            nothing arrived          0      –       0",
                "   yield 4 ▸ AsyncStream 4            nothing arrived          0      –       0",
            ])
    }
}
