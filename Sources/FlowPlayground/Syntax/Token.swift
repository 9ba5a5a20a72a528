/// A word of the source.
struct Token {
    let kind: TokenKind
    let span: Span
    /// Whether it is the first of its line.
    let startsLine: Bool
}
