/// Parses one line of the settings file, from left to right.
///
/// It accepts a subset of TOML with the same meaning. The rest of TOML is refused with a message that says what to write instead.
struct ConfigLine {
    /// The contents of a line.
    enum Content: Equatable {
        case nothing
        case heading(String)
        case entry(name: String, value: ConfigValue)
    }

    /// An error in a line, with its remedy.
    struct Fault: Error, Equatable {
        let what: String

        init(_ what: String) { self.what = what }
    }

    private let scalars: [Unicode.Scalar]
    private var index = 0

    private init(_ text: String) { scalars = Array(text.unicodeScalars) }

    static func content(of text: String) throws(Fault) -> Content {
        var line = ConfigLine(text)
        if let control = line.scalars.first(where: { $0.value < 0x20 && $0 != "\t" || $0.value == 0x7F }) {
            throw Fault("the line has the character U+\(hex(control)), which is invisible; remove it")
        }
        return try line.content()
    }

    private static func hex(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    // MARK: Lines

    private mutating func content() throws(Fault) -> Content {
        skipBlanks()
        let content: Content
        switch next {
        case nil, "#": return .nothing
        case "[": content = .heading(try heading())
        default:
            let name = try name()
            skipBlanks()
            guard take("=") else {
                throw Fault(
                    next == "." ? "a name has no dots here; write [section] above, then name = value" : ConfigLine.form(name))
            }
            skipBlanks()
            guard next != nil, next != "#" else { throw Fault("\(name) has no value; \(ConfigLine.form(name))") }
            content = .entry(name: name, value: try value())
        }
        skipBlanks()
        guard next == nil || next == "#" else {
            throw Fault("'\(rest)' follows the end of the value; move it to another line, or put # before it")
        }
        return content
    }

    private static func form(_ name: String) -> String { "a line is 'name = value', for example \(name) = \"…\"" }

    private mutating func heading() throws(Fault) -> String {
        index += 1
        guard next != "[" else { throw Fault("[[…]] is for lists of tables, of which there are none; write [section]") }
        var names: [String] = []
        repeat {
            skipBlanks()
            names.append(try name())
            skipBlanks()
        } while take(".")
        guard take("]") else { throw Fault("the heading has no end; write [\(names.joined(separator: "."))]") }
        return names.joined(separator: ".")
    }

    private mutating func name() throws(Fault) -> String {
        guard next != "\"", next != "'" else { throw Fault("a name has no quotes here; write name = value") }
        let start = index
        while let scalar = next, ConfigLine.isOfName(scalar) { index += 1 }
        guard index > start else {
            throw Fault("'\(rest)' does not begin with a name; a line is 'name = value', '[section]' or '# a comment'")
        }
        return text(from: start)
    }

    private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar) || scalar == "-"
            || scalar == "_"
    }

    // MARK: Values

    private mutating func value() throws(Fault) -> ConfigValue {
        switch next {
        case "\"": return .text(try basicText())
        case "'": return .text(try literalText())
        case "[": return .list(try list())
        case "{": throw Fault("a table in braces is not supported; write [section] and a line for each name")
        default: return try bareValue()
        }
    }

    private mutating func list() throws(Fault) -> [ConfigValue] {
        index += 1
        var values: [ConfigValue] = []
        while true {
            skipBlanks()
            if take("]") { return values }
            guard next != nil, next != "#" else { throw Fault("the list has no end; close it with ] on the same line") }
            guard next != "[" else { throw Fault("a list in a list is not supported; write one list") }
            values.append(try value())
            skipBlanks()
            guard take(",") || next == "]" else {
                if next == nil || next == "#" { continue }
                throw Fault("'\(rest)' follows a value of the list; put a comma between")
            }
        }
    }

    /// A value without quotes: a boolean or a number.
    private mutating func bareValue() throws(Fault) -> ConfigValue {
        let start = index
        while let scalar = next, !" \t#,]".unicodeScalars.contains(scalar) { index += 1 }
        let word = text(from: start)
        if word == "true" || word == "false" { return .boolean(word == "true") }
        if let number = try ConfigLine.number(word) { return number }
        throw Fault("'\(word)' is not a number, true or false; put a text in quotes: \(ConfigValue.text(word).written)")
    }

    /// A number in TOML's notation, `nil` if the word is not a number.
    private static func number(_ word: String) throws(Fault) -> ConfigValue? {
        let unsigned = word.first == "-" || word.first == "+" ? word.dropFirst() : word[...]
        guard unsigned.first?.isASCII == true, unsigned.first?.isNumber == true else { return nil }
        let plain = word.replacingUnderscores
        guard let plain, !unsigned.contains(where: { !"0123456789_.eE+-".contains($0) }), isWellFormed(unsigned) else {
            throw Fault("'\(word)' is not written as a number; write it with digits, for example 12 or 0.5")
        }
        if let integer = Int(plain) { return .integer(integer) }
        guard unsigned.contains(where: { ".eE".contains($0) }), let number = Double(plain), number.isFinite else {
            throw Fault("'\(word)' is too large a number; write a smaller one")
        }
        return .number(number)
    }

    /// Whether a number has digits without a leading zero, then perhaps a fraction, then perhaps an exponent.
    private static func isWellFormed(_ text: Substring) -> Bool {
        let parts = text.split(omittingEmptySubsequences: false) { "eE".contains($0) }
        let digits = { (text: Substring) in !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == "_") } }
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, mantissa.count <= 2, mantissa.allSatisfy(digits) else { return false }
        guard mantissa[0].count == 1 || mantissa[0].first != "0" else { return false }
        guard parts.count == 2 else { return true }
        let exponent = parts[1].first == "-" || parts[1].first == "+" ? parts[1].dropFirst() : parts[1]
        return digits(exponent)
    }

    // MARK: Texts

    private mutating func literalText() throws(Fault) -> String {
        try refuseThreeQuotes("'")
        index += 1
        let start = index
        while next != nil, next != "'" { index += 1 }
        guard next != nil else { throw Fault("the text has no end; close it with '") }
        defer { index += 1 }
        return text(from: start)
    }

    private mutating func basicText() throws(Fault) -> String {
        try refuseThreeQuotes("\"")
        index += 1
        var text = String.UnicodeScalarView()
        while let scalar = next {
            index += 1
            switch scalar {
            case "\"": return String(text)
            case "\\": text.append(try escape())
            default: text.append(scalar)
            }
        }
        throw Fault("the text has no end; close it with \"")
    }

    private func refuseThreeQuotes(_ quote: Unicode.Scalar) throws(Fault) {
        guard scalars.dropFirst(index).prefix(3).elementsEqual([quote, quote, quote]) else { return }
        throw Fault("a text of several lines is not supported; write one line in single quotes")
    }

    private mutating func escape() throws(Fault) -> Unicode.Scalar {
        let sign = next
        index += 1
        switch sign {
        case "b": return "\u{8}"
        case "t": return "\t"
        case "n": return "\n"
        case "f": return "\u{C}"
        case "r": return "\r"
        case "\"": return "\""
        case "\\": return "\\"
        case "u": return try escape(digits: 4)
        case "U": return try escape(digits: 8)
        default:
            throw Fault("\\\(sign.map(String.init) ?? "") means nothing in a text; write \\\\ for \\, or put the text in '…'")
        }
    }

    private mutating func escape(digits: Int) throws(Fault) -> Unicode.Scalar {
        let word = scalars.dropFirst(index).prefix(digits).reduce(into: "") { $0.unicodeScalars.append($1) }
        let isHex = word.utf8.count == digits && word.allSatisfy(\.isHexDigit)
        guard isHex, let scalar = UInt32(word, radix: 16).flatMap(Unicode.Scalar.init) else {
            throw Fault("a character's number has \(digits) digits, for example \(digits == 4 ? "\\u00e9" : "\\U0001f600")")
        }
        index += digits
        return scalar
    }

    // MARK: Moving

    private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

    private var rest: String { String(String.UnicodeScalarView(scalars[index...])) }

    private func text(from start: Int) -> String { String(String.UnicodeScalarView(scalars[start..<index])) }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        index += 1
        return true
    }

    private mutating func skipBlanks() {
        while next == " " || next == "\t" { index += 1 }
    }
}

extension String {
    /// The text without underscores between digits, `nil` if there is an underscore elsewhere.
    fileprivate var replacingUnderscores: String? {
        let isDigit = { (character: Character?) in character.map { $0.isASCII && $0.isNumber } ?? false }
        let characters = Array(self)
        for (index, character) in characters.enumerated() where character == "_" {
            guard index > 0, index + 1 < characters.count, isDigit(characters[index - 1]), isDigit(characters[index + 1]) else {
                return nil
            }
        }
        return filter { $0 != "_" }
    }
}
