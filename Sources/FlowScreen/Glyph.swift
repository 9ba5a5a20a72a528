/// What stands in one cell or in two neighbouring ones: a scalar, at most one mark on it, and its width.
struct Glyph: Hashable {
    /// The scalar that gives the width.
    private(set) var base: Unicode.Scalar
    /// The value of the mark on it, 0 for none.
    private(set) var mark: UInt32 = 0
    /// Columns: 1 or 2.
    let width: Int

    /// Puts `scalar` on the glyph; a second mark is left out, since a cell keeps one.
    ///
    /// Conjoining Hangul is composed instead (Unicode, section 3.12), because its vowels and finals are no marks.
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
        default:
            return nil
        }
    }

    /// The glyph as text.
    var text: String {
        var scalars = String.UnicodeScalarView()
        scalars.append(base)
        if let mark = Unicode.Scalar(mark), mark.value != 0 { scalars.append(mark) }
        return String(scalars)
    }
}

extension Glyph {
    /// One empty column.
    static var blank: Glyph { Glyph(base: " ", width: 1) }
}
