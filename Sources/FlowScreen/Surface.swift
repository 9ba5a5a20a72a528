/// A grid of cells to draw into, and to show, print or compare.
///
/// Every size from 0 × 0 up and every coordinate, even a negative one, is allowed; drawing is clipped. A glyph of two columns is
/// never split.
public struct Surface: Hashable, Sendable {
    public let size: Size
    /// The cells row by row.
    private(set) var cells: [Cell]

    /// The maximum number of columns or rows of a surface; larger numbers are clamped.
    public static let maximumSide = 4_096

    /// A column beyond all text: coordinates are clamped to it, so that their sums do not overflow.
    private static let farAway = 1 << 40

    /// Creates a surface in which every cell shows `filled`.
    public init(_ size: Size, filled: Character = " ", style: Style = Style()) {
        self.size = Size(width: min(size.width, Surface.maximumSide), height: min(size.height, Surface.maximumSide))
        cells = Array(repeating: .blank(style), count: self.size.width * self.size.height)
        if filled != " " { fill(Rect(self.size), with: filled, style: style) }
    }

    /// Creates a surface in which every cell shows `filled`.
    public init(width: Int, height: Int, filled: Character = " ", style: Style = Style()) {
        self.init(Size(width: width, height: height), filled: filled, style: style)
    }

    public var width: Int { size.width }

    public var height: Int { size.height }

    public var bounds: Rect { Rect(size) }

    /// The cell at a position; an empty one outside.
    public subscript(x: Int, y: Int) -> Cell { contains(x, y) ? cells[y * width + x] : Cell() }

    /// Writes `text`, made safe and clipped, and returns its width.
    ///
    /// - Parameters:
    ///   - text: The text; a newline is shown as a picture and does not end the row.
    ///   - x: The column of its first cell; may lie outside.
    ///   - y: The row; outside, nothing is written, but the columns are still counted.
    ///   - style: The style of its cells.
    ///   - limit: The most columns; `nil` for all up to the right edge.
    /// - Returns: The columns from `x` to the end of the text, including columns left of the surface.
    @discardableResult
    public mutating func put(_ text: String, x: Int, y: Int, style: Style = Style(), limit: Int? = nil) -> Int {
        guard x < width, !text.isEmpty else { return 0 }
        let isVisible = y >= 0 && y < height
        let start = max(x, -Surface.farAway)
        let end = limit.map { min(width, start + min(max(0, $0), Surface.farAway)) } ?? width
        var column = start
        for glyph in Glyphs(text) {
            guard column + glyph.width <= end else { break }
            if isVisible { set(glyph, x: column, y: y, style: style) }
            column += glyph.width
        }
        return column - start
    }

    /// Writes one character, made safe and clipped, and returns its width.
    @discardableResult
    public mutating func put(_ character: Character, x: Int, y: Int, style: Style = Style()) -> Int {
        put(String(character), x: x, y: y, style: style)
    }

    /// Fills the part of `area` inside the surface with one character. A wide character that does not fit at the end leaves a
    /// blank.
    public mutating func fill(_ area: Rect, with character: Character = " ", style: Style = Style()) {
        let area = area.intersection(bounds)
        var glyphs = Glyphs(String(character))
        let glyph = glyphs.next() ?? .blank
        guard !area.isEmpty else { return }
        for y in area.y..<area.maxY {
            var x = area.x
            while x < area.maxX {
                let fits = x + glyph.width <= area.maxX
                set(fits ? glyph : .blank, x: x, y: y, style: style)
                x += fits ? glyph.width : 1
            }
        }
    }

    /// Changes the style of every glyph that begins in `area`; the glyphs stay.
    public mutating func restyle(_ area: Rect, _ change: (inout Style) -> Void) {
        let area = area.intersection(bounds)
        guard !area.isEmpty else { return }
        for y in area.y..<area.maxY {
            for index in y * width + area.x..<y * width + area.maxX where cells[index].kind != .wideTail {
                change(&cells[index].style)
                if cells[index].kind == .wideHead { cells[index + 1].style = cells[index].style }
            }
        }
    }

    /// Draws another surface with its top left corner at a position.
    public mutating func put(_ other: Surface, x: Int, y: Int) {
        let area = Rect(x: x, y: y, width: other.width, height: other.height).intersection(bounds)
        guard !area.isEmpty else { return }
        for row in area.y..<area.maxY {
            var column = area.x
            while column < area.maxX {
                let cell = other[column - x, row - y]
                let width = cell.kind == .wideHead ? 2 : 1
                if cell.kind == .wideTail || width > area.maxX - column {
                    set(.blank, x: column, y: row, style: cell.style)
                    column += 1
                } else {
                    release(row * self.width + column)
                    cells[row * self.width + column] = cell
                    if width == 2 {
                        release(row * self.width + column + 1)
                        cells[row * self.width + column + 1] = .tail(cell.style)
                    }
                    column += width
                }
            }
        }
    }

    /// The text of a row over its full width; empty for a row outside.
    public func row(_ y: Int) -> String {
        guard y >= 0, y < height else { return "" }
        var scalars = String.UnicodeScalarView()
        for cell in cells[y * width..<(y + 1) * width] where cell.kind != .wideTail {
            scalars.append(cell.base)
            if let mark = cell.mark { scalars.append(mark) }
        }
        return String(scalars)
    }

    private func contains(_ x: Int, _ y: Int) -> Bool { x >= 0 && x < width && y >= 0 && y < height }
}

extension Surface {
    /// Writes a glyph in a row of the surface, left of the right edge.
    private mutating func set(_ glyph: Glyph, x: Int, y: Int, style: Style) {
        let index = y * width + x
        guard glyph.width == 2 else {
            guard x >= 0 else { return }
            release(index)
            cells[index] = Cell(glyph, style: style)
            return
        }
        guard x >= -1 else { return }
        release(index + 1)
        guard x >= 0 else {
            cells[index + 1] = .blank(style)
            return
        }
        release(index)
        cells[index] = Cell(glyph, style: style)
        cells[index + 1] = .tail(style)
    }

    /// Blanks the other half of a wide glyph before the half at `index` is overwritten.
    private mutating func release(_ index: Int) {
        switch cells[index].kind {
        case .narrow: break
        case .wideHead: cells[index + 1] = .blank(cells[index].style)
        case .wideTail: cells[index - 1] = .blank(cells[index].style)
        }
    }
}
