import FlowScreen
import Testing

@testable import FlowViews
@testable import flowviz

/// Signals that lanes alone would hide: waiting ends and failures, values on their way, and an operator's own demand.
@Suite("What is hidden is shown")
struct HiddenTests {
    private static let buffered =
        "marbles(\"ABC|\").buffer(size:3,prefetch:.byRequest,whenFull:.dropOldest).pace(.seconds(1)).sink()"
    private static let keepsFull =
        "marbles(\"ABCDEFGH|\").buffer(size:3,prefetch:.keepFull,whenFull:.dropOldest).pace(.seconds(1)).sink()"
    private static let oneAtATime =
        "marbles(\"AB-C|\").flatMap(maxPublishers:.max(1)){\nx\nin\nmarbles(\"1-2-3|\").map{\nx+$0\n}\n}.sink()"

    private func rows(_ line: String, at seconds: Double, size: String = "160x36") throws -> [String] {
        let surface = try FrameCommand(line: "\(line) --at \(seconds) --size \(size)").surface()
        return TextOutput.render(surface).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The caption, without its mark.
    private func caption(_ line: String, at seconds: Double) throws -> String {
        try rows(line, at: seconds).caption.map { $0.dropFirst(2).drop { $0 == " " } }.joined(separator: " ")
    }

    /// A row of the lanes, from its label on, without the grid.
    private func row(_ label: String, _ line: String, at seconds: Double, size: String = "160x36") throws -> String {
        let rows = try rows(line, at: seconds, size: size)
        let row = try #require(rows.first { $0.dropFirst().hasPrefix(label) })
        return row.replacing("┊", with: " ").split(separator: " ").joined(separator: " ")
    }

    // MARK: Ends

    @Test(
        arguments: [
            (
                "pace", 6.4,
                "6.00  E left the buffer: the pace timer fired and asked for 1 more. F still waits for the next one, then the end."
            ),
            (
                "pace", 7.5,
                "7.00  F left the buffer: the pace timer fired and asked for 1 more. The end waits for the next request, at 8.00."
            ),
            ("across-threads", 2.1, "2.00  The source finished. The end waits: receive(on:) hands it to its scheduler."),
            (
                "across-threads --variant buffered", 5.5,
                "5.00  Value 6 left the buffer: it had been asked for. The end waits for the next request."
            ),
            (
                "across-threads --variant buffered", 6.5,
                "6.00  Value 6 was delivered: 1 more is asked for. The end waits: receive(on:) hands it to its scheduler."
            ),
            (
                "--eval marbles(\"AB-C|\").delay(for:.seconds(1)).sink()", 1.2,
                "1.00  The source finished. The end waits: delay keeps it for its time."
            ),
            (
                "--eval \(buffered)", 2.5,
                "2.00  C left the buffer: the pace lets one through every 1 s. The end waits for the next request."
            ),
            ("--eval \(oneAtATime)", 1.1, "1.00  Marbles finished. The end waits in flatMap for its inner publishers."),
        ] as [(String, Double, String)])
    func `an end that waits is said to, and for what`(line: String, seconds: Double, expected: String) throws {
        #expect(try caption(line, at: seconds) == expected)
    }

    @Test(arguments: [
        ("pace", 7.5, "▌buffer B B,C C E E,F F │ waits │ end waits"), ("pace", 12, "▌buffer B B,C C E E,F F │ waits empty"),
        ("overflow --variant custom-error", 0.7, "▌buffer 7 ! waits 5 of 5 full"),
        ("across-threads --variant buffered", 6.5, "▌buffer 2 4… 5,6 6 │ waits 0 of 10"),
    ])
    func `an end that waits is drawn where nothing is ahead of it, a failure where it happened`(
        line: String, seconds: Double, expected: String
    ) throws {
        #expect(try row("buffer", line, at: seconds) == expected)
    }

    @Test func `an end that passes at once does not wait`() throws {
        let rows = try rows("--eval marbles(\"AB|\").buffer(size:3,prefetch:.byRequest,whenFull:.dropOldest).sink()", at: 2)

        #expect(rows.filter { $0.contains("waits") } == [])
    }

    // MARK: Demand as the one who is asked sees it

    @Test(arguments: [
        (0.9, "▌demand ▲1 0 at source", "▌ █0..."), (1.1, "▌demand ▲1 ▲1 1 outstanding", "▌ █0...█"),
        (3, "▌demand ▲1 ▲1 ▲1 1 at the end", "▌ █0...█.....1████"),
    ])
    func `demand that a value on its way has met is not drawn as open`(
        seconds: Double, requests: String, foot: String
    ) throws {
        #expect(try row("demand", "across-threads", at: seconds) == requests)
        let rows = try rows("across-threads", at: seconds)
        let top = try #require(rows.firstIndex { $0.hasPrefix("▌demand") })
        #expect(rows[top + 3].replacing("┊", with: "").split(separator: " ").joined(separator: " ") == foot)
    }

    @Test(
        arguments: [
            (
                "across-threads", 0.9,
                "0.80  Value 3 was dropped: demand 0 at the source since value 1 was sent at 0.00. Value 1 is still on its way to the output, which has requested no more."
            ),
            ("across-threads", 1.5, "1.20  Value 4 was sent and is on its way to the output."),
            (
                "overflow --variant keep-full", 0.32,
                "0.30  Value 7 was dropped: the buffer requests no more. The buffer asks only for what it can hold: it is the source that drops values."
            ),
            (
                "--eval \(buffered)", 0.3,
                "0.25  B was sent and is held: pace requests nothing (demand 0 since A at 0.00). The buffer holds 1 of 3."
            ),
            (
                "--eval \(oneAtATime)", 0.8,
                "0.75  C was dropped: flatMap requests nothing (demand 0 since A at 0.00). 2 of 3 sent are dropped so far."
            ),
            (
                "--eval \(keepsFull)", 1.3,
                "1.25  F was dropped: nobody asks (demand 0 since E at 1.00). The buffer asks only for what it can hold: it is the source that drops values."
            ),
        ] as [(String, Double, String)])
    func `a caption names who requested nothing, and what spent the demand`(line: String, seconds: Double, expected: String)
        throws
    {
        #expect(try caption(line, at: seconds) == expected)
    }

    @Test func `what an operator asks of a source is beside the source`() throws {
        let rows = try rows("--eval \(HiddenTests.oneAtATime)", at: 0.4)
        let lane = try #require(rows.firstIndex { $0.hasPrefix(" marbles  ") })

        #expect(rows[lane + 1].hasSuffix("flatMap asks 0"))
    }
}
