/// What a signature asks of its variables beyond its types.
enum Constraint: Hashable, Sendable {
    /// Two of the type can be compared with `==`.
    case equatable(ValueType)
    /// Two of the type can be compared with `<`.
    case comparable(ValueType)
    /// The type is an error.
    case error(ValueType)
    /// Two failures are the same, or one of them is `Never`; the first variable then stands for the other one.
    case joined(Int, ValueType)
}
