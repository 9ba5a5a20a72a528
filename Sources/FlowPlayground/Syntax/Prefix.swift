/// An operator before a value.
public enum Prefix: String, CaseIterable, Hashable, Sendable {
    case minus = "-"
    case not = "!"
}
