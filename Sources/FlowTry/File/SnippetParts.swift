/// Splits a file into the parts that a test has in different places: imports, declarations and statements.
///
/// It reads word by word, without parsing. A declaration begins with `struct`, `extension` and the like outside all braces.
/// Functions and variables count as statements, since they use each other.
struct SnippetParts {
    /// The imported modules, in order.
    private(set) var modules: [String] = []
    /// The lines of types, extensions and the like.
    private(set) var declarations: [String] = []
    /// The other lines.
    private(set) var statements: [String] = []
    /// The call of the type with `@main`.
    private(set) var main: String?
    /// Whether it has an `await` outside all closures and functions.
    private(set) var hasTopLevelAwait = false
    /// All words outside comments and strings.
    private(set) var words: Set<Substring> = []

    /// A word with its nesting depth in braces, brackets and parentheses.
    private struct Token {
        let word: Substring
        let depth: Int
    }

    /// The part of the file to which a line belongs.
    private enum Kind {
        case declaration, control, statement
    }

    private static let declaring: Set<Substring> = [
        "struct", "class", "enum", "actor", "protocol", "extension", "typealias", "operator", "precedencegroup",
    ]
    /// Access modifiers, which a local declaration cannot have.
    private static let accessModifiers: Set<Substring> = ["public", "private", "fileprivate", "internal", "open", "package"]
    private static let modifiers = accessModifiers.union(["final", "indirect", "nonisolated", "prefix", "infix", "postfix"])
    /// Words whose braces are not closures.
    private static let controlKeywords: Set<Substring> = ["for", "while", "repeat", "if", "do", "switch"]

    init(_ text: String) {
        var depth = 0
        var kind = Kind.statement
        var isMain = false
        // Comments and attributes belong to the next line of code.
        var pending: [String] = []
        let masks = CodeMask.masked(text).split(separator: "\n", omittingEmptySubsequences: false)
        for (whole, mask) in zip(text.split(separator: "\n", omittingEmptySubsequences: false), masks) {
            let isFirst = depth == 0 && !SnippetParts.goesOn(mask)
            let tokens = SnippetParts.tokens(of: mask, &depth)
            words.formUnion(tokens.map(\.word))
            var line = String(whole)
            if isFirst {
                if tokens.contains(where: { $0.word == "@main" }) {
                    isMain = true
                    line.replace("@main", with: "", maxReplacements: 1)
                }
                let leading = tokens.drop { $0.word.hasPrefix("@") || $0.depth > 0 || SnippetParts.modifiers.contains($0.word) }
                guard let first = leading.first?.word else {
                    if !line.allSatisfy(\.isWhitespace) || pending.isEmpty { pending.append(line) }
                    continue
                }
                if first == "import" {
                    modules += leading.suffix(1).map { String($0.word) }
                    statements += pending
                    pending = []
                    continue
                }
                kind = SnippetParts.kind(of: first)
                if isMain, kind == .declaration {
                    (main, isMain) = (leading.dropFirst().first.map { String($0.word) }, false)
                }
                if kind != .declaration { line = SnippetParts.withoutAccess(line) }
            }
            if kind != .declaration, tokens.contains(where: { $0.word == "await" && (kind == .control || $0.depth == 0) }) {
                hasTopLevelAwait = true
            }
            if kind == .declaration { declarations += pending + [line] } else { statements += pending + [line] }
            pending = []
        }
        statements += pending
        if let type = main { call(type) }
    }

    /// Writes the call of `main`, with the effects of its declaration.
    private mutating func call(_ type: String) {
        let effects = declarations.first { $0.contains("func main()") }?.split(separator: " ") ?? []
        hasTopLevelAwait = effects.contains("async")
        main = (effects.contains("throws") ? "try " : "") + (hasTopLevelAwait ? "await " : "") + "\(type).main()"
    }

    private static func kind(of word: Substring) -> Kind {
        if declaring.contains(word) { return .declaration }
        return controlKeywords.contains(word) ? .control : .statement
    }

    /// Whether a line continues the one before.
    private static func goesOn(_ mask: Substring) -> Bool {
        let code = mask.drop(while: \.isWhitespace)
        return code.first.map { "{}()[].?:&|+-*/=<>,\"".contains($0) } ?? false || code.hasPrefix("where ")
            || code.hasPrefix("else")
    }

    private static func withoutAccess(_ line: String) -> String {
        let code = line.drop { $0 == " " }
        guard let word = code.split(separator: " ").first, accessModifiers.contains(word) else { return line }
        return String(code.dropFirst(word.count).drop { $0 == " " })
    }

    private static func tokens(of mask: Substring, _ depth: inout Int) -> [Token] {
        var tokens: [Token] = []
        var rest = mask
        while let next = rest.first {
            let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "@" || $0 == "#" || $0 == "." }
            if !word.isEmpty {
                tokens.append(Token(word: word, depth: depth))
                rest = rest.dropFirst(word.count)
                continue
            }
            if "({[".contains(next) { depth += 1 }
            if ")}]".contains(next) { depth = max(0, depth - 1) }
            rest = rest.dropFirst()
        }
        return tokens
    }
}
