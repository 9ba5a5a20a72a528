/// All that can be written in a chain.
public enum OperatorTable {
    /// The rows, in the order of help.
    public static let operators: [Operator] =
        sources + values + errors + reducing + parts + combining + time + backpressure + sharing + sinks + words + library

    /// The forms of every name.
    static let overloads: [String: [Overload]] = Dictionary(
        operators.flatMap { row in row.overloads.map { ($0.signature.name, [$0]) } }, uniquingKeysWith: +)

    /// The forms of every name that is called by itself, on a value, read from a value, and written behind a period only.
    static let functions = overloads(.function)
    static let methods = overloads(.method)
    static let properties = overloads(.property)
    static let members = overloads(.member)

    private static func overloads(_ kind: Signature.Kind) -> [String: [Overload]] {
        overloads.mapValues { $0.filter { $0.signature.kind == kind } }.filter { !$0.value.isEmpty }
    }

    /// The names that stand before a `.`, as in `Timer.publish`.
    static let namespaces: Set<String> = Set(
        overloads.keys.compactMap { name in name.firstIndex(of: ".").map { String(name[..<$0]) } })

    /// The rows of a name, for help.
    public static func rows(of name: String) -> [Operator] {
        operators.filter { $0.name == name }
    }
}
