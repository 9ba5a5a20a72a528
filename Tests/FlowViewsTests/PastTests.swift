import FlowScreen
import Testing

@testable import FlowViews
@testable import flowviz

@Suite("Past")
struct PastTests {
    /// `5,6` begins left of the line of now and ends right of it.
    @Test func `what is right of the playhead is faint, also beyond the line of now`() throws {
        let frame = try FrameCommand(line: "across-threads --variant buffered --at 3 --playhead 2.5").surface()
        let playhead = try #require((0..<frame.width).first { frame[$0, 5].character == Signs.unicode.playhead })

        for y in 3..<17 {
            for x in playhead + 1..<100 where frame[x, y].character != " " {
                #expect([.ghost, .rule].contains(frame[x, y].style.foreground), "\(frame[x, y].character) at \(x), \(y)")
            }
        }
    }
}
