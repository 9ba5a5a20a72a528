/// The glyphs of a text from first to last, made safe for a terminal.
struct Glyphs: Sequence, IteratorProtocol {
    private var scalars: String.UnicodeScalarView.Iterator
    private var ahead: Glyph?

    /// Starts at the first scalar of `text`.
    init(_ text: String) {
        scalars = text.unicodeScalars.makeIterator()
    }

    /// The next glyph with the mark that belongs to it.
    mutating func next() -> Glyph? {
        var current = ahead
        ahead = nil
        while let scalar = scalars.next() {
            switch ScalarFate(scalar) {
            case .dropped:
                continue
            case .mark:
                // A mark with nothing to sit on is shown on the dotted circle, as code charts do.
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
