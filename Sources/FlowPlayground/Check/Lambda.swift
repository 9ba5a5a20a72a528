/// A checked closure.
struct Lambda: Sendable {
    /// How many values it is given.
    let arity: Int
    /// Whether it is given a tuple, whose elements it names one by one.
    let splats: Bool
    /// What it does.
    let body: [Step]
}
