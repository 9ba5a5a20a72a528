/// What a token is; operators are told apart by Swift's rule of the blanks around them.
enum TokenKind: Equatable {
    case identifier
    /// A word of Swift's that is no name.
    case keyword
    case integer
    case double
    /// A whole string literal with its quotes.
    case string
    /// `$0`.
    case dollar
    /// An operator with blanks on both sides or on none.
    case infixOperator
    /// An operator with a blank before it only.
    case prefixOperator
    /// An operator with a blank after it only.
    case postfixOperator
    case period
    case leftParenthesis, rightParenthesis
    case leftBracket, rightBracket
    case leftBrace, rightBrace
    case comma, colon, semicolon
    /// A `?` with a blank before it.
    case question
    case equal
    case arrow
    case end
}
