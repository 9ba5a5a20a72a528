/// Swift's keywords: the supported ones, and the offer of `flowviz try` for all others.
enum Keyword {
    /// Keywords of the grammar, and of the table's declarations.
    private static let known: Set<String> = [
        "let", "var", "if", "else", "return", "throw", "throws", "where", "in", "import", "true", "false", "nil",
    ]

    /// Swift's unsupported keywords.
    private static let unsupported: Set<String> = [
        "func", "struct", "enum", "class", "protocol", "extension", "actor", "typealias", "associatedtype", "init", "deinit",
        "subscript", "operator", "precedencegroup", "static", "public", "private", "internal", "fileprivate", "inout", "Self",
        "super", "rethrows", "async", "await", "try", "do", "catch", "defer", "for", "while", "repeat", "switch", "case",
        "default",
        "guard", "break", "continue", "fallthrough", "as", "is",
    ]

    private static let all = known.union(unsupported)

    static func contains(_ word: String) -> Bool { all.contains(word) }

    /// The message for an unsupported keyword; `nil` for others.
    static func offer(for word: String) -> String? { unsupported.contains(word) ? unsupported("'\(word)'") : nil }

    /// The command that runs unsupported code.
    private static let offer = "flowviz try FILE.swift runs it"

    /// The offer for unknown names and types, which need not be Swift's.
    static let doubtfulOffer = "if it is Swift, \(offer)"

    /// The message for an unsupported part of Swift.
    static func unsupported(_ what: String) -> String { "\(what) is not supported here; \(offer)" }
}
