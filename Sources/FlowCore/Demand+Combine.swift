import FlowTrace
import OpenCombineShim

extension Demand {
    /// Converts the stream library's demand.
    public init(_ demand: Subscribers.Demand) {
        self = demand.max.map(Demand.max) ?? .unlimited
    }
}
