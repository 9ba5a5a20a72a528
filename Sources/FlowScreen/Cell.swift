/// One column of one row of a surface.
public struct Cell: Hashable, Sendable {
    /// Which part of a glyph the cell shows.
    public enum Kind: UInt8, Hashable, Sendable {
        /// The whole of a glyph that takes one column.
        case narrow
        /// The left half of a glyph that takes two; holds its text.
        case wideHead
        /// The right half of the glyph in the cell before.
        case wideTail
    }

    /// The scalar that gives the glyph its width; a blank in a tail.
    public let base: Unicode.Scalar
    private let markValue: UInt32
    /// The roles and attributes it is drawn in.
    public internal(set) var style: Style
    /// Which part of a glyph it is.
    public let kind: Kind

    /// Creates a cell that shows a narrow character or the first half of a wide one, made safe.
    public init(_ character: Character = " ", style: Style = Style()) {
        var glyphs = Glyphs(String(character))
        self.init(glyphs.next() ?? .blank, style: style)
    }

    init(_ glyph: Glyph, style: Style) {
        base = glyph.base
        markValue = glyph.mark
        self.style = style
        kind = glyph.width == 2 ? .wideHead : .narrow
    }

    private init(base: Unicode.Scalar, style: Style, kind: Kind) {
        self.base = base
        markValue = 0
        self.style = style
        self.kind = kind
    }

    /// An empty cell.
    static func blank(_ style: Style) -> Cell {
        Cell(base: " ", style: style, kind: .narrow)
    }

    /// The right half of a wide glyph.
    static func tail(_ style: Style) -> Cell {
        Cell(base: " ", style: style, kind: .wideTail)
    }

    /// The mark that sits on the base, if any.
    public var mark: Unicode.Scalar? {
        markValue == 0 ? nil : Unicode.Scalar(markValue)
    }

    /// What the cell shows, base and mark.
    public var character: Character {
        guard let mark else { return Character(base) }
        var scalars = String.UnicodeScalarView()
        scalars.append(base)
        scalars.append(mark)
        return String(scalars).first ?? " "
    }

    /// Whether nothing is written in it.
    var isBlank: Bool { base == " " && markValue == 0 }
}
