/// A call with its arguments.
public struct Call: Hashable, Sendable {
    /// What is called.
    public let callee: Expression
    /// What it is handed, in the order it was written.
    public let arguments: [CallArgument]
    /// From the callee to the last argument.
    public let span: Span
}
