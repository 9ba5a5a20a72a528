/// A statement of a program or of a closure.
public enum Statement: Hashable, Sendable {
    /// `let name: Type = value`, or the same with `var`, with the span of the name.
    indirect case constant(String, Span, TypeName?, Expression, isVariable: Bool)
    /// `subject.value = value`, with the span of the `=`.
    case assignment(Expression, Expression, Span)
    case expression(Expression)
    /// `return value`, with the span of the keyword.
    case result(Expression?, Span)
    /// `throw error`, with the span of the keyword.
    case failure(Expression, Span)
    /// `if condition { … } else { … }`, with the span of the keyword.
    indirect case condition(Expression, [Statement], else: [Statement]?, Span)
    /// `import Combine`, which has no effect.
    case imported(String, Span)
}

extension Statement {
    /// Its values, except the ones in its blocks.
    var values: [Expression] {
        switch self {
        case .constant(_, _, _, let value, _), .expression(let value), .failure(let value, _), .result(let value?, _),
            .condition(let value, _, else: _, _):
            [value]
        case .assignment(let place, let value, _): [place, value]
        case .result(nil, _), .imported: []
        }
    }

    /// Its blocks.
    var blocks: [[Statement]] {
        if case .condition(_, let body, else: let other, _) = self { [body, other ?? []] } else { [] }
    }
}
