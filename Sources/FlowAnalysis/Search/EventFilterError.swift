import FlowTrace

/// Why what was typed is no filter.
public enum EventFilterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing was typed.
    case empty
    /// What follows `kind:` is no kind of event.
    case unknownKind(String)

    public var description: String {
        switch self {
        case .empty: "nothing to look for; type a value's text, kind:dropped or lane:buffer"
        case .unknownKind(let name):
            "no kind '\(name)'; kinds are \(SignalKind.allCases.filter { $0 != .causeLink }.map(\.name).joined(separator: ", "))"
        }
    }
}
