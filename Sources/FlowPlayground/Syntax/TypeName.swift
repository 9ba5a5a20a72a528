/// A type as it is written.
public indirect enum TypeName: Hashable, Sendable {
    /// `Int`, `Publishers.Map`, `Empty<Int, Never>`.
    case named(String, [TypeName], Span)
    /// `[Int]`.
    case array(TypeName, Span)
    /// `Int?`.
    case optional(TypeName, Span)
    /// `(Int, String)`, and `()`.
    case tuple([TypeName], Span)
    /// `(Int) -> String`.
    case function([TypeName], TypeName, canThrow: Bool, Span)

    /// Where it stands.
    public var span: Span {
        switch self {
        case .named(_, _, let span), .array(_, let span), .optional(_, let span), .tuple(_, let span),
            .function(_, _, _, let span):
            span
        }
    }
}
