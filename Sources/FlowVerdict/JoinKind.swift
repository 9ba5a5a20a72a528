import FlowOperators

/// How an operator that joins several streams lets the values of some wait for those of others.
package enum JoinKind: Sendable {
    /// One value of each goes out at a time.
    case pairs
    /// The newest values go out, once every stream has sent one.
    case newest

    /// `nil` for an operator in which none waits for another stream.
    package init?(_ operation: OperatorID?) {
        switch operation {
        case .zip: self = .pairs
        case .combineLatest, .combineLatestSequence: self = .newest
        default: return nil
        }
    }

    /// How many values of each input wait for those of another.
    ///
    /// - Parameter counts: How many values each input has brought.
    package func waiting(of counts: [Int]) -> [Int] {
        let least = counts.min() ?? 0
        switch self {
        case .pairs: return counts.map { $0 - least }
        case .newest: return counts.map { least == 0 ? min($0, 1) : 0 }
        }
    }
}
