/// Columns of text on a terminal, by a table of this module's own.
///
/// The C library's answer depends on the locale and is -1 for everything beyond ASCII in the C locale.
public enum TextWidth {
    /// Columns that `text` takes once it is made safe.
    public static func width(of text: String) -> Int {
        isPlain(text) ? text.utf8.count : Glyphs(text).reduce(0) { $0 + $1.width }
    }

    /// Columns that `character` takes once it is made safe; 0 for one that is left out.
    public static func width(of character: Character) -> Int {
        width(of: String(character))
    }

    /// Makes `text` safe and no wider than `columns`, ending in `mark` where something was cut away.
    ///
    /// - Parameter columns: What there is room for; 0 or less gives an empty text.
    public static func cut(_ text: String, to columns: Int, mark: Character = "…") -> String {
        guard columns > 0 else { return "" }
        if text.utf8.count <= columns, isPlain(text) { return text }
        let room = columns - width(of: mark)
        var whole = ""
        var kept = ""
        var used = 0
        for glyph in Glyphs(text) {
            used += glyph.width
            if used <= room { kept += glyph.text }
            guard used <= columns else { return room < 0 ? "" : kept + sanitised(String(mark)) }
            whole += glyph.text
        }
        return whole
    }

    /// `text` without anything that a terminal could take for a command.
    ///
    /// Control characters, newline and tab among them, become their pictures; C1, private and unassigned scalars
    /// become U+FFFD; formatting, variation selectors and skin tones are left out; a glyph keeps one mark.
    public static func sanitised(_ text: String) -> String {
        isPlain(text) ? text : Glyphs(text).reduce(into: "") { $0 += $1.text }
    }

    /// Whether `text` is printable ASCII, which is most of what is drawn: one column a byte and safe as it stands.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }
}
