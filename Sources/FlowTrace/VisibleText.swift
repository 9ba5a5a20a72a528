/// Makes foreign text safe, so that it neither controls a terminal nor deceives a reader.
///
/// The only list of unsafe scalars: control characters, which a terminal obeys; bidirectional controls, which show text in a
/// different order than a compiler reads it; the Unicode line and paragraph separators, which only some readers treat as line
/// ends; and scalars without width, which make two names look alike.
public enum VisibleText {
    /// Whether a scalar is unsafe; tab and newline count as control characters.
    public static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20..<0x7F: false
        case 0x00..<0x20, 0x7F..<0xA0: true
        case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        case 0x2028, 0x2029: true
        default: takesNoRoom(scalar.value) && !isJoining(scalar)
        }
    }

    /// Whether a scalar is invisible: ignorable in Unicode's terms, or an annotation.
    private static func takesNoRoom(_ value: UInt32) -> Bool {
        switch value {
        case 0xAD, 0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B...0x180F, 0x200B...0x200D, 0x2060...0x2065, 0x206A...0x206F: true
        case 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A: true
        case 0xE0000...0xE0FFF: true
        default: false
        }
    }

    /// Whether a scalar joins others into one glyph, or selects its variant. Emoji and some scripts need these, so they are safe
    /// in some positions.
    private static func isJoining(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x180B...0x180D, 0x180F, 0x200C, 0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF: true
        default: false
        }
    }

    /// A text in one line: ASCII control characters, including newline and tab, become their Unicode pictures; other unsafe
    /// scalars become U+FFFD. Joiners stay after a non-ASCII character.
    ///
    /// - Complexity: O(*n*); a safe text is returned unchanged.
    public static func line(_ text: String) -> String { shown(text) { _ in false } }

    /// A text of several lines: newlines stay, other unsafe scalars are shown as by ``line(_:)``.
    public static func lines(_ text: String) -> String { shown(text) { $0 == "\n" } }

    /// A line cut to a limit in the middle: its beginning and its end stay.
    ///
    /// - Parameters:
    ///   - text: The text, safe or not.
    ///   - limit: The maximum number of scalars, at least 3.
    public static func line(_ text: String, limit: Int) -> String {
        let scalars = Array(line(text).unicodeScalars)
        guard scalars.count > limit else { return line(text) }
        let kept = limit - 1
        let cut = scalars.prefix(kept / 2) + ["…"] + scalars.suffix(kept - kept / 2)
        return String(String.UnicodeScalarView(cut))
    }

    /// A text in double quotes with the escapes that Swift and JSON share, so that a line of source or data is always one line.
    ///
    /// - Parameter escape: Writes any other unsafe scalar.
    package static func quoted(_ text: String, escape: (Unicode.Scalar) -> String) -> String {
        text.unicodeScalars.reduce(into: "\"") { quoted, scalar in
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            case _ where isUnsafe(scalar): quoted += escape(scalar)
            default: quoted.unicodeScalars.append(scalar)
            }
        } + "\""
    }

    private static func shown(_ text: String, except isKept: (Unicode.Scalar) -> Bool) -> String {
        guard text.unicodeScalars.contains(where: { !isKept($0) && (isUnsafe($0) || isJoining($0)) }) else { return text }
        var last: Unicode.Scalar = " "
        let scalars = text.unicodeScalars.map { scalar in
            defer { last = scalar }
            guard !isKept(scalar), isUnsafe(scalar) || isJoining(scalar) && !mayFollow(last, scalar) else { return scalar }
            return picture(of: scalar)
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Whether a joining scalar may follow `last`. All may follow a glyph; a joiner may also follow a variant selector, as in
    /// `❤️‍🔥`.
    private static func mayFollow(_ last: Unicode.Scalar, _ scalar: Unicode.Scalar) -> Bool {
        let joiners: ClosedRange<UInt32> = 0x200C...0x200D
        guard !isJoining(last) else { return joiners.contains(scalar.value) && !joiners.contains(last.value) }
        return !last.isASCII && !isUnsafe(last)
    }

    private static func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x00..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        default: "\u{FFFD}"
        }
    }
}
