import FlowTrace
import OpenCombineShim

/// A publisher with its place in the graph.
public final class Flow {
    typealias Stream = AnyPublisher<Value, any Error>

    let stream: Stream
    /// The operator that makes it.
    let node: NodeID?
    /// The place of that operator in the chain.
    let stage: Int
    /// Lets it send, where it waits to be told.
    let connect: (() -> any Cancellable)?
    /// The same, connected with its first subscriber.
    let autoconnected: Stream?

    init(
        _ stream: Stream, node: NodeID?, stage: Int, connect: (() -> any Cancellable)? = nil, autoconnected: Stream? = nil
    ) {
        self.stream = stream
        self.node = node
        self.stage = stage
        self.connect = connect
        self.autoconnected = autoconnected
    }
}
