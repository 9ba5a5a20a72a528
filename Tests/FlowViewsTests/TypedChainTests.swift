import FlowScreen
import FlowTrace
import Testing

@testable import FlowViews
@testable import flowviz

/// The screen's words for streams that fork, join, or change their values.
@Suite("Typed chains")
struct TypedChainTests {
    private static let shared = "let\ns=interval(.milliseconds(500)).map{\"v\\($0)\"}.share();"

    private func rows(_ chain: String, at seconds: Double, size: String = "120x40", more: String = "") throws -> [String] {
        let surface = try FrameCommand(line: "--eval \(chain) --at \(seconds) --size \(size) \(more)").surface()
        return TextOutput.render(surface).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test(
        arguments: [
            (
                "interval(.milliseconds(500)).map{$0*10}.sink()", 1.2,
                "▎ 1.00  Value 2 was sent, and 20 was delivered to output: the demand is unlimited."
            ),
            (
                "\(shared)s.sink();s.delay(for:.seconds(1)).sink()", 3.6,
                "▎ 3.50  Value v5 was delivered to output 2: the demand is unlimited."
            ),
            (
                "\(shared)s.sink();s.map{$0+$0}.sink()", 0.6,
                "▎ 0.50  Delivered at once: v1 to output and v1v1 to output 2."
            ), ("\(shared)s.sink();s.sink()", 0.6, "▎ 0.50  Value 1 was sent, and v1 was delivered to output and output 2."),
            (
                "interval(.milliseconds(500)).zip(interval(.seconds(1))).sink()", 0.6,
                "▎ 0.50  Value 1 came out of interval and into zip."
            ),
        ] as [(String, Double, String)])
    func `a caption names the subscribers that a value reached, and no operator`(
        chain: String, seconds: Double, caption: String
    ) throws {
        #expect(try rows(chain, at: seconds).caption == [caption])
    }

    @Test func `an end is that of the source that brought it, and of the subscribers that it reached`() throws {
        let rows = try rows("let\na=marbles(\"A|\");let\nb=marbles(\"-B|\");a.merge(with:b).map{$0+$0}.sink()", at: 2)

        #expect(rows.caption == ["▎ 0.50  Marbles 2 finished, and output with it."])
    }

    @Test(
        arguments: [
            (
                "marbles(\"a-b#\").retry(2).sink()", 1.3,
                " verdict flowing: no stage holds values back; 3.1 a second arrived in the last 1.3 s"
            ),
            (
                "marbles(\"ABCDEFGH|\").buffer(size:2,prefetch:.byRequest,whenFull:.dropOldest).pace(.seconds(1)).sink()", 3.5,
                " verdict marbles has ended, but its end has not arrived yet; 1.1 a second arrived in the last 3.5 s; 4 dropped at buffer in the last 3.5 s"
            ),
        ] as [(String, Double, String)])
    func `a source has ended if no run of it goes on, and then only its end is held back`(
        chain: String, seconds: Double, verdict: String
    ) throws {
        let rows = try rows(chain, at: seconds, size: "160x40")

        #expect(rows.filter { $0.hasPrefix(" verdict") } == [verdict])
    }

    @Test func `the rate is what each subscriber gets`() throws {
        let rows = try rows("\(TypedChainTests.shared)s.sink();s.sink()", at: 4)

        #expect(
            rows.filter { $0.hasPrefix(" verdict") } == [
                " verdict flowing: no stage holds values back; each of 2 subscribers got 2.0 a second in the last 4.0 s"
            ])
    }

    @Test func `a source that two subscribers run apart is as fast as one run of it`() throws {
        let rows = try rows("let\nn=marbles(\"A---B---C---D|\");n.sink();n.sink()", at: 2)

        let lane = try #require(rows.firstIndex { $0.hasPrefix(" marbles  ") })
        #expect(rows[lane].hasSuffix(" 6 sent in 2 runs") && rows[lane + 1].hasSuffix(" 1.5/s each"))
    }

    @Test func `what comes into an operator that shares is counted once`() throws {
        let rows = try rows("\(TypedChainTests.shared)s.sink();s.sink()", at: 4, more: "--select 4 --overlay inspector")

        #expect(
            rows.filter { $0.contains("share: in") }.map { $0.drop { $0 != "c" } } == [
                "counts     share: in 8, 16 for its subscribers = out 16 + held 0 + dropped 0   ✓ adds up                       │"
            ])
    }

    @Test(
        arguments: [
            (
                "marbles(\"A-B|\").zip(marbles(\"1-2|\")).sink()", "120x40",
                #" (marbles "A-B|" │ marbles 2 "1-2|") ──▸ zip ──▸ output"#
            ),
            (
                "\(shared)s.sink();s.delay(for:.seconds(1)).sink()", "120x40",
                #" interval 500 ms ──▸ map {"v\($0)"} ──▸ share ──▸ (output │ delay for:1 s ──▸ output 2)"#
            ),
            (
                "\(shared)s.sink();s.delay(for:.seconds(1)).sink()", "80x40",
                " interval ▸ map ▸ share ▸ (output │ delay ▸ output 2)"
            ), ("Just(1).sink();Just(2).sink()", "80x40", " Just 1 ──▸ output │ Just 2 2 ──▸ output 2"),
        ])
    func `the chain row shows where streams fork and join`(chain: String, size: String, expected: String) throws {
        let row = try rows(chain, at: 0.1, size: size)[1]

        #expect(row.hasPrefix(expected + "  "), "\(row)")
    }

    @Test(arguments: [
        (80, "source ──▸ (buffer 1000 ──▸ pace 1 s │ throttle latest 1 s │ debounce 0.5 s)"),
        (75, "source ▸ (buffer 1000 ▸ pace 1 s │ throttle latest 1 s │ debounce 0.5 s)"),
        (60, "source ▸ (buffer ▸ pace │ throttle latest │ debounce)"), (40, "source ▸ (buffer ▸ pace │ throttle late…"),
        (7, "source…"), (6, "sourc…"), (1, "…"),
    ])
    func `a chain row gives up its arrows first, then its details`(width: Int, expected: String) {
        #expect(ChainRow.fitting(Self.forked, width: width, signs: .unicode).map(\.text).joined() == expected)
    }

    @Test func `without Unicode the row has signs of its own`() {
        #expect(
            ChainRow.fitting(Self.forked, width: 90, signs: .ascii).map(\.text).joined()
                == "source --> (buffer 1000 --> pace 1 s | throttle latest 1 s | debounce 0.5 s)")
    }

    private static let forked: ChainShape = [
        "source", .sideBySide([["buffer 1000", "pace 1 s"], .stage("throttle latest", detail: "1 s"), "debounce 0.5 s"]),
    ]
}
