/// The closure that is being checked.
struct Frame {
    /// The operator that it is handed to.
    let owner: String
    /// The place of `$0` among the names.
    let base: Int
    /// The types of `$0`, `$1`…
    let types: [ValueType]
    /// Whether it may throw.
    let canThrow: Bool
    /// What it has to return.
    let result: ValueType
    /// What the variables of the operator's signature stand for by now.
    var bindings: Bindings
    /// The stage whose publisher it returns.
    var origin: Int?
    /// Whether what it returns never ends by itself.
    var isEndless = false
    /// Whether a value has been returned.
    var hasResult = false
}
