/// Why a text is no condition, in one line: the words, and what is expected.
public enum BreakpointError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is none of the conditions.
    case unknown(String)
    /// What a buffer is compared with is no amount.
    case badAmount(String, lane: String)
    /// What demand is compared with is no demand.
    case badDemand(String)
    /// What stands behind `for` is no time.
    case badDuration(String)
    /// A value is compared otherwise than with `=` or `contains`.
    case badValue(String)

    public var description: String {
        switch self {
        case .unknown(let text):
            "'\(text)' is no condition; write 'buffer >= 80%', 'demand = 0 for 2s', 'value = D', 'value contains ab', drop or failure"
        case .badAmount(let text, let lane): "'\(text)' does not fit; \(lane) takes a count or a percentage, for example 8 or 80%"
        case .badDemand(let text): "'\(text)' does not fit; demand takes a count or unlimited, for example 0"
        case .badDuration(let text): "'\(text)' does not fit; for takes a time, for example 2s or 500ms"
        case .badValue(let text): "'\(text)' does not fit; value takes = or contains, and a text"
        }
    }
}
