import FlowTrace

/// A trace of hook records, written as a tracer writes them.
struct HookTrace {
    let recorder: Recorder

    private static let subscription: UInt32 = 100

    /// - Parameter clock: Nanoseconds since the start.
    init(_ path: String, isRing: Bool = false, clock: @escaping @Sendable () -> UInt64 = { 1_000_000 }) throws {
        recorder = try Recorder(
            file: path, options: TraceFileOptions(size: 1 << 20, isRing: isRing), command: ["App"], clock: .custom(clock))
        for (tag, name) in [(1, "Subject"), (2, "Sink"), (3, "Map"), (4, "Int")] as [(UInt32, String)] {
            recorder.record(name: name, of: tag)
        }
    }

    /// Lets a subscriber subscribe to a publisher, receive a subscription, and request three values.
    ///
    /// - Parameters:
    ///   - parent: The subscription whose operator the subscriber serves.
    ///   - body: The publisher's work before it hands over the subscription.
    func subscribe(_ subscriber: UInt64, handed subscription: UInt64, parent: UInt64? = nil, _ body: () -> Void = {}) {
        let (key, ticket) = (HookKey(id: subscriber, tag: 2), HookKey(id: subscription, tag: HookTrace.subscription))
        recorder.record(.willSubscribe, key)
        recorder.record(.publisherType, HookKey(id: 0, tag: 1))
        recorder.record(.subscriberType, HookKey(id: 0, tag: 2))
        recorder.record(.valueType, HookKey(id: 0, tag: 4))
        if let parent { recorder.record(.parentSubscription, HookKey(id: parent, tag: 0)) }
        body()
        recorder.record(.subscription, ticket)
        recorder.record(.willSubscription, key, word: subscription)
        recorder.record(.willRequest, ticket, word: 3)
        recorder.record(.didRequest, ticket)
        recorder.record(.didSubscription, key)
        recorder.record(.didSubscribe, key)
    }

    /// Cancels a subscription.
    func cancel(_ subscription: UInt64) {
        let ticket = HookKey(id: subscription, tag: HookTrace.subscription)
        recorder.record(.willCancel, ticket)
        recorder.record(.didCancel, ticket)
    }

    /// Delivers a value to a subscriber, which performs `body`.
    func send(_ value: Int, to subscriber: UInt64, _ body: () -> Void = {}) {
        recorder.record(.willValue, HookKey(id: subscriber, tag: 2), value: .int(value))
        body()
        recorder.record(.didValue, HookKey(id: subscriber, tag: 2))
    }
}
