import OpenCombineShim

/// How the ends of a pipeline ask for values.
enum Appetite: CaseIterable, Sendable {
    /// Everything at once.
    case unlimited
    /// One, and one more for every value, as what `receive(_:)` returns.
    case returning
    /// Two, and one more inside every second value.
    case requesting
    /// Three and no more.
    case three
    /// Everything, until a cancel inside the second value.
    case cancelling

    var first: Subscribers.Demand {
        switch self {
        case .unlimited, .cancelling: .unlimited
        case .returning: .max(1)
        case .requesting: .max(2)
        case .three: .max(3)
        }
    }
}
