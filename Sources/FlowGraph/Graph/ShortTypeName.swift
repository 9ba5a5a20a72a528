import FlowOperators

/// Writes the name of a type as one would in source: `Swift.Array<Program.Line>` is `[Line]`.
struct ShortTypeName {
    private var rest: Substring

    /// How many characters of a name are read; a name comes from a file and may be of any length.
    private static let longest = 500

    /// The name without modules and outer types, with the short forms of arrays, dictionaries and optionals.
    ///
    /// - Complexity: O(length), at most some hundred characters.
    static func short(_ name: String) -> String {
        var reader = ShortTypeName(rest: name.prefix(longest))
        return reader.read { _ in false }
    }

    /// Reads up to a character for which `isEnd` holds.
    private mutating func read(until isEnd: (Character) -> Bool) -> String {
        var text = ""
        while let next = rest.first, !isEnd(next) {
            if ShortTypeName.isOfName(next) {
                text += path()
            } else if next == "(" {
                text += parentheses()
            } else {
                text.append(rest.removeFirst())
                // The `>` of an arrow closes no list of arguments.
                if next == "-", rest.first == ">" { text.append(rest.removeFirst()) }
            }
        }
        return text
    }

    /// A qualified name, of which the last part stays.
    private mutating func path() -> String {
        let path = rest.prefix(while: ShortTypeName.isOfName)
        rest = rest.dropFirst(path.count)
        let base = path.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        guard rest.first == "<" else { return base }
        let arguments = list(until: ">")
        // The rest is a type inside this one.
        guard rest.first != "." else { return "" }
        return ShortTypeName.sugared(base, arguments)
    }

    /// A tuple or the parameters of a function; the mark of a private context is left out.
    private mutating func parentheses() -> String {
        let isContext = rest.hasPrefix("(unknown context at")
        let parts = list(until: ")")
        return isContext ? "" : "(\(parts.joined(separator: ", ")))"
    }

    /// The parts of a bracketed list, separated by commas; the opening bracket is next.
    private mutating func list(until closing: Character) -> [String] {
        var parts: [String] = []
        repeat {
            rest = rest.dropFirst()
            let part = read { $0 == "," || $0 == closing }
            parts.append(String(part.drop { $0 == " " }))
        } while rest.first == ","
        rest = rest.dropFirst()
        return parts == [""] ? [] : parts
    }

    private static func sugared(_ base: String, _ arguments: [String]) -> String {
        switch (base, arguments.count) {
        case ("Array", 1): "[\(arguments[0])]"
        case ("Optional", 1): isOneWord(arguments[0]) ? arguments[0] + "?" : "(\(arguments[0]))?"
        case ("Dictionary", 2): "[\(arguments[0]): \(arguments[1])]"
        default: "\(base)<\(arguments.joined(separator: ", "))>"
        }
    }

    /// Whether a type can be followed by a sign that means all of it; functions and `any Shape` cannot.
    private static func isOneWord(_ type: String) -> Bool {
        type.hasPrefix("[") || !TypePath.withoutBrackets(type).contains(" ")
    }

    private static func isOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "."
    }
}
