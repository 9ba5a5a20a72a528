/// Writes other people's text into XML.
public enum XMLText {
    /// The text for an attribute or an element; scalars that XML 1.0 cannot hold, other controls, bidirectional controls and
    /// scalars without width are U+FFFD.
    ///
    /// A numeric reference would keep a bidirectional control, but who shows the text, as CI systems do, would obey it; and most
    /// controls cannot be referred to.
    public static func escaped(_ text: String) -> String {
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

    /// Line ends and tabs would be read as blanks in an attribute; of the other controls XML allows some and advises against them.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value >= 0x20 && scalar.value != 0x7F }
        let properties = scalar.properties
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return false
        default:
            let isHidden = properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector && !properties.isJoinControl
            return !isHidden && !properties.isBidiControl && !properties.isNoncharacterCodePoint
        }
    }
}
