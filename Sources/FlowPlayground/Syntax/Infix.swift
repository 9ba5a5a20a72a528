/// An operator between two values.
public enum Infix: String, CaseIterable, Hashable, Sendable {
    case add = "+"
    case subtract = "-"
    case multiply = "*"
    case divide = "/"
    case remainder = "%"
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case greater = ">"
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case and = "&&"
    case or = "||"
    case coalesce = "??"
    case closedRange = "..."
    case range = "..<"

    /// How strongly it binds; Swift's groups, from weak to strong.
    var precedence: Int {
        switch self {
        case .or: 10
        case .and: 20
        case .equal, .notEqual, .less, .greater, .lessOrEqual, .greaterOrEqual: 30
        case .coalesce: 40
        case .closedRange, .range: 45
        case .add, .subtract: 50
        case .multiply, .divide, .remainder: 60
        }
    }

    /// Whether two of its kind may stand side by side, and which is taken first.
    var associativity: Associativity {
        switch precedence {
        case 30, 45: .none
        case 40: .right
        default: .left
        }
    }

    /// Which of two neighbours is taken first.
    enum Associativity {
        case left, right, none
    }
}
