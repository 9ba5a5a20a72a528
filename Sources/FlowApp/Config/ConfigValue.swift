/// What stands behind a name in the file of settings: a part of TOML.
package enum ConfigValue: Hashable, Sendable {
    case text(String)
    case integer(Int)
    case number(Double)
    case boolean(Bool)
    case list([ConfigValue])

    /// The value as it is written; reading that gives the same value.
    var written: String {
        switch self {
        case .text(let text): ConfigValue.quoted(text)
        case .integer(let number): String(number)
        case .number(let number): String(number)
        case .boolean(let isTrue): isTrue ? "true" : "false"
        case .list(let values): "[" + values.map(\.written).joined(separator: ", ") + "]"
        }
    }

    /// One of two kinds of quotes: those in which nothing has to be escaped, if there are such.
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

/// A line of the file that says something.
struct ConfigEntry: Equatable, Sendable {
    /// The heading that it stands below, empty before the first.
    let section: String
    let name: String
    let value: ConfigValue
    /// From 1.
    let line: Int
}

/// What is wrong with a line of the file, or with a variable.
package struct ConfigProblem: Error, Equatable, Sendable, CustomStringConvertible {
    let origin: ConfigOrigin
    /// What is wrong, and what to do.
    let what: String

    package var description: String { "\(origin): \(what)" }
}

/// Where a value comes from.
package enum ConfigOrigin: Hashable, Sendable, CustomStringConvertible {
    /// flowviz has it by itself.
    case standard
    /// The keys that were chosen to begin with.
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
