import FlowScreen
import FlowTestSupport
import FlowTrace
import Testing

@testable import FlowApp
@testable import flowviz

@Suite("The next request")
struct NextRequestTests {
    /// The time of the pacing subscriber's next request according to the screen, in seconds.
    private func nextRequest(_ line: String) throws -> Double? {
        let words = (["pace"] + line.split(separator: " ").map(String.init))
        return try FrameCommand.parse(words).plan().screen().panes[0].nextRequest?.seconds
    }

    @Test(arguments: [
        // B arrived at 1 s, C at 2 s: the interval in force at that time counts.
        ("--at 1.2 --send 1.1:interval:3", 2.0), ("--at 2.2 --send 1.1:interval:3", 5.0),
        ("--at 2.2 --send 1.1:interval:3 --playhead 1.5", 2.0),
        // A value sent right after the change passes immediately.
        ("--at 3.6 --send 3.5:interval:2 --send 3.5:emit:x", 5.5),
    ])
    func `a new interval counts from the next value on`(line: String, seconds: Double) throws {
        #expect(try nextRequest(line) == seconds)
    }

    @Test(arguments: [
        (
            "--at 1.2 --send 1.1:interval:3",
            "  pace       every 3 s   next in 0.80 s    ━━────────                buffer      └ + B in, holds 1"
        ), ("--at 1.05", "  pace       every 1 s   next in 0.95 s    ━─────────                buffer      └ + B in, holds 1"),
        (
            "--at 2.2 --send 1.1:interval:3 --playhead 0.7",
            "  pace       every 1 s   next in 0.30 s    ━━━━━━━───                buffer      └ + B in, holds 1"
        ),
    ])
    func `the inspector tells the interval as it was then`(line: String, row: String) throws {
        let words = (["pace"] + line.split(separator: " ").map(String.init))
        let frame = try FrameCommand.parse(words).plan().surface()

        #expect(TextOutput.render(frame).rows(with: "   next in") == [row])
    }
}
