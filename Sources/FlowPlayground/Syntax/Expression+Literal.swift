extension Expression {
    /// Whether it is a literal, behind which Swift takes no closure.
    var isLiteral: Bool {
        switch self {
        case .integer, .double, .string, .boolean, .null, .array: true
        default: false
        }
    }
}
