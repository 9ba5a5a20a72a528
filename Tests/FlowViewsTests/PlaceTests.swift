import FlowScreen
import FlowViews
import Testing

@testable import flowviz

/// The positions and words of the screen's parts.
@Suite("Places")
struct PlaceTests {
    private func rows(_ line: String) throws -> [String] {
        TextOutput.render(try FrameCommand(line: line).surface()).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    @Test(arguments: [
        ("step --at 1", "m calls the completion handler: more."), ("demand-basics --at 1", "d asks for 1 more."),
        ("unwrap --at 1", "d asks for 1 more."), ("dispatch-timer --variant no-demand --at 4", "d asks for 1 more."),
        ("pausable-sink --at 6 --send 3.55:pause", "Space resumes it."),
    ]) func `where a scenario waits for its user, the caption names the key`(line: String, hint: String) throws {
        for size in ["80x24", "100x30", "120x36"] {
            let text = try rows("\(line) --size \(size)").caption.joined(separator: " ")
                .split(separator: " ").filter { $0 != "▎" }.joined(separator: " ")
            #expect(text.contains(hint), "\(size)")
        }
    }

    @Test(arguments: ["pace --at 3", "step --at 1 --playhead 0.5", "step --variant auto --at 20", "pausable-sink --at 3"])
    func `no key is named where the stream goes on by itself, has ended, or lies in the past`(line: String) throws {
        let text = try rows(line).joined()

        #expect(
            !text.contains("resumes it") && !text.contains("asks for 1 more.") && !text.contains("calls the completion handler"))
    }

    @Test func `a long badge leaves the title its place at 80 columns`() throws {
        let header = try rows("pausable-sink --at 11.6 --send 3.55:pause --size 80x24")[0]

        #expect(header == " flowviz ▸ pausable-sink  Pause and resume a sink live   ‖ paused  ×1   11.60 s")
    }

    @Test(arguments: ["80x24", "120x36"]) func `a frozen screen says too that its sink is paused`(size: String) throws {
        let header = try rows("pausable-sink --at 6 --send 3.55:pause --frozen --size \(size)")[0]

        #expect(header.contains("■ frozen  ‖ \(size == "80x24" ? "" : "sink ")paused"))
        #expect(header.contains("Pause and resume a sink"))
    }

    @Test func `the mark of the caption's moment stands beside the number of its cell`() throws {
        let axis = try rows("batch-demand --at 8.4")[2]

        #expect(
            axis == "             0 s───────2─────────4─────────6─────────▾8─                                              now")
    }

    @Test func `a name is cut in one way on one screen`() throws {
        let text = try rows("rate-limiters --at 7 --size 120x36").joined(separator: "\n")
        let names = Set(text.matches(of: #/\w+…(latest|first)/#).map { String($0.output.0) })

        #expect(names == ["thro…latest", "throt…first"])
    }

    @Test(arguments: ["pace --at 6.4", "pausable-sink --at 9", "batch-demand --at 9", "overflow --at 9"])
    func `a tall narrow screen gives its rows to the inspector and the log`(line: String) throws {
        let rows = try rows("\(line) --size 70x60")
        let empty = rows.filter { $0.allSatisfy { $0 == " " } }.count

        #expect(rows.contains { $0.hasPrefix("─ log ") })
        #expect(empty <= 14)
    }

    @Test func `the keys for a page of a list are named in its help and its footer`() throws {
        let list = try rows("--trace shop.fvz --at 2 --size 120x36")
        let help = try rows("--trace shop.fvz --at 2 --overlay help --size 120x36").joined()

        #expect(list[35].contains("PgUp PgDn page"))
        #expect(help.contains("PgUp PgDn  a page"))
    }

    @Test(arguments: [Signs.unicode, Signs.ascii]) func `what was dropped, what failed and what is multiplied look different`(
        signs: Signs
    ) {
        let crosses: Set<Character> = ["×", "✕", "✖", "✗", "✘", "x", "X"]

        #expect(signs.dropped != signs.times && signs.dropped != signs.failed)
        #expect(!crosses.contains(signs.failed))
    }
}
