/// Text of strangers in which nothing is left that commands a terminal or deceives a reader.
///
/// The one place that knows which scalars do: control characters, which a terminal obeys; bidirectional controls, which show text
/// in another order than a compiler reads it; and the Unicode line and paragraph separators, at which some readers end a line and
/// others do not.
public enum VisibleText {
    /// Whether a scalar is one of these; tab and newline are control characters too.
    public static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00..<0x20, 0x7F..<0xA0: true
        case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        case 0x2028, 0x2029: true
        default: false
        }
    }

    /// A text in one line: the control characters of ASCII, newline and tab among them, become their pictures, the others U+FFFD.
    ///
    /// - Complexity: O(*n*); a text without any of them is returned as it is.
    public static func line(_ text: String) -> String { shown(text) { _ in false } }

    /// A text of several lines: newlines stay, what else is unsafe is shown as ``line(_:)`` shows it.
    public static func lines(_ text: String) -> String { shown(text) { $0 == "\n" } }

    /// A line that keeps its beginning and its end: what is too long between them is cut out.
    ///
    /// - Parameters:
    ///   - text: The text, which may hold anything.
    ///   - limit: The most scalars, at least 3.
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
        guard text.unicodeScalars.contains(where: { isUnsafe($0) && !isKept($0) }) else { return text }
        let scalars = text.unicodeScalars.map { isUnsafe($0) && !isKept($0) ? picture(of: $0) : $0 }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x00..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        default: "\u{FFFD}"
        }
    }
}
