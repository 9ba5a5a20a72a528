/// One column of one row of a surface.
public struct Cell: Hashable, Sendable {
    /// The part of a glyph in the cell.
    public enum Kind: UInt8, Hashable, Sendable {
        /// A glyph of one column.
        case narrow
        /// The left half of a glyph of two columns, with its text.
        case wideHead
        /// The right half of the glyph in the previous cell.
        case wideTail
    }

    /// The scalar that gives the glyph its width; a blank in the right half of a wide glyph.
    public let base: Unicode.Scalar
    private let markValue: UInt32
    /// Its roles and attributes.
    public internal(set) var style: Style
    /// The part of a glyph.
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

    static func blank(_ style: Style) -> Cell { Cell(base: " ", style: style, kind: .narrow) }

    /// The right half of a wide glyph.
    static func tail(_ style: Style) -> Cell { Cell(base: " ", style: style, kind: .wideTail) }

    /// The mark that sits on the base, if any.
    public var mark: Unicode.Scalar? { markValue == 0 ? nil : Unicode.Scalar(markValue) }

    /// The character of the cell, base and mark.
    public var character: Character {
        guard let mark else { return Character(base) }
        var scalars = String.UnicodeScalarView()
        scalars.append(base)
        scalars.append(mark)
        return String(scalars).first ?? " "
    }

    /// Whether it is empty.
    var isBlank: Bool { base == " " && markValue == 0 }
}

/// The content of one cell or two neighbouring ones: a scalar, at most one mark on it, and its width in columns.
struct Glyph: Hashable {
    /// The scalar that gives the width.
    private(set) var base: Unicode.Scalar
    /// The value of the mark on it, 0 for none.
    private(set) var mark: UInt32 = 0
    /// Columns: 1 or 2.
    let width: Int

    /// Adds a mark to the glyph. A second mark is dropped, since a cell has room for one.
    ///
    /// Conjoining Hangul is composed (Unicode, section 3.12), because its vowels and finals are not marks.
    mutating func add(_ scalar: Unicode.Scalar) {
        if let syllable = composed(with: scalar) {
            base = syllable
        } else if mark == 0 {
            mark = scalar.value
        }
    }

    private func composed(with scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard mark == 0 else { return nil }
        switch (base.value, scalar.value) {
        case (0x1100...0x1112, 0x1161...0x1175):
            let leading = base.value - 0x1100
            return Unicode.Scalar(0xAC00 + (leading * 21 + scalar.value - 0x1161) * 28)
        case (0xAC00...0xD7A3, 0x11A8...0x11C2) where (base.value - 0xAC00).isMultiple(of: 28):
            return Unicode.Scalar(base.value + scalar.value - 0x11A7)
        default: return nil
        }
    }

    var text: String {
        var scalars = String.UnicodeScalarView()
        scalars.append(base)
        if let mark = Unicode.Scalar(mark), mark.value != 0 { scalars.append(mark) }
        return String(scalars)
    }
}

extension Glyph {
    static var blank: Glyph { Glyph(base: " ", width: 1) }
}

/// The glyphs of a text, made safe for a terminal.
struct Glyphs: Sequence, IteratorProtocol {
    private var scalars: String.UnicodeScalarView.Iterator
    private var ahead: Glyph?

    /// Starts at the first scalar of `text`.
    init(_ text: String) { scalars = text.unicodeScalars.makeIterator() }

    /// The next glyph with its mark.
    mutating func next() -> Glyph? {
        var current = ahead
        ahead = nil
        while let scalar = scalars.next() {
            switch ScalarFate(scalar) {
            case .dropped: continue
            case .mark:
                // A mark without a base is shown on the dotted circle, as in code charts.
                if current == nil { current = Glyph(base: "\u{25CC}", width: 1) }
                current?.add(scalar)
            case .shown(let base, let width):
                let glyph = Glyph(base: base, width: width)
                guard current == nil else {
                    ahead = glyph
                    return current
                }
                current = glyph
            }
        }
        return current
    }
}
