import FlowScreen
import Testing

@testable import FlowViews
@testable import flowviz

/// Nothing is cut if there is room, and more is offered only if there is more.
@Suite("Room")
struct RoomTests {
    private func rows(_ line: String) throws -> [String] {
        TextOutput.render(try FrameCommand(line: line).surface()).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    private func row(_ text: String, of line: String) throws -> String {
        try #require(try rows(line).first { $0.contains(text) })
    }

    @Test func `the panel offers more only where it leaves something out`() throws {
        #expect(try !row("─ demand ─", of: "demand-basics --at 1").contains("Enter more"))
        #expect(try row("─ buffer ─", of: "overflow --at 9 --size 80x24").contains("Enter more"))
        #expect(try row("─ buffer ─", of: "overflow --at 9").contains("Enter more"))
    }

    @Test func `the picker says that there are more scenarios below`() throws {
        #expect(try row("╰", of: "pace --at 1 --overlay picker --size 120x24").contains("╰─ … more ─"))
    }

    @Test func `a chain's row has all arguments where there is room`() throws {
        let chain = "marbles(\"ABC|\").buffer(size:2,prefetch:.byRequest,whenFull:.dropOldest).sink()"
        #expect(try rows("--eval \(chain) --at 1 --size 160x36")[1].contains("whenFull:.dropOldest"))
    }

    @Test func `a loop keeps its name where its details have no room`() throws {
        #expect(try rows("async-buffer --at 3 --send 1.2:pause --size 100x36")[1].contains("▸ for await "))
    }

    @Test func `a subscription in the log has one branch`() throws {
        let lines = try rows("--eval Just(1).map{\n$0+1\n}.sink() --at 1").filter { $0.contains("subscribed") }
        #expect(!lines.isEmpty && lines.allSatisfy { !$0.contains("└ ├") })
    }
}
