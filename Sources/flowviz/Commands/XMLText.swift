/// Writes other people's text into XML.
enum XMLText {
    /// The text for an attribute or an element; what XML 1.0 cannot hold, and other controls, are replaced by U+FFFD.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
            }
        }
        return escaped
    }

    /// Line ends and tabs would be read as blanks in an attribute; of the other controls XML allows some and advises against them. The last
    /// two code points of each plane are no characters.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        return value >= 0x20 && !(0x7F...0x9F).contains(value) && value & 0xFFFE != 0xFFFE && !(0xFDD0...0xFDEF).contains(value)
    }
}
