import FlowCombine
import FlowTrace

extension OverflowPolicy {
    /// Converts the stream library's strategy; `nil` for an unknown one.
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
    /// Converts the stream library's strategy; `nil` for an unknown one.
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
