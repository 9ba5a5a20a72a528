/// How two numbers are compared in a condition.
public enum Comparison: String, CaseIterable, Hashable, Sendable {
    /// The left one is as large or larger.
    case atLeast = ">="
    /// It is as large or smaller.
    case atMost = "<="
    /// It is larger.
    case more = ">"
    /// It is smaller.
    case less = "<"
    /// They are the same.
    case equal = "="

    /// Whether it holds.
    public func holds(_ left: Int, _ right: Int) -> Bool {
        switch self {
        case .atLeast: left >= right
        case .atMost: left <= right
        case .more: left > right
        case .less: left < right
        case .equal: left == right
        }
    }
}
