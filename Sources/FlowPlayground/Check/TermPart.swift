/// What a call is called on, or given.
struct TermPart: Sendable {
    var value: Typed
    /// Where it stands; where the call's name does for what is left out.
    let span: Span

    init(_ value: Typed, at span: Span) {
        self.value = value
        self.span = span
    }
}
