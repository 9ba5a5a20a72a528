/// Measures the columns of text on a terminal, by this module's own table.
///
/// The C library's result depends on the locale, and is -1 for all non-ASCII text in the C locale.
public enum TextWidth {
    /// The columns of `text` after it is made safe.
    public static func width(of text: String) -> Int {
        isPlain(text) ? text.utf8.count : Glyphs(text).reduce(0) { $0 + $1.width }
    }

    /// The columns of `character` after it is made safe; 0 if it is removed.
    public static func width(of character: Character) -> Int { width(of: String(character)) }

    /// Makes `text` safe and no wider than `columns`, with `mark` at the end if it was cut.
    ///
    /// - Parameter columns: The available columns; 0 or less gives an empty text.
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

    /// `text` without terminal commands.
    ///
    /// Control characters, including newline and tab, become their pictures; C1, private and unassigned scalars become U+FFFD;
    /// formatting, variation selectors and skin tones are removed; a glyph keeps one mark.
    public static func sanitised(_ text: String) -> String {
        isPlain(text) ? text : Glyphs(text).reduce(into: "") { $0 += $1.text }
    }

    /// Whether `text` is printable ASCII, the usual case: it is safe, and has one column a byte.
    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
}

/// The fate of one scalar of a text shown in cells.
///
/// No byte that a terminal could act on survives: control characters become their pictures, scalars without a standard look
/// become U+FFFD, and invisible formatting is removed.
enum ScalarFate {
    /// It fills one or two columns.
    case shown(Unicode.Scalar, width: Int)
    /// It combines with the previous scalar.
    case mark
    /// It is removed.
    case dropped

    init(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        switch value {
        case 0x20..<0x7F, 0xA1..<0xAD, 0xAE..<0x300, 0x2500..<0x25FD: self = .shown(scalar, width: 1)
        case 0x00..<0x20: self = .shown(Unicode.Scalar(0x2400 + value) ?? ScalarFate.replacement, width: 1)
        case 0x7F: self = .shown("\u{2421}", width: 1)
        case 0x80..<0xA0, 0x2028, 0x2029: self = .shown(ScalarFate.replacement, width: 1)
        case 0xAD, 0x1F3FB...0x1F3FF: self = .dropped
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: self = scalar.properties.isDefaultIgnorableCodePoint ? .dropped : .mark
        default: self = ScalarFate.general(scalar)
        }
    }

    /// Decides by the scalar's general category.
    private static func general(_ scalar: Unicode.Scalar) -> ScalarFate {
        let properties = scalar.properties
        switch properties.generalCategory {
        case .format: return .dropped
        case .nonspacingMark, .enclosingMark: return properties.isDefaultIgnorableCodePoint ? .dropped : .mark
        case .unassigned: return properties.isDefaultIgnorableCodePoint ? .dropped : .shown(replacement, width: 1)
        case .control, .privateUse, .surrogate, .lineSeparator, .paragraphSeparator: return .shown(replacement, width: 1)
        case .spaceSeparator: return scalar.value == 0x3000 ? .shown(scalar, width: 2) : .shown(" ", width: 1)
        default:
            if properties.isDefaultIgnorableCodePoint { return .dropped }
            return .shown(scalar, width: WideScalars.contains(scalar.value) ? 2 : 1)
        }
    }

    /// The replacement for a scalar that cannot be shown.
    static let replacement: Unicode.Scalar = "\u{FFFD}"
}

/// The scalars that take two columns: East Asian Width W and F of Unicode 17, without regional indicators.
///
/// Regional indicators count one column each, so that the pair of a flag takes two.
enum WideScalars {
    /// Whether `value` takes two columns.
    static func contains(_ value: UInt32) -> Bool {
        guard value >= ranges[0].first else { return false }
        var low = 0
        var high = ranges.count - 1
        while low <= high {
            let middle = (low + high) / 2
            if value < ranges[middle].first {
                high = middle - 1
            } else if value > ranges[middle].last {
                low = middle + 1
            } else {
                return true
            }
        }
        return false
    }

    /// Closed ranges in ascending order.
    static let ranges: [(first: UInt32, last: UInt32)] = [
        (0x1100, 0x115F), (0x231A, 0x231B), (0x2329, 0x232A), (0x23E9, 0x23EC), (0x23F0, 0x23F0), (0x23F3, 0x23F3),
        (0x25FD, 0x25FE), (0x2614, 0x2615), (0x2630, 0x2637), (0x2648, 0x2653), (0x267F, 0x267F), (0x268A, 0x268F),
        (0x2693, 0x2693), (0x26A1, 0x26A1), (0x26AA, 0x26AB), (0x26BD, 0x26BE), (0x26C4, 0x26C5), (0x26CE, 0x26CE),
        (0x26D4, 0x26D4), (0x26EA, 0x26EA), (0x26F2, 0x26F3), (0x26F5, 0x26F5), (0x26FA, 0x26FA), (0x26FD, 0x26FD),
        (0x2705, 0x2705), (0x270A, 0x270B), (0x2728, 0x2728), (0x274C, 0x274C), (0x274E, 0x274E), (0x2753, 0x2755),
        (0x2757, 0x2757), (0x2795, 0x2797), (0x27B0, 0x27B0), (0x27BF, 0x27BF), (0x2B1B, 0x2B1C), (0x2B50, 0x2B50),
        (0x2B55, 0x2B55), (0x2E80, 0x2E99), (0x2E9B, 0x2EF3), (0x2F00, 0x2FD5), (0x2FF0, 0x3029), (0x3030, 0x303E),
        (0x3041, 0x3096), (0x309B, 0x30FF), (0x3105, 0x312F), (0x3131, 0x3163), (0x3165, 0x318E), (0x3190, 0x31E5),
        (0x31EF, 0x321E), (0x3220, 0x3247), (0x3250, 0xA48C), (0xA490, 0xA4C6), (0xA960, 0xA97C), (0xAC00, 0xD7A3),
        (0xF900, 0xFAFF), (0xFE10, 0xFE19), (0xFE30, 0xFE52), (0xFE54, 0xFE66), (0xFE68, 0xFE6B), (0xFF01, 0xFF60),
        (0xFFE0, 0xFFE6), (0x16FE0, 0x16FE3), (0x16FF2, 0x16FF6), (0x17000, 0x18CD5), (0x18CFF, 0x18D1E), (0x18D80, 0x18DF2),
        (0x1AFF0, 0x1AFF3), (0x1AFF5, 0x1AFFB), (0x1AFFD, 0x1AFFE), (0x1B000, 0x1B122), (0x1B132, 0x1B132), (0x1B150, 0x1B152),
        (0x1B155, 0x1B155), (0x1B164, 0x1B167), (0x1B170, 0x1B2FB), (0x1D300, 0x1D356), (0x1D360, 0x1D376), (0x1F004, 0x1F004),
        (0x1F0CF, 0x1F0CF), (0x1F18E, 0x1F18E), (0x1F191, 0x1F19A), (0x1F200, 0x1F202), (0x1F210, 0x1F23B), (0x1F240, 0x1F248),
        (0x1F250, 0x1F251), (0x1F260, 0x1F265), (0x1F300, 0x1F320), (0x1F32D, 0x1F335), (0x1F337, 0x1F37C), (0x1F37E, 0x1F393),
        (0x1F3A0, 0x1F3CA), (0x1F3CF, 0x1F3D3), (0x1F3E0, 0x1F3F0), (0x1F3F4, 0x1F3F4), (0x1F3F8, 0x1F43E), (0x1F440, 0x1F440),
        (0x1F442, 0x1F4FC), (0x1F4FF, 0x1F53D), (0x1F54B, 0x1F54E), (0x1F550, 0x1F567), (0x1F57A, 0x1F57A), (0x1F595, 0x1F596),
        (0x1F5A4, 0x1F5A4), (0x1F5FB, 0x1F64F), (0x1F680, 0x1F6C5), (0x1F6CC, 0x1F6CC), (0x1F6D0, 0x1F6D2), (0x1F6D5, 0x1F6D8),
        (0x1F6DC, 0x1F6DF), (0x1F6EB, 0x1F6EC), (0x1F6F4, 0x1F6FC), (0x1F7E0, 0x1F7EB), (0x1F7F0, 0x1F7F0), (0x1F90C, 0x1F93A),
        (0x1F93C, 0x1F945), (0x1F947, 0x1F9FF), (0x1FA70, 0x1FA7C), (0x1FA80, 0x1FA8A), (0x1FA8E, 0x1FAC6), (0x1FAC8, 0x1FAC8),
        (0x1FACD, 0x1FADC), (0x1FADF, 0x1FAEA), (0x1FAEF, 0x1FAF8), (0x20000, 0x2FFFD), (0x30000, 0x3FFFD),
    ]
}
