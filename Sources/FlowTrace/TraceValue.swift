/// A value as a trace holds it: typed where that is cheap, text otherwise.
public enum TraceValue: Hashable, Sendable, CustomStringConvertible {
    /// An integer that fits 64 bits.
    case int(Int)
    /// A floating-point number.
    case double(Double)
    /// A truth value.
    case bool(Bool)
    /// Text: a string, or a description of another value.
    case string(String)

    /// The text of the value, unsanitised: it may hold anything the traced program put there.
    public var description: String {
        switch self {
        case .int(let number): String(number)
        case .double(let number): String(number)
        case .bool(let truth): truth ? "true" : "false"
        case .string(let text): text
        }
    }
}
