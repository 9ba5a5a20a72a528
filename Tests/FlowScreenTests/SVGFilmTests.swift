import FlowScreen
import FlowTestSupport
import Testing

@Suite("Moving pictures")
struct SVGFilmTests {
    private static let pause = 1.5

    /// A tenth of a second apart, but the last, which may come sooner.
    private static func times(_ count: Int) -> [Double] {
        let times = (0..<count).map { Double($0) / 10 }
        return times.dropLast() + [max(0, times[count - 1] - 0.03)]
    }

    @Test(arguments: Rounds.seeds(full: 1000, sample: 10) + [110]) func `at any moment, the picture is the frame of that moment`(
        seed: UInt64
    ) {
        let frames = SVGFilmTests.frames(seed: seed)
        let times = SVGFilmTests.times(frames.count)

        let svg = SVGFilm.render(frames, at: times, pause: SVGFilmTests.pause, theme: .dark)

        let whole = times[times.count - 1] + SVGFilmTests.pause
        for (index, frame) in frames.enumerated() {
            for moment in [times[index] + 0.001, (times + [whole])[index + 1] - 0.001] {
                let seen = SeenPicture(svg, at: moment / whole)
                #expect(seen.elements.sorted() == SVGFilmTests.seen(frame), "frame \(index) at \(moment) s")
            }
        }
        #expect(SeenPicture(svg, at: nil).elements.sorted() == SVGFilmTests.seen(frames[frames.count - 1]), "not animated")
    }

    @Test func `what scrolls and what stays is written once`() {
        let frames = (0..<20).map { index in
            var surface = Surface(width: 40, height: 2)
            surface.put("stays", x: 0, y: 0)
            surface.put("scrolls", x: 30 - index, y: 1)
            return surface
        }

        let svg = SVGFilm.render(frames, at: SVGFilmTests.times(20), pause: 1, theme: .dark)

        #expect(svg.matches(of: #/<text/#).count == 2)
    }

    @Test func `what stands one below the other in several columns is written once`() {
        var surface = Surface(width: 40, height: 6)
        for x in 0..<10 { for y in 0..<6 { surface.put("┊", x: x * 4, y: y) } }

        let svg = SVGFilm.render([surface], at: [0], pause: 1, theme: .dark)

        #expect(svg.matches(of: #/<text/#).count == 6)
        #expect(svg.matches(of: #/<use/#).count == 10)
    }

    @Test func `two pictures on one page share no name`() throws {
        let svgs = ([110, 111] as [UInt64]).map { seed in
            let frames = SVGFilmTests.frames(seed: seed)
            return SVGFilm.render(frames, at: SVGFilmTests.times(frames.count), pause: 1, theme: .dark)
        }

        let names = svgs.map { svg in Set(svg.matches(of: #/(?:id="|@keyframes )(\w+)/#).map { $0.1 }) }
        #expect(names.allSatisfy { $0.count > 1 } && names[0].isDisjoint(with: names[1]))
        for svg in svgs {
            let id = try #require(svg.firstMatch(of: #/^<svg [^>]*id="(\w+)"/#)?.1)
            let style = try #require(svg.firstMatch(of: #/<style>(.*?)</style>/#)?.1)
            // Every rule is about elements of the film.
            let selectors = style.matches(of: #/([^{}]*)\{[a-z-]+:/#).map { $0.1 }.filter {
                !$0.contains("%") && !$0.hasPrefix("to")
            }
            #expect(selectors.allSatisfy { $0.hasSuffix("#\(id)") || $0.contains("#\(id) ") }, "\(selectors)")
        }
    }

    @Test func `a recording of a terminal has the rows that changed`() {
        var first = Surface(width: 3, height: 2)
        first.put("a\"\\", x: 0, y: 0)
        var second = first
        second.put("漢", x: 1, y: 1)

        let cast = CastOutput.render([first, first, second, second], at: [0, 0.1, 0.2, 0.25], theme: .dark, mode: .none)

        #expect(
            cast == #"""
                {"version":2,"width":3,"height":2}
                [0.0,"o","\u001b[?25l\u001b[2J\u001b[1;1Ha\"\\\u001b[2;1H   "]
                [0.2,"o","\u001b[2;1H 漢"]
                [0.25,"o","\u001b[?25h"]

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
