/// A part of a surface's picture: a word or a rectangle.
struct SVGPiece: Hashable {
    static let cellWidth = 9
    static let cellHeight = 19

    enum Shape: Hashable {
        /// The background.
        case ground
        /// A rectangle that fills the lower eighths of its cells. It replaces block elements, between which fonts leave gaps.
        case block(eighths: Int)
        case word(String, attributes: Attributes, isWide: Bool)
    }

    let shape: Shape
    let row: Int
    let column: Int
    /// Its columns.
    let width: Int
    let colour: UInt8

    /// Copies a piece to another position, without its colour.
    init(_ piece: SVGPiece, movedBy columns: Int, rows: Int = 0) {
        self.init(shape: piece.shape, row: piece.row + rows, column: piece.column + columns, width: piece.width, colour: 0)
    }

    init(shape: Shape, row: Int, column: Int, width: Int, colour: UInt8) {
        (self.shape, self.row, self.column, self.width, self.colour) = (shape, row, column, width, colour)
    }

    var isRectangle: Bool {
        if case .word = shape { false } else { true }
    }

    func moved(by columns: Int) -> SVGPiece {
        SVGPiece(shape: shape, row: row, column: column + columns, width: width, colour: colour)
    }

    /// The element, with the attributes that paint it.
    func element(painted paint: String) -> String {
        let left = column * SVGPiece.cellWidth
        let top = row * SVGPiece.cellHeight
        switch shape {
        case .ground: return rectangle(left, "\(top)", "\(SVGPiece.cellHeight)", paint)
        case .block(let eighths):
            let filled = Double(SVGPiece.cellHeight * eighths) / 8
            return rectangle(left, "\(Double(top + SVGPiece.cellHeight) - filled)", "\(filled)", paint)
        case .word(let text, let attributes, let isWide):
            var svg = "<text x=\"\(left)\" y=\"\(top + 14).5\"\(paint)"
            if attributes.contains(.bold) { svg += " font-weight=\"bold\"" }
            if attributes.contains(.underline) { svg += " text-decoration=\"underline\"" }
            if isWide { svg += " textLength=\"\(2 * SVGPiece.cellWidth)\" lengthAdjust=\"spacingAndGlyphs\"" }
            return svg + ">" + XMLText.escaped(text) + "</text>"
        }
    }

    private func rectangle(_ left: Int, _ top: String, _ height: String, _ paint: String) -> String {
        "<rect x=\"\(left)\" y=\"\(top)\" width=\"\(width * SVGPiece.cellWidth)\" height=\"\(height)\"\(paint)/>"
    }
}

extension SVGPiece {
    /// A cell with its resolved colours.
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

        /// The height of a lower block element, in eighths of a cell; `nil` for another glyph.
        var eighths: Int? {
            (0x2581...0x2588).contains(cell.base.value) && cell.mark == nil ? Int(cell.base.value) - 0x2580 : nil
        }

        /// Whether the cell continues the word that `first` begins: both are narrow and drawn alike.
        func continues(_ first: Ink) -> Bool {
            cell.kind == .narrow && first.cell.kind == .narrow && !cell.isBlank && !first.cell.isBlank
                && eighths == nil && foreground == first.foreground && weight == first.weight
        }

        /// The attributes visible in text.
        var weight: Attributes { cell.style.attributes.intersection([.bold, .underline]) }
    }

    /// The pieces of a surface in painting order: backgrounds first, then the words, colour by colour.
    ///
    /// Adjacent glyphs overlap a little. In this order, the picture does not depend on how the row was split.
    static func pieces(of surface: Surface, theme: Theme) -> [SVGPiece] {
        let rows = (0..<surface.height).map { y in (0..<surface.width).map { Ink(surface[$0, y], theme) } }
        let words = rows.enumerated().flatMap { y, row in SVGPiece.words(row, y: y) }
        let colours = Dictionary(grouping: words, by: \.colour).sorted { $0.key < $1.key }
        return rows.enumerated().flatMap { y, row in grounds(row, y: y, page: theme[.page]) } + colours.flatMap(\.value)
    }

    private static func grounds(_ row: [Ink], y: Int, page: UInt8) -> [SVGPiece] {
        runs(row) { $0.background == $1.background }.compactMap { run in
            let colour = row[run.lowerBound].background
            return colour == page
                ? nil : SVGPiece(shape: .ground, row: y, column: run.lowerBound, width: run.count, colour: colour)
        }
    }

    private static func words(_ row: [Ink], y: Int) -> [SVGPiece] {
        runs(row) { ($0.eighths != nil && $0.eighths == $1.eighths && $0.foreground == $1.foreground) || $1.continues($0) }
            .compactMap { run in
                let first = row[run.lowerBound]
                let shape: Shape
                if let eighths = first.eighths {
                    shape = .block(eighths: eighths)
                } else if !first.cell.isBlank, first.cell.kind != .wideTail {
                    let text = row[run].map { String($0.cell.character) }.joined()
                    shape = .word(text, attributes: first.weight, isWide: first.cell.kind == .wideHead)
                } else {
                    return nil
                }
                return SVGPiece(shape: shape, row: y, column: run.lowerBound, width: run.count, colour: first.foreground)
            }
    }

    /// Splits a row into runs of cells that belong together.
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
