extension Expression {
    /// Whether a closure behind it is handed to it: Swift hands none to literals, and none to a call that has nothing but closures.
    var takesClosure: Bool {
        switch self {
        case .integer, .double, .string, .boolean, .null, .array: false
        case .call(let call): call.parentheses != nil
        default: true
        }
    }
}
