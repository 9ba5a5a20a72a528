import OpenCombineShim

/// Stands behind every operator: when the run has stopped, nothing passes any more; and what passes is counted.
///
/// So an operator may be left with any value when a closure faults: no other operator sees it, and none can take it for an error
/// of the stream.
struct Gate<Upstream: Publisher>: Publisher where Upstream.Output == Value, Upstream.Failure == any Error {
    typealias Output = Value
    typealias Failure = any Error

    let upstream: Upstream
    let run: ChainRun
    let stage: Int

    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Value, Downstream.Failure == any Error {
        guard run.subscribe(stage) else { return Empty(completeImmediately: false).subscribe(subscriber) }
        upstream.subscribe(GateSubscriber(run: run, stage: stage, downstream: subscriber))
    }
}
