/// A call with its arguments.
public struct Call: Hashable, Sendable {
    /// What is called.
    public let callee: Expression
    /// What it is handed, in the order it was written.
    public let arguments: [CallArgument]
    /// The parentheses with what stands in them, `nil` where a closure is all there is.
    public let parentheses: Span?
    /// From the callee to the last argument.
    public let span: Span
}
