/// A checked value with what is known of it.
struct Typed: Sendable {
    var term: Term
    var type: ValueType
    /// The stage whose publisher it is, `nil` where it is no publisher, or nobody can tell whose.
    var origin: Int?
    /// Whether it never ends by itself.
    var isEndless = false

    init(_ term: Term, _ type: ValueType, origin: Int? = nil, isEndless: Bool = false) {
        self.term = term
        self.type = type
        self.origin = origin
        self.isEndless = isEndless
    }
}
