/// What a checked call is called on, or given.
struct TermPart: Sendable {
    let term: Term
    /// Where it stands; where the call's name does for what is left out.
    let span: Span
}
