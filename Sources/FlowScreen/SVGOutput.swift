/// A surface as a picture (SVG 1.1) in which every glyph keeps its cell, whatever font the viewer has.
public enum SVGOutput {
    private static let cellWidth = 9
    private static let cellHeight = 19
    private static let margin = 8

    /// The picture of `surface` in the colours of `theme`.
    public static func render(_ surface: Surface, theme: Theme) -> String {
        let width = surface.width * cellWidth + 2 * margin
        let height = surface.height * cellHeight + 2 * margin
        var svg = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">\
            <rect width="\(width)" height="\(height)" fill="\(XtermPalette.hex(theme[.page]))"/>\
            <g font-family="DejaVu Sans Mono, monospace" font-size="14.949" \
            transform="translate(\(margin),\(margin))" xml:space="preserve">\n
            """
        for y in 0..<surface.height {
            let row = (0..<surface.width).map { Ink(surface[$0, y], theme) }
            grounds(row, y: y, page: theme[.page], into: &svg)
            words(row, y: y, into: &svg)
        }
        return svg + "</g></svg>\n"
    }

    /// A cell with its colours worked out.
    private struct Ink {
        let cell: Cell
        let foreground: UInt8
        let background: UInt8

        init(_ cell: Cell, _ theme: Theme) {
            let isReversed = cell.style.attributes.contains(.reverse)
            self.cell = cell
            foreground = theme[isReversed ? cell.style.background : cell.style.foreground]
            background = theme[isReversed ? cell.style.foreground : cell.style.background]
        }

        /// Lower block elements, in eighths of a cell; fonts leave gaps between them, so they are drawn as rectangles.
        var eighths: Int? {
            (0x2581...0x2588).contains(cell.base.value) && cell.mark == nil ? Int(cell.base.value) - 0x2580 : nil
        }

        /// Whether the cell continues a word that `first` began: narrow, and drawn alike.
        func continues(_ first: Ink) -> Bool {
            cell.kind == .narrow && first.cell.kind == .narrow && !cell.isBlank && !first.cell.isBlank
                && eighths == nil && foreground == first.foreground && weight == first.weight
        }

        /// The attributes that show in text.
        var weight: Attributes { cell.style.attributes.intersection([.bold, .underline]) }
    }

    private static func grounds(_ row: [Ink], y: Int, page: UInt8, into svg: inout String) {
        runs(row) { $0.background == $1.background }.forEach { run in
            let colour = row[run.lowerBound].background
            guard colour != page else { return }
            rectangle(run, top: y * cellHeight, height: "\(cellHeight)", colour: colour, into: &svg)
        }
    }

    private static func words(_ row: [Ink], y: Int, into svg: inout String) {
        runs(row) { ($0.eighths != nil && $0.eighths == $1.eighths && $0.foreground == $1.foreground) || $1.continues($0) }
            .forEach { run in
                let first = row[run.lowerBound]
                if let eighths = first.eighths {
                    let filled = Double(cellHeight * eighths) / 8
                    rectangle(
                        run, top: Double((y + 1) * cellHeight) - filled, height: "\(filled)", colour: first.foreground, into: &svg
                    )
                } else if !first.cell.isBlank, first.cell.kind != .wideTail {
                    svg += "<text x=\"\(run.lowerBound * cellWidth)\" y=\"\(y * cellHeight + 14).5\""
                    svg += " fill=\"\(XtermPalette.hex(first.foreground))\""
                    if first.weight.contains(.bold) { svg += " font-weight=\"bold\"" }
                    if first.weight.contains(.underline) { svg += " text-decoration=\"underline\"" }
                    if first.cell.kind == .wideHead {
                        svg += " textLength=\"\(2 * cellWidth)\" lengthAdjust=\"spacingAndGlyphs\""
                    }
                    svg += ">" + XMLText.escaped(row[run].map { String($0.cell.character) }.joined()) + "</text>\n"
                }
            }
    }

    private static func rectangle<Top>(_ run: Range<Int>, top: Top, height: String, colour: UInt8, into svg: inout String) {
        svg += "<rect x=\"\(run.lowerBound * cellWidth)\" y=\"\(top)\" width=\"\(run.count * cellWidth)\" height=\"\(height)\""
        svg += " fill=\"\(XtermPalette.hex(colour))\" shape-rendering=\"crispEdges\"/>\n"
    }

    /// Cuts a row where a cell does not belong to the run that the first one began.
    private static func runs(_ row: [Ink], _ belongs: (_ first: Ink, _ cell: Ink) -> Bool) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start = 0
        for x in row.indices where x > start && !belongs(row[start], row[x]) {
            runs.append(start..<x)
            start = x
        }
        return row.isEmpty ? runs : runs + [start..<row.count]
    }
}
