/// A piece of a string literal.
public enum StringPart: Hashable, Sendable {
    /// Text, with its escapes resolved.
    case text(String)
    /// What stands in `\(…)`.
    case value(Expression)
}
