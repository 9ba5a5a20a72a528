import FlowScreen
import Testing

@Suite("FrameDiff")
struct FrameDiffTests {
    @Test(arguments: 1...UInt64(40)) func `applying the diff gives the new frame`(seed: UInt64) {
        var random = RandomSurface(seed: seed)
        var old = Surface(width: 1 + random.number(below: 24), height: 1 + random.number(below: 6))
        random.draw(30, into: &old)
        var new = old
        random.draw(random.number(below: 8), into: &new)

        let spans = FrameDiff.spans(from: old, to: new)
        var patched = old
        for span in spans {
            for x in span.x..<span.x + span.length where new[x, span.y].kind != .wideTail {
                patched.put(new[x, span.y].character, x: x, y: span.y, style: new[x, span.y].style)
            }
        }

        #expect(patched == new)
        #expect(spans.map(\.y) == (0..<new.height).filter { y in (0..<new.width).contains { old[$0, y] != new[$0, y] } })
    }

    @Test func `a span reaches from the first to the last change`() {
        var new = Surface(width: 10, height: 3)
        let old = new
        new.put("a", x: 2, y: 1)
        new.put("b", x: 7, y: 1)

        #expect(FrameDiff.spans(from: old, to: new) == [FrameDiff.Span(y: 1, x: 2, length: 6)])
    }

    @Test func `a wide glyph that comes or goes is one change of two cells`() {
        var wide = Surface(width: 4, height: 1)
        wide.put("漢", x: 1, y: 0)
        var half = wide
        half.put("x", x: 2, y: 0)

        #expect(FrameDiff.spans(from: Surface(width: 4, height: 1), to: wide) == [FrameDiff.Span(y: 0, x: 1, length: 2)])
        #expect(FrameDiff.spans(from: wide, to: half) == [FrameDiff.Span(y: 0, x: 1, length: 2)])
    }

    @Test func `equal frames have no spans and a first frame has all`() {
        let surface = Surface(width: 3, height: 2)

        #expect(FrameDiff.spans(from: surface, to: surface) == [])
        #expect(FrameDiff.spans(from: nil, to: surface).map(\.length) == [3, 3])
        #expect(FrameDiff.spans(from: Surface(width: 2, height: 3), to: surface).map(\.length) == [3, 3])
        #expect(FrameDiff.spans(from: nil, to: Surface(width: 0, height: 5)) == [])
    }
}
