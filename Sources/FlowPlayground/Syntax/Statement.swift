/// A step of a program or of a closure.
public enum Statement: Hashable, Sendable {
    /// `let name: Type = value`; the span is the name's.
    indirect case constant(String, Span, TypeName?, Expression)
    /// A value by itself.
    case expression(Expression)
    /// `return value`; the span is the word's.
    case result(Expression?, Span)
    /// `throw error`; the span is the word's.
    case failure(Expression, Span)
    /// `if condition { … } else { … }`; the span is the word's.
    indirect case condition(Expression, [Statement], else: [Statement]?, Span)
}
