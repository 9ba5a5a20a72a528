/// Swift's keywords, and what to do instead of those that are not supported.
enum Keyword {
    /// Keywords of the grammar.
    static let known: Set<String> = ["let", "if", "else", "return", "throw", "in", "true", "false", "nil", "throws"]

    /// Keywords that are refused, and what to do instead.
    static let refused: [String: String] = [
        "func": "functions cannot be declared here; write a closure where it is needed",
        "var": "values cannot be changed here; use 'let'",
        "for": "there are no loops; values come from a publisher, as in [1, 2, 3].publisher",
        "while": "there are no loops; values come from a publisher, as in interval(.seconds(1))",
        "repeat": "there are no loops; values come from a publisher",
        "switch": "'switch' is not supported; use 'if' or '?:'",
        "case": "'case' is not supported; use 'if' or '?:'",
        "default": "'default' is not supported; use 'if' or '?:'",
        "guard": "'guard' is not supported; use 'if'",
        "do": "'do' is not supported; errors go down the stream, where 'catch' handles them",
        "try": "'try' is not needed; use 'throw' in tryMap and similar operators",
        "await": "'await' is not supported; streams are watched, not awaited",
        "async": "'async' is not supported; streams are watched, not awaited",
        "import": "nothing can be imported; all operators are available already",
        "class": "types cannot be declared here", "struct": "types cannot be declared here",
        "enum": "types cannot be declared here", "protocol": "types cannot be declared here",
        "extension": "types cannot be extended here", "typealias": "types cannot be declared here",
        "actor": "types cannot be declared here",
        "as": "casts are not supported; use Int(…), Double(…) or String(…)",
        "is": "'is' is not supported; every type is known here",
        "self": "there is no 'self' here", "Self": "there is no 'Self' here", "super": "there is no 'super' here",
        "init": "'init' cannot be named here; write the type's name and parentheses",
        "inout": "values cannot be changed here",
        "break": "there are no loops to leave", "continue": "there are no loops to continue",
        "fallthrough": "'switch' is not supported; use 'if' or '?:'",
        "defer": "'defer' is not supported", "where": "'where' is not supported",
        "catch": "'catch' as a statement is not supported; use the operator: .catch { error in … }",
        "rethrows": "'rethrows' is not supported", "operator": "operators cannot be declared here",
        "subscript": "types cannot be declared here", "deinit": "types cannot be declared here",
        "static": "types cannot be declared here", "public": "types cannot be declared here",
        "private": "types cannot be declared here", "internal": "types cannot be declared here",
        "fileprivate": "types cannot be declared here", "associatedtype": "types cannot be declared here",
        "precedencegroup": "operators cannot be declared here",
    ]

    private static let all = known.union(refused.keys)

    static func contains(_ word: String) -> Bool { all.contains(word) }
}
