/// Where a call stands, and what it is in the chain.
struct CallPlace: Sendable {
    /// Where the call's name stands.
    let span: Span
    /// Its place among the stages of the chain, `nil` where it is a value.
    let stage: Int?
    /// What the publisher that it gives sends.
    let output: ValueType
}
