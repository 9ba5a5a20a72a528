import FlowOperators

/// The reason that values of one stream wait for another stream in an operator that joins both.
package enum JoinKind: Sendable {
    /// One value of each stream leaves at a time.
    case pairs
    /// The newest values leave, once every stream has sent one.
    case newest

    /// Returns `nil` for an operator without such waits.
    package init?(_ operation: OperatorID?) {
        switch operation {
        case .zip: self = .pairs
        case .combineLatest, .combineLatestSequence: self = .newest
        default: return nil
        }
    }

    /// The number of values of each input that wait for another input.
    ///
    /// - Parameter counts: The number of values of each input.
    package func waiting(of counts: [Int]) -> [Int] {
        let least = counts.min() ?? 0
        switch self {
        case .pairs: return counts.map { $0 - least }
        case .newest: return counts.map { least == 0 ? min($0, 1) : 0 }
        }
    }
}
