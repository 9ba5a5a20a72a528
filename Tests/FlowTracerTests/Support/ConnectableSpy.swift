import OpenCombineShim

/// A spy on a publisher that wants to be connected.
struct ConnectableSpy<Upstream: ConnectablePublisher>: ConnectablePublisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    private let upstream: Upstream
    private let spy: Spy<Upstream>

    init(_ upstream: Upstream, _ spy: Spy<Upstream>) {
        (self.upstream, self.spy) = (upstream, spy)
    }

    func receive<Downstream: Subscriber>(subscriber: Downstream) where Downstream.Input == Output, Downstream.Failure == Failure {
        spy.subscribe(subscriber)
    }

    func connect() -> any Cancellable {
        upstream.connect()
    }
}
