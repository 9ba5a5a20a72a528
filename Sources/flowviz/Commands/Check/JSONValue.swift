/// A JSON value.
enum JSONValue: Equatable {
    case null
    case bool(Bool)
    /// A whole number. The files of flowviz have no others.
    case number(Int)
    case string(String)
    case list([JSONValue])
    case object([String: JSONValue])

    subscript(key: String) -> JSONValue? { if case .object(let fields) = self { fields[key] } else { nil } }
    var text: String? { if case .string(let text) = self { text } else { nil } }
    var number: Int? { if case .number(let number) = self { number } else { nil } }
    var items: [JSONValue]? { if case .list(let items) = self { items } else { nil } }

    /// Parses a whole text.
    ///
    /// - Throws: ``JSONError`` with the line of the first mistake.
    init(parsing text: String) throws(JSONError) {
        var parser = JSONParser(text)
        self = try parser.whole()
    }
}

/// A mistake in a JSON text.
struct JSONError: Error, Equatable {
    /// The line, from 1.
    let line: Int
}

/// Reads JSON from UTF-8 bytes.
private struct JSONParser {
    /// A hostile file could nest without end.
    private static let mostNested = 64

    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func whole() throws(JSONError) -> JSONValue {
        let value = try value()
        skipBlanks()
        guard index == bytes.count else { throw failure }
        return value
    }

    private var failure: JSONError { JSONError(line: 1 + bytes.prefix(index).count { $0 == UInt8(ascii: "\n") }) }
    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipBlanks() {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { index += 1 }
    }

    /// Reads a byte if it is next.
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(JSONError) {
        guard take(character) else { throw failure }
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        skipBlanks()
        guard let byte = next else { throw failure }
        switch byte {
        case UInt8(ascii: "{"): return .object(try object())
        case UInt8(ascii: "["): return .list(try list())
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default:
            for (word, value) in [("null", JSONValue.null), ("true", .bool(true)), ("false", .bool(false))]
            where bytes[index...].starts(with: word.utf8) {
                index += word.utf8.count
                return value
            }
            throw failure
        }
    }

    private mutating func object() throws(JSONError) -> [String: JSONValue] {
        var fields: [String: JSONValue] = [:]
        try items("{", "}") { (parser: inout JSONParser) throws(JSONError) in
            parser.skipBlanks()
            let key = try parser.string()
            parser.skipBlanks()
            try parser.expect(":")
            fields[key] = try parser.value()
        }
        return fields
    }

    private mutating func list() throws(JSONError) -> [JSONValue] {
        var values: [JSONValue] = []
        try items("[", "]") { (parser: inout JSONParser) throws(JSONError) in values.append(try parser.value()) }
        return values
    }

    /// Reads items with commas between them, and their brackets.
    private mutating func items(
        _ first: Unicode.Scalar, _ last: Unicode.Scalar, _ item: (inout JSONParser) throws(JSONError) -> Void
    ) throws(JSONError) {
        depth += 1
        guard depth <= JSONParser.mostNested else { throw failure }
        try expect(first)
        skipBlanks()
        if !take(last) {
            repeat {
                try item(&self)
                skipBlanks()
            } while take(",")
            try expect(last)
        }
        depth -= 1
    }

    private mutating func number() throws(JSONError) -> Int {
        let rest = bytes[index...].prefix { $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard let number = Int(String(decoding: rest, as: UTF8.self)) else { throw failure }
        index += rest.count
        return number
    }

    private mutating func string() throws(JSONError) -> String {
        try expect("\"")
        var text: [UInt8] = []
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw failure }
            index += 1
            if byte == UInt8(ascii: "\\") { text += try escape() } else { text.append(byte) }
        }
        try expect("\"")
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads an escape after its backslash.
    private mutating func escape() throws(JSONError) -> [UInt8] {
        guard let byte = next else { throw failure }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"):
            var units = [try unit()]
            if UTF16.isLeadSurrogate(units[0]), take("\\") {
                try expect("u")
                units.append(try unit())
            }
            return Array(String(decoding: units, as: UTF16.self).utf8)
        default: throw failure
        }
    }

    /// Reads four hexadecimal digits.
    private mutating func unit() throws(JSONError) -> UInt16 {
        let digits = bytes[index...].prefix(4)
        guard digits.count == 4, digits.first != UInt8(ascii: "+"),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw failure }
        index += 4
        return unit
    }
}
