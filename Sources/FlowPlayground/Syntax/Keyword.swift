/// Swift's keywords, and what to do instead of those that are not supported.
enum Keyword {
    /// Keywords of the grammar.
    static let known: Set<String> = [
        "let", "var", "if", "else", "guard", "switch", "case", "default", "for", "while", "where", "break", "continue", "return",
        "throw", "throws", "try", "in", "as", "func", "struct", "enum", "class", "init", "static", "import", "public", "private",
        "internal", "fileprivate", "true", "false", "nil",
    ]

    /// Keywords that are refused, and what to do instead.
    static let refused: [String: String] = [
        "repeat": "'repeat' is not read here; use 'while'",
        "do": "'do' is not read here; errors go down the stream, where 'catch' handles them",
        "catch": "'catch' as a statement is not read here; use the operator: .catch { error in … }",
        "is": "'is' is not read here; use 'as?'",
        "inout": "'inout' is not read here", "fallthrough": "'fallthrough' is not read here",
        "Self": "'Self' is not read here; write the type's name", "super": "'super' is not read here",
        "await": beyond("'await'"), "async": beyond("'async'"), "protocol": beyond("'protocol'"),
        "extension": beyond("'extension'"), "typealias": beyond("'typealias'"), "actor": beyond("'actor'"),
        "defer": beyond("'defer'"), "rethrows": beyond("'rethrows'"), "operator": beyond("'operator'"),
        "subscript": beyond("'subscript'"), "deinit": beyond("'deinit'"), "associatedtype": beyond("'associatedtype'"),
        "precedencegroup": beyond("'precedencegroup'"),
    ]

    /// Where everything runs that the line does not read.
    private static let offer = "flowviz try FILE.swift runs it"

    /// The offer for what the line does not know, which need not be Swift.
    static let doubtfulOffer = "if it is Swift, \(offer)"

    /// What the line leaves to Swift itself.
    static func beyond(_ what: String) -> String { "\(what) is more than the line reads; \(offer)" }

    private static let all = known.union(refused.keys)

    static func contains(_ word: String) -> Bool { all.contains(word) }
}
