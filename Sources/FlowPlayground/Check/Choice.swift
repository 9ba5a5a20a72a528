/// What the checker made of a call.
struct Choice: Sendable {
    /// The form of the operator.
    let overload: Overload
    /// Where its name stands.
    let span: Span
    /// What it gives.
    let type: ValueType
}
