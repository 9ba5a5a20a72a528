import FlowTestSupport
import FlowTrace
import FlowCombine

@testable import FlowCore
@testable import FlowModel

/// A random pipeline of sources, buffers, filters, maps, pace, flatMap and zip, with a subscriber that asks by chance, on virtual
/// time.
///
/// With probes, every operator is a declared node with a probe on each side; without probes, the tracer must find the operators.
final class RandomPipeline {
    typealias Stream = AnyPublisher<Int, TestFailure>

    let recorder: Recorder
    private var chance: SeededChance
    private let isProbed: Bool
    private let scheduler = VirtualTimeScheduler()
    private let look: (RandomPipeline) -> Void
    private(set) var stages: [String] = []
    private var subscription: (any Subscription)?
    /// OpenCombine's zip must not be released while a value may still arrive.
    private var kept: [any Subscription] = []
    private var labels = 0

    /// Creates a pipeline.
    ///
    /// - Parameters:
    ///   - seed: The seed of its stages; the same seed makes the same pipeline.
    ///   - isProbed: Whether probes stand in it.
    ///   - look: Called at random moments of its life, inside calls too, and at the end.
    init(seed: UInt64, isProbed: Bool, look: @escaping (RandomPipeline) -> Void) {
        chance = SeededChance(seed: seed)
        self.isProbed = isProbed
        self.look = look
        // A tracer also records other threads, which must not ask this scheduler for the time.
        recorder = isProbed ? Recorder(clock: scheduler.clock.traceClock, chunkLimit: 64) : Recorder(chunkLimit: 64)
    }

    /// Builds it and lets its time pass.
    func play() {
        var (stream, node) = source()
        for _ in 0..<(1 + chance.below(5)) { (stream, node) = stage(stream, from: node) }
        end(link(stream, from: node, to: declare(.sink, "subscriber")))
        scheduler.advance(to: VirtualTime(seconds: 20))
        look(self)
        // An operator that still waits or holds values may signal when it is released, and the recorder asks the scheduler for
        // the time.
        scheduler.removeAll()
        subscription = nil
        kept = []
    }

    // MARK: Parts

    private func declare(_ role: NodeFact.Role, _ name: String) -> NodeID? {
        isProbed ? recorder.declareNode(role, name: name) : nil
    }

    private func link(_ stream: Stream, from upstream: NodeID?, to downstream: NodeID?) -> Stream {
        guard isProbed else { return stream }
        labels += 1
        return stream.probe("edge \(labels)", recorder: recorder, upstream: upstream, downstream: downstream)
            .eraseToAnyPublisher()
    }

    private func source() -> (Stream, NodeID?) {
        let node = declare(.source, "source")
        guard chance.oneIn(3) else { return (subject(node), node) }
        stages.append("sequence")
        return ((1...(1 + chance.below(12))).publisher.setFailureType(to: TestFailure.self).eraseToAnyPublisher(), node)
    }

    private func subject(_ node: NodeID?) -> Stream {
        stages.append("subject")
        let subject = PassthroughSubject<Int, TestFailure>()
        let probed = ProbedSubject(subject, label: "source \(labels)", recorder: recorder, node: node)
        var time = 0.0
        for value in 1...(3 + chance.below(15)) {
            time += Double(chance.below(4)) * 0.05
            let sends = { [isProbed] in isProbed ? probed.send(value) : subject.send(value) }
            scheduler.schedule(after: VirtualTime(seconds: time), sends)
        }
        guard chance.oneIn(2) else { return isProbed ? probed.eraseToAnyPublisher() : subject.eraseToAnyPublisher() }
        let completion: Subscribers.Completion<TestFailure> = chance.oneIn(4) ? .failure(TestFailure()) : .finished
        scheduler.schedule(after: VirtualTime(seconds: time)) { [isProbed] in
            isProbed ? probed.send(completion: completion) : subject.send(completion: completion)
        }
        return isProbed ? probed.eraseToAnyPublisher() : subject.eraseToAnyPublisher()
    }

    private func stage(_ stream: Stream, from node: NodeID?) -> (Stream, NodeID?) {
        let name = ["buffer", "filter", "map", "pace", "flatMap", "zip"][chance.below(6)]
        stages.append(name)
        guard name != "buffer" else { return buffer(stream, from: node) }
        let own = declare(.transform, name)
        let input = link(stream, from: node, to: own)
        switch name {
        case "filter":
            let step = 2 + chance.below(3)
            return (input.filter { $0 % step != 0 }.eraseToAnyPublisher(), own)
        case "map": return (input.map { $0 + 1 }.eraseToAnyPublisher(), own)
        case "pace":
            let interval = 0.05 + Double(chance.below(4)) * 0.05
            return (input.pace(.seconds(interval), scheduler: scheduler).eraseToAnyPublisher(), own)
        case "flatMap": return (flatMap(input, own), own)
        default:
            let (other, origin) = source()
            let pairs = input.zip(link(other, from: origin, to: own)).map(+)
            return (pairs.handleEvents(receiveSubscription: { [weak self] in self?.kept.append($0) }).eraseToAnyPublisher(), own)
        }
    }

    private func buffer(_ stream: Stream, from node: NodeID?) -> (Stream, NodeID?) {
        let strategies: [Publishers.BufferingStrategy<TestFailure>] = [.dropNewest, .dropOldest, .customError { TestFailure() }]
        let (size, prefetch) = (1 + chance.below(4), chance.oneIn(3) ? Publishers.PrefetchStrategy.keepFull : .byRequest)
        let whenFull = strategies[chance.below(3)]
        guard let node else {
            return (stream.buffer(size: size, prefetch: prefetch, whenFull: whenFull).eraseToAnyPublisher(), nil)
        }
        // The buffer declares its node when it is made, which is after the probe above it.
        let next = NodeID(rawValue: recorder.declareNode(.transform, name: "unused").rawValue + 1)
        let buffered = link(stream, from: node, to: next)
            .buffer(size: size, prefetch: prefetch, whenFull: whenFull, recorder: recorder)
        precondition(buffered.node == next, "the buffer's node is \(buffered.node), not \(next)")
        return (buffered.eraseToAnyPublisher(), next)
    }

    private func flatMap(_ input: Stream, _ node: NodeID?) -> Stream {
        let limit: Subscribers.Demand = chance.oneIn(3) ? .unlimited : .max(1 + chance.below(3))
        let (kind, scheduler, recorder) = (chance.below(3), scheduler, isProbed ? recorder : nil)
        let innerNode = declare(kind == 1 ? .transform : .source, kind == 1 ? "delay" : "sequence")
        return input.flatMap(maxPublishers: limit) { value -> Stream in
            let values = (value...value + kind).publisher.setFailureType(to: TestFailure.self)
            let inner =
                kind == 1
                ? values.delay(for: .seconds(0.1), scheduler: scheduler).eraseToAnyPublisher() : values.eraseToAnyPublisher()
            guard let recorder else { return inner }
            return inner.probe("inner", recorder: recorder, upstream: innerNode, downstream: node).eraseToAnyPublisher()
        }.eraseToAnyPublisher()
    }

    // MARK: The subscriber

    private func end(_ stream: Stream) {
        let isHungry = chance.oneIn(3)
        stream.subscribe(
            AnySubscriber(
                receiveSubscription: { [self] subscription in
                    self.subscription = subscription
                    subscription.request(isHungry ? .unlimited : .max(1 + chance.below(3)))
                },
                receiveValue: { [self] _ in
                    if chance.oneIn(4) { look(self) }
                    if chance.oneIn(60) { cancel() }
                    if chance.oneIn(6) { subscription?.request(.max(1)) }
                    return chance.oneIn(3) ? .max(1) : .none
                },
                receiveCompletion: { [self] _ in subscription = nil }))
        for _ in 0..<chance.below(8) {
            let demand = Subscribers.Demand.max(1 + chance.below(4))
            scheduler.schedule(after: VirtualTime(seconds: Double(chance.below(40)) * 0.05)) { [self] in
                subscription?.request(demand)
                if chance.oneIn(3) { look(self) }
            }
        }
        if chance.oneIn(5) {
            scheduler.schedule(after: VirtualTime(seconds: Double(chance.below(40)) * 0.05)) { [self] in cancel() }
        }
    }

    private func cancel() {
        let subscription = subscription
        self.subscription = nil
        subscription?.cancel()
    }
}
