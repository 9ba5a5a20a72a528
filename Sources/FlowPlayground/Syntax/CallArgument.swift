/// What is handed to a call.
public struct CallArgument: Hashable, Sendable {
    /// Its label, `nil` where it has none.
    public let label: String?
    /// Where the label stands, or the value where there is none.
    public let labelSpan: Span
    /// The value.
    public let value: Expression
    /// Whether it is a closure behind the parentheses.
    public let isTrailing: Bool
}
