import FlowTrace
import OpenCombineShim

extension Demand {
    /// The same demand as the stream library has it.
    public init(_ demand: Subscribers.Demand) {
        self = demand.max.map(Demand.max) ?? .unlimited
    }
}
