import FlowOperators

/// Shortens the name of a type to its form in source: `Swift.Array<Program.Line>` is `[Line]`.
struct ShortTypeName {
    private var rest: Substring

    /// The most characters read: a name from a file may have any length.
    private static let longest = 500

    /// The name without modules and outer types, with the short forms of arrays, dictionaries and optionals.
    ///
    /// - Complexity: O(length), up to ``longest`` characters.
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
                // An arrow's `>` closes no argument list.
                if next == "-", rest.first == ">" { text.append(rest.removeFirst()) }
            }
        }
        return text
    }

    /// Reads a qualified name, and keeps its last part.
    private mutating func path() -> String {
        let path = rest.prefix(while: ShortTypeName.isOfName)
        rest = rest.dropFirst(path.count)
        let base = path.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        guard rest.first == "<" else { return base }
        let arguments = list(until: ">")
        // A type nested in this one follows.
        guard rest.first != "." else { return "" }
        return ShortTypeName.sugared(base, arguments)
    }

    /// Reads a tuple or the parameters of a function; omits the mark of a private context.
    private mutating func parentheses() -> String {
        let isContext = rest.hasPrefix("(unknown context at")
        let parts = list(until: ")")
        return isContext ? "" : "(\(parts.joined(separator: ", ")))"
    }

    /// Reads the comma-separated parts of a bracketed list, from its opening bracket.
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

    /// Whether a `?` after a type applies to all of it, unlike after a function or `any Shape`.
    private static func isOneWord(_ type: String) -> Bool {
        type.hasPrefix("[") || !TypePath.withoutBrackets(type).contains(" ")
    }

    private static func isOfName(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "."
    }
}
