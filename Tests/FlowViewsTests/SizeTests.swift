import FlowScreen
import FlowTestSupport
import FlowViews
import Testing

@testable import flowviz

/// Frames of many sizes: a sample in each run; with `FLOWVIZ_LONG=1`, all sizes up to 120 × 40, and one in 97 of the sizes up to
/// 500 × 200.
@Suite("Sizes")
struct SizeTests {
    /// States that together reach every view.
    static let states = [
        "pace --at 6.4", "pace --at 6.4 --playhead 5.3", "pausable-sink --at 11.6 --send 3.55:pause", "share-replay --at 9",
        "batch-demand --at 9 --frozen", "pace --at 6.4 --overlay help", "pace --at 3 --overlay picker",
        "pace --at 3 --overlay code",
        "--trace shop.fvz --at 2", "--trace shop.fvz --at 2 --open 1 --playhead 1.2", "--trace shop.fvz --at 2 --overlay help",
        "pausable-sink --at 9 --overlay log", "pace --at 6.4 --overlay inspector",
        "pausable-sink --at 9 --overlay why",
    ]

    private static let seed: UInt64 = 20_26

    /// The sizes for one state. With `FLOWVIZ_LONG=1`, the states share the sizes, each of which is tested with one state.
    private static func sizes(of arguments: String) -> [Size] {
        if Rounds.isLong {
            let turn = states.firstIndex(of: arguments) ?? 0
            return (0...200).flatMap { height in
                (0...500).filter { width in
                    let isSmall = width <= 120 && height <= 40
                    if isSmall { return (width + height) % states.count == turn }
                    return (7 * width + 13 * height + turn) % (97 * states.count) == 0
                }.map { Size(width: $0, height: height) }
            }
        }
        var random = SeededChance(seed: seed)
        let edges = [(0, 0), (1, 1), (1, 200), (500, 1), (59, 16), (60, 15), (60, 16), (79, 29), (80, 30), (110, 30), (500, 200)]
        return edges.map { Size(width: $0.0, height: $0.1) }
            + (0..<10).map { _ in Size(width: .random(in: 0...180, using: &random), height: .random(in: 0...60, using: &random)) }
    }

    /// The sets of signs take turns, from size to size and from state to state.
    private static func signs(of arguments: String, for size: Size) -> Signs {
        let turn = states.firstIndex(of: arguments) ?? 0
        return (size.width + size.height / 10 + turn).isMultiple(of: 2) ? .unicode : .ascii
    }

    /// Drawing onto dots and onto blanks gives the same frame only if every cell is drawn, and none depends on the earlier
    /// contents.
    @Test(arguments: states)
    func `every cell of every size is drawn`(_ arguments: String) throws {
        let screen = try screen(arguments)
        for size in SizeTests.sizes(of: arguments) {
            let view = RootView(screen, signs: SizeTests.signs(of: arguments, for: size))
            var onBlanks = Surface(size)
            var onDots = Surface(size, filled: "\u{B7}", style: Style(.error, on: .paused))
            view.draw(into: &onBlanks)
            view.draw(into: &onDots)
            try #require(onBlanks == onDots, "\(arguments) at \(size.width)x\(size.height), seed \(SizeTests.seed)")
        }
    }

    @Test(arguments: [
        ("120x15", "flowviz needs 60×16, this is 120×15"), ("36x15", " flowviz needs 60×16, this is 36×15"),
        ("30x8", "     needs 60×16, is 30×8"), ("20x4", "needs 60×16, is 20×4"), ("19x9", "    needs 60×16"),
        ("8x3", "needs 60"),
    ])
    func `a screen that is too small says what it needs in whole words`(size: String, wanted: String) throws {
        let frame = try FrameCommand(line: "pace --at 3 --size \(size)").surface()
        let rows = TextOutput.render(frame).split(separator: "\n")

        #expect(rows.count == 1)
        #expect(size.hasPrefix("120") ? rows[0].hasSuffix(wanted) : rows[0] == wanted)
    }

    @Test func `ASCII frames hold nothing but ASCII`() throws {
        for state in SizeTests.states {
            let frame = try FrameCommand(line: "\(state) --ascii --size 100x30").surface()

            #expect(Array(TextOutput.render(frame).unicodeScalars).filter { !$0.isASCII } == [], "\(state)")
        }
    }

    @Test func `two panes fit every width that takes them`() throws {
        for width in stride(from: RootView.widthOfTwoPanes, through: 500, by: Rounds.isLong ? 7 : 61) {
            for height in stride(from: 0, through: 200, by: Rounds.isLong ? 11 : 37) {
                let text = "batch-demand --two --at 10.4 --playhead 5 --size \(width)x\(max(1, height))"
                let frame = try FrameCommand(line: text).surface()

                #expect(frame.size == Size(width: width, height: max(1, height)))
            }
        }
    }

    private func screen(_ arguments: String) throws -> ScreenState {
        try FrameCommand(line: arguments).screen()
    }
}
