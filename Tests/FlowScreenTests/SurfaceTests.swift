import FlowScreen
import Testing

@Suite("Surface")
struct SurfaceTests {
    @Test func `text goes where it is put and nothing else changes`() {
        var surface = Surface(width: 8, height: 3, filled: "·")

        let used = surface.put("abc", x: 2, y: 1, style: Style(.sent, on: .mark, .bold))

        #expect(used == 3)
        #expect((0..<3).map(surface.row) == ["········", "··abc···", "········"])
        #expect(surface[2, 1].style == Style(.sent, on: .mark, .bold))
        #expect(surface[5, 1].style == Style())
    }

    @Test(
        arguments: [
            (-2, nil, "c·····", 3), (-3, nil, "······", 3), (4, nil, "····ab", 2), (6, nil, "······", 0), (1, 2, "·ab···", 2),
            (1, 0, "······", 0), (1, -5, "······", 0), (0, .max, "abc···", 3), (.min, 3, "······", 3), (.max, .max, "······", 0),
        ] as [(Int, Int?, String, Int)])
    func `text is clipped at the edges and at the limit`(x: Int, limit: Int?, row: String, used: Int) {
        var surface = Surface(width: 6, height: 1, filled: "·")

        #expect(surface.put("abc", x: x, y: 0, limit: limit) == used)

        #expect(surface.row(0) == row)
    }

    @Test(arguments: [-1, 1, .min, .max]) func `a row outside counts columns and writes nothing`(y: Int) {
        var surface = Surface(width: 6, height: 1, filled: "·")

        #expect(surface.put("漢b", x: 0, y: y) == 3)

        #expect(surface.row(0) == "······")
    }

    @Test func `a wide glyph takes two cells of one style`() {
        var surface = Surface(width: 4, height: 1)

        surface.put("漢", x: 1, y: 0, style: Style(.got))

        #expect((0..<4).map { surface[$0, 0].kind } == [.narrow, .wideHead, .wideTail, .narrow])
        #expect(surface[1, 0].character == "漢")
        #expect(surface[2, 0].style == Style(.got))
        #expect(surface.row(0) == " 漢 ")
    }

    @Test(arguments: [(-1, " ···"), (2, "··漢"), (3, "····"), (0, "漢··")])
    func `a wide glyph is never drawn by half`(x: Int, row: String) {
        var surface = Surface(width: 4, height: 1, filled: "·")

        surface.put("漢", x: x, y: 0)

        #expect(surface.row(0) == row)
    }

    @Test(arguments: [(1, "x", "·x ·"), (2, "x", "· x·"), (0, "字", "字 ·"), (2, "字", "· 字")])
    func `overwriting half of a wide glyph blanks the other half`(x: Int, text: String, row: String) {
        var surface = Surface(width: 4, height: 1, filled: "·")
        surface.put("漢", x: 1, y: 0, style: Style(.lost, on: .mark))

        surface.put(text, x: x, y: 0)

        #expect(surface.row(0) == row)
    }

    @Test func `the blank left of a wide glyph keeps its style`() {
        var surface = Surface(width: 2, height: 1)
        surface.put("漢", x: 0, y: 0, style: Style(.lost, on: .mark))

        surface.put("x", x: 1, y: 0)

        #expect(surface[0, 0] == Cell(" ", style: Style(.lost, on: .mark)))
    }

    @Test func `filling with a wide character leaves a blank where it does not fit`() {
        var surface = Surface(width: 7, height: 2, filled: "·")

        surface.fill(Rect(x: 1, y: 0, width: 5, height: 1), with: "漢")

        #expect(surface.row(0) == "·漢漢 ·")
        #expect(surface.row(1) == "·······")
    }

    @Test func `restyling changes style only, and whole glyphs`() {
        var surface = Surface(width: 5, height: 1)
        surface.put("a漢b", x: 0, y: 0)

        surface.restyle(Rect(x: 1, y: 0, width: 1, height: 9)) { $0 = $0.on(.mark).bold() }

        #expect(surface.row(0) == "a漢b ")
        #expect((0..<5).map { surface[$0, 0].style.background } == [.page, .mark, .mark, .page, .page])
        #expect(surface[2, 0].style.attributes == .bold)
    }

    @Test func `a placed surface is cut at the edges without half glyphs`() {
        var stamp = Surface(width: 4, height: 1)
        stamp.put("漢字", x: 0, y: 0)
        var surface = Surface(width: 6, height: 2, filled: "·")

        surface.put(stamp, x: -1, y: 0)
        surface.put(stamp, x: 3, y: 1)

        #expect(surface.row(0) == " 字···")
        #expect(surface.row(1) == "···漢 ")
    }

    @Test(arguments: [(0, 0), (1, 1), (0, 5), (5, 0), (-3, 4), (2, 1)], [Int.min, -1, 0, 1, Int.max])
    func `no size and no coordinate traps`(size: (Int, Int), at: Int) {
        var surface = Surface(width: size.0, height: size.1, filled: "漢")

        surface.put("漢字e\u{301}", x: at, y: at)
        surface.put("漢", x: 0, y: 0, limit: at)
        surface.fill(Rect(x: at, y: at, width: .max, height: .max), with: "字")
        surface.fill(Rect(x: 0, y: 0, width: at, height: at))
        surface.restyle(Rect(x: at, y: at, width: at, height: at)) { $0 = $0.bold() }
        surface.put(Surface(width: 3, height: 3, filled: "x"), x: at, y: at)

        #expect(surface[at, at].kind == .narrow || at == 0)
        #expect(surface.row(at).isEmpty || surface.height > max(0, at))
        #expect(surface.size == Size(width: size.0, height: size.1))
    }

    @Test(arguments: 1...UInt64(40)) func `halves of wide glyphs stay together whatever is drawn`(seed: UInt64) {
        var random = RandomSurface(seed: seed)
        var surface = Surface(width: 2 + random.number(below: 20), height: 3)

        random.draw(200, into: &surface)

        for y in 0..<surface.height {
            for x in 0..<surface.width {
                let isHead = surface[x, y].kind == .wideHead
                #expect(isHead == (surface[x + 1, y].kind == .wideTail), "column \(x) of row \(y)")
                if isHead { #expect(surface[x, y].style == surface[x + 1, y].style) }
            }
            #expect(surface[0, y].kind != .wideTail)
            #expect(TextWidth.width(of: surface.row(y)) == surface.width)
        }
    }
}
