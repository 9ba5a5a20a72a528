import FlowScreen
import Testing

@Suite("Output")
struct OutputTests {
    private func sample() -> Surface {
        var surface = Surface(width: 8, height: 2)
        surface.put("a漢 ▄▄", x: 0, y: 0, style: Style(.sent))
        surface.put("<b&\">", x: 1, y: 1, style: Style(.lost, on: .mark, [.bold, .underline]))
        return surface
    }

    @Test func `text has no blanks at the ends of rows`() {
        #expect(TextOutput.render(sample()) == "a漢 ▄▄\n <b&\">\n")
        #expect(TextOutput.render(Surface(width: 0, height: 0)) == "")
        #expect(TextOutput.render(Surface(width: 1, height: 1)) == "\n")
    }

    @Test func `ANSI says only what changes and ends every row with a reset`() {
        var surface = Surface(width: 4, height: 1)
        surface.put("ab", x: 0, y: 0, style: Style(.sent, on: .page, .bold))
        surface.put("c", x: 2, y: 0, style: Style(.sent, on: .mark, .underline))

        #expect(
            ANSIOutput.render(surface, theme: .dark)
                == "\u{1B}[1;38;5;80;48;5;234mab\u{1B}[22;4;48;5;237mc\u{1B}[24;38;5;252;48;5;234m \u{1B}[0m\n")
    }

    @Test func `ANSI without colour has none, and keeps bold where only dim ends`() {
        var surface = Surface(width: 3, height: 1)
        surface.put("a", x: 0, y: 0, style: Style(.muted, .bold))
        surface.put("b", x: 1, y: 0, style: Style(.text, .bold))

        #expect(ANSIOutput.render(surface, theme: .dark, mode: .none) == "\u{1B}[1;2ma\u{1B}[22;1mb\u{1B}[22m \n")
    }

    @Test func `SVG places words, blocks and wide glyphs in their cells`() {
        let lines = SVGOutput.render(sample(), theme: .dark).split(separator: "\n").map(String.init)

        #expect(
            lines == [
                #"<svg xmlns="http://www.w3.org/2000/svg" width="88" height="54" viewBox="0 0 88 54">"#
                    + ##"<rect width="88" height="54" fill="#1c1c1c"/><g font-family="DejaVu Sans Mono, monospace" "##
                    + #"font-size="14.949" transform="translate(8,8)" xml:space="preserve">"#,
                ##"<rect x="9" y="19" width="45" height="19" fill="#3a3a3a" shape-rendering="crispEdges"/>"##,
                ##"<text x="0" y="14.5" fill="#5fd7d7">a</text>"##,
                ##"<text x="9" y="14.5" fill="#5fd7d7" textLength="18" lengthAdjust="spacingAndGlyphs">漢</text>"##,
                ##"<rect x="36" y="9.5" width="18" height="9.5" fill="#5fd7d7" shape-rendering="crispEdges"/>"##,
                ##"<text x="9" y="33.5" fill="#ff875f" font-weight="bold" text-decoration="underline">&lt;b&amp;&quot;&gt;</text>"##,
                "</g></svg>",
            ])
    }

    @Test func `SVG draws reversed cells with the colours exchanged`() {
        var surface = Surface(width: 1, height: 1)
        surface.put("3", x: 0, y: 0, style: Style(.sent, .reverse))

        let lines = SVGOutput.render(surface, theme: .dark).split(separator: "\n").dropFirst().dropLast()

        #expect(
            Array(lines) == [
                ##"<rect x="0" y="0" width="9" height="19" fill="#5fd7d7" shape-rendering="crispEdges"/>"##,
                ##"<text x="0" y="14.5" fill="#1c1c1c">3</text>"##,
            ])
    }

    @Test func `XML's own characters are escaped and forbidden ones replaced`() {
        #expect(XMLText.escaped("<a href=\"x\">&amp;</a>") == "&lt;a href=&quot;x&quot;&gt;&amp;amp;&lt;/a&gt;")
        #expect(XMLText.escaped("\u{1B}\u{0}\u{FFFE}\t\n漢") == "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}漢")
        #expect(XMLText.escaped("\u{7F}\u{9B}\u{202E}\u{2066}\u{61C}\u{2028}") == String(repeating: "\u{FFFD}", count: 6))
        #expect(XMLText.escaped("👩‍👩‍👧 e\u{301}\u{E000}") == "👩‍👩‍👧 e\u{301}\u{E000}")
    }

    @Test(arguments: [(0, 0), (1, 1), (0, 4), (3, 0)]) func `every output takes every size`(width: Int, height: Int) {
        let surface = Surface(width: width, height: height, filled: "漢")

        #expect(SVGOutput.render(surface, theme: .light).hasSuffix("</g></svg>\n"))
        #expect(
            ANSIOutput.render(surface, theme: .light).split(separator: "\n", omittingEmptySubsequences: false).count == height + 1
        )
        #expect(TextOutput.render(surface).split(separator: "\n", omittingEmptySubsequences: false).count == height + 1)
    }

    @Test(
        arguments: [
            (0, "#000000"), (9, "#ff0000"), (16, "#000000"), (80, "#5fd7d7"), (208, "#ff8700"), (231, "#ffffff"),
            (232, "#080808"),
            (234, "#1c1c1c"), (255, "#eeeeee"),
        ] as [(UInt8, String)])
    func `colour numbers have xterm's colours`(index: UInt8, hex: String) {
        #expect(XtermPalette.hex(index) == hex)
    }

    @Test func `every word of an SVG row is there, also after blanks of its own style`() {
        var surface = Surface(width: 20, height: 1)
        surface.put("  one two  three", x: 0, y: 0)

        let svg = SVGOutput.render(surface, theme: .dark)

        let words = svg.split(separator: "<text ").dropFirst().compactMap { text -> Substring? in
            text.split(separator: ">", maxSplits: 1).last?.prefix { $0 != "<" }
        }
        #expect(words == ["one", "two", "three"])
    }
}
