/// Escapes foreign text for XML.
public enum XMLText {
    /// The text for an attribute or an element. Scalars invalid in XML 1.0, controls, bidirectional controls and scalars without
    /// width become U+FFFD.
    ///
    /// Numeric references are no help: programs that show the text, such as CI systems, would still obey a bidirectional control,
    /// and most other controls cannot be referenced.
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

    /// Whether a scalar stays. Line ends and tabs would become blanks in an attribute. XML allows some other controls, but
    /// advises against them.
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
