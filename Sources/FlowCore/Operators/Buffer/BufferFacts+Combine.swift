import FlowCombine
import FlowTrace

extension OverflowPolicy {
    /// `nil` for an unknown strategy.
    init?(_ strategy: Publishers.BufferingStrategy<some Error>) {
        switch strategy {
        case .dropNewest: self = .dropNewest
        case .dropOldest: self = .dropOldest
        case .customError: self = .fail
        #if canImport(Combine)
            @unknown default: return nil
        #endif
        }
    }
}

extension Prefetch {
    /// `nil` for an unknown strategy.
    init?(_ strategy: Publishers.PrefetchStrategy) {
        switch strategy {
        case .keepFull: self = .keepFull
        case .byRequest: self = .byRequest
        #if canImport(Combine)
            @unknown default: return nil
        #endif
        }
    }
}
