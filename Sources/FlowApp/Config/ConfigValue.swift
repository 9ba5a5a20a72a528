/// A value in the settings file, a subset of TOML's values.
package enum ConfigValue: Hashable, Sendable {
    case text(String)
    case integer(Int)
    case number(Double)
    case boolean(Bool)
    case list([ConfigValue])

    /// The value in TOML's notation, which parses to the same value.
    var written: String {
        switch self {
        case .text(let text): ConfigValue.quoted(text)
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .boolean(let isTrue): isTrue ? "true" : "false"
        case .list(let values): "[" + values.map(\.written).joined(separator: ", ") + "]"
        }
    }

    /// The text in double quotes, or in single quotes if only these need no escapes.
    private static func quoted(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        if isPlain, text.unicodeScalars.contains(where: { $0 == "\"" || $0 == "\\" }), !text.unicodeScalars.contains("'") {
            return "'\(text)'"
        }
        return text.unicodeScalars.reduce(into: "\"") { $0 += escaped($1) } + "\""
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\t": "\\t"
        case "\r": "\\r"
        case _ where scalar.value < 0x20 || scalar.value == 0x7F:
            "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
        default: String(scalar)
        }
    }
}

/// A setting in the file.
struct ConfigEntry: Equatable, Sendable {
    /// The heading above it; empty before the first heading.
    let section: String
    let name: String
    let value: ConfigValue
    /// The line's number, from 1.
    let line: Int
}

/// An error in a line of the file or in a variable.
package struct ConfigProblem: Error, Equatable, Sendable, CustomStringConvertible {
    let origin: ConfigOrigin
    /// The error and its remedy.
    let what: String

    package var description: String { "\(origin): \(what)" }
}

/// The origin of a value.
package enum ConfigOrigin: Hashable, Sendable, CustomStringConvertible {
    /// flowviz's default.
    case standard
    /// A preset of keys.
    case preset(String)
    case line(Int, file: String)
    /// The file as a whole.
    case file(String)
    case variable(String)

    package var description: String {
        switch self {
        case .standard: "default"
        case .preset(let name): "preset \(name)"
        case .line(let number, let file): "\(file):\(number)"
        case .file(let name), .variable(let name): name
        }
    }
}
