import FlowScreen
import FlowTestSupport
import Testing

@Suite("Moving pictures")
struct SVGFilmTests {
    private static let interval = 0.1
    private static let pause = 1.5

    @Test(arguments: Rounds.seeds(full: 1000, sample: 25) + [110]) func `at any moment, the picture is the frame of that moment`(
        seed: UInt64
    ) {
        let frames = SVGFilmTests.frames(seed: seed)

        let svg = SVGFilm.render(frames, every: SVGFilmTests.interval, pause: SVGFilmTests.pause, theme: .dark)

        let whole = Double(frames.count) + SVGFilmTests.pause / SVGFilmTests.interval
        for (index, frame) in frames.enumerated() {
            let seen = SeenPicture(svg, at: (Double(index) + 0.5) / whole)
            #expect(seen.elements.sorted() == SVGFilmTests.seen(frame), "frame \(index)")
        }
        #expect(SeenPicture(svg, at: (whole - 0.5) / whole).elements.sorted() == SVGFilmTests.seen(frames[frames.count - 1]))
        #expect(SeenPicture(svg, at: nil).elements.sorted() == SVGFilmTests.seen(frames[frames.count - 1]), "not animated")
    }

    @Test func `what scrolls and what stays is written once`() {
        let frames = (0..<20).map { index in
            var surface = Surface(width: 40, height: 2)
            surface.put("stays", x: 0, y: 0)
            surface.put("scrolls", x: 30 - index, y: 1)
            return surface
        }

        let svg = SVGFilm.render(frames, every: SVGFilmTests.interval, pause: 0, theme: .dark)

        #expect(svg.matches(of: #/<text/#).count == 2)
    }

    @Test func `a recording of a terminal has the rows that changed`() {
        var first = Surface(width: 3, height: 2)
        first.put("a\"\\", x: 0, y: 0)
        var second = first
        second.put("漢", x: 1, y: 1)

        let cast = CastOutput.render([first, first, second, second], every: 0.1, theme: .dark, mode: .none)

        #expect(
            cast == #"""
                {"version":2,"width":3,"height":2}
                [0.0,"o","\u001b[?25l\u001b[2J\u001b[1;1Ha\"\\\u001b[2;1H   "]
                [0.2,"o","\u001b[2;1H 漢"]
                [0.3,"o","\u001b[?25h"]

                """#)
    }

    private static func seen(_ frame: Surface) -> [String] {
        SeenPicture(SVGOutput.render(frame, theme: .dark), at: nil).elements.sorted()
    }

    /// Frames in which some rows scroll, some stay, and some things come and go.
    private static func frames(seed: UInt64) -> [Surface] {
        var random = RandomSurface(seed: seed)
        var strip = Surface(width: 60, height: 6)
        random.draw(40, into: &strip)
        var still = Surface(width: 20, height: 3)
        random.draw(6, into: &still)
        var left = 0
        return (0..<(1 + random.number(below: 12))).map { _ in
            left += random.number(below: 4)
            var frame = Surface(width: 20, height: 6)
            frame.put(strip, x: -left, y: 0)
            frame.put(still, x: 0, y: 3)
            if random.number(below: 3) == 0 { random.draw(2, into: &frame) }
            return frame
        }
    }
}
