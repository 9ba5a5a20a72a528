/// What becomes of one scalar of a text that is to be shown in cells.
///
/// No byte that a terminal could act on survives: control characters turn into their pictures, what has no agreed
/// look into U+FFFD, and invisible formatting is left out.
enum ScalarFate {
    /// It stands in one or two columns.
    case shown(Unicode.Scalar, width: Int)
    /// It sits on the scalar before it.
    case mark
    /// It is left out.
    case dropped

    /// Decides for `scalar`.
    init(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        switch value {
        case 0x20..<0x7F, 0xA1..<0xAD, 0xAE..<0x300, 0x2500..<0x25FD:
            self = .shown(scalar, width: 1)
        case 0x00..<0x20:
            self = .shown(Unicode.Scalar(0x2400 + value) ?? ScalarFate.replacement, width: 1)
        case 0x7F:
            self = .shown("\u{2421}", width: 1)
        case 0x80..<0xA0, 0x2028, 0x2029:
            self = .shown(ScalarFate.replacement, width: 1)
        case 0xAD, 0x1F3FB...0x1F3FF:
            self = .dropped
        case 0x1160...0x11FF, 0xD7B0...0xD7FF:
            self = scalar.properties.isDefaultIgnorableCodePoint ? .dropped : .mark
        default:
            self = ScalarFate.general(scalar)
        }
    }

    /// Decides by the scalar's general category.
    private static func general(_ scalar: Unicode.Scalar) -> ScalarFate {
        let properties = scalar.properties
        switch properties.generalCategory {
        case .format:
            return .dropped
        case .nonspacingMark, .enclosingMark:
            return properties.isDefaultIgnorableCodePoint ? .dropped : .mark
        case .unassigned:
            return properties.isDefaultIgnorableCodePoint ? .dropped : .shown(replacement, width: 1)
        case .control, .privateUse, .surrogate, .lineSeparator, .paragraphSeparator:
            return .shown(replacement, width: 1)
        case .spaceSeparator:
            return scalar.value == 0x3000 ? .shown(scalar, width: 2) : .shown(" ", width: 1)
        default:
            if properties.isDefaultIgnorableCodePoint { return .dropped }
            return .shown(scalar, width: WideScalars.contains(scalar.value) ? 2 : 1)
        }
    }

    /// Stands for what cannot be shown.
    static let replacement: Unicode.Scalar = "\u{FFFD}"
}
