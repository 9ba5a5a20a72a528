import FlowCore
import FlowTrace
import OpenCombineShim

/// The streams that operators take and give. Every subscription between them is recorded.
extension OperatorCall {
    typealias Input = AnyPublisher<Value, any Error>

    // MARK: In

    /// The publisher that an operator is called on, or is given.
    func input(_ index: Int = 0) -> Input { inner(arguments[index]) }

    /// The same, for an operator that needs its subscription at once.
    func subscribedInput(_ index: Int = 0) -> Input { EarlySubscription(upstream: input(index)).eraseToAnyPublisher() }

    /// A publisher as this operator subscribes to it.
    func inner(_ value: Value) -> Input {
        guard case .flow(let flow) = value else { return Empty(completeImmediately: false).eraseToAnyPublisher() }
        return probed(flow).eraseToAnyPublisher()
    }

    private func probed(_ flow: Flow) -> Publishers.Probe<Flow.Stream> {
        let own = site.stage.map { run.chain.stages[$0] }
        let label = own.flatMap { $0.isSink ? $0.label : nil } ?? run.chain.stages[flow.stage].linkLabel
        let probe = flow.stream.probe(label, recorder: run.recorder, upstream: flow.node, downstream: node)
        run.observe(probe.edge, of: flow.stage)
        return probe
    }

    // MARK: Out

    private var stage: Int { site.stage ?? 0 }

    /// The publisher that an operator makes.
    func flow<P: Publisher>(_ publisher: P, node: NodeID? = nil) -> Value where P.Output == Value, P.Failure == any Error {
        .flow(
            Flow(Gate(upstream: publisher, run: run, stage: stage).eraseToAnyPublisher(), node: node ?? self.node, stage: stage))
    }

    /// The publisher that an operator makes, which cannot fail.
    func flow<P: Publisher>(_ publisher: P) -> Value where P.Output == Value, P.Failure == Never {
        flow(publisher.setFailureType(to: (any Error).self))
    }

    func sequence(_ values: [Value]) -> Value { flow(values.publisher) }

    func numbers() -> Value {
        // Lazily: a range may be longer than memory.
        flow(Publishers.Sequence<LazyMapSequence<Range<Int>, Value>, any Error>(sequence: range(0).lazy.map(Value.int)))
    }

    func connectable<P: Publisher>(_ publisher: P) -> Value where P.Output == Value, P.Failure == Never {
        connectable(publisher.setFailureType(to: (any Error).self).multicast(subject: InOrderSubject()))
    }

    func connectable<P: ConnectablePublisher>(_ publisher: P) -> Value where P.Output == Value, P.Failure == any Error {
        let flow = Flow(
            Gate(upstream: publisher, run: run, stage: stage).eraseToAnyPublisher(), node: node, stage: stage,
            connect: { publisher.connect() }, autoconnected: publisher.autoconnect().eraseToAnyPublisher())
        return .flow(flow)
    }

    func connect() -> Value {
        guard case .flow(let flow) = arguments[0], let connect = flow.connect else { return .void }
        let connection = connect()
        run.retain(connection)
        return .cancellable(AnyCancellable(connection))
    }

    func autoconnect() -> Value {
        guard case .flow(let flow) = arguments[0], let stream = flow.autoconnected else { return arguments[0] }
        return self.flow(inner(.flow(Flow(stream, node: flow.node, stage: flow.stage))))
    }

    // MARK: Sources

    func marbles(unit: VirtualTime.Stride, failure: FlowError?) throws(Stop) -> Value {
        let script = try script(canFail: failure != nil)
        let unit = isOmitted(1) ? unit : duration(1)
        let marbles = Publishers.Marbles(script, unit: unit, scheduler: scheduler, failure: failure ?? FlowError(""))
            .recorded(run.chain.stages[stage].label, recorder: run.recorder, node: node)
        return flow(marbles.map(Value.text).mapError { $0 as any Error })
    }

    private func script(canFail: Bool) throws(Stop) -> MarbleScript {
        let script: MarbleScript
        do {
            script = try MarbleScript(string(0))
        } catch {
            throw .fault(Problem(span(0), error.description))
        }
        guard canFail || !script.fails else {
            throw .fault(Problem(span(0), "these marbles fail; say with which error, for example failure: FlowError(\"failed\")"))
        }
        return script
    }

    /// A source that the user sends through.
    func input(named name: String, of type: ValueType) -> Value {
        let subject = ProbedSubject(
            InOrderSubject<Value, any Error>(), label: run.chain.stages[stage].label, recorder: run.recorder, node: node)
        run.add(
            ChainInput(
                name: run.chain.name(ofInput: stage) ?? name, type: type, send: { subject.send($0) },
                complete: { subject.send(completion: .finished) }))
        return flow(subject)
    }

    /// A source with an initial value that the user sends through.
    func currentValue(of type: ValueType) -> Value {
        let subject = CurrentValueSubject<Value, any Error>(arguments[0])
        run.add(
            ChainInput(
                name: run.chain.name(ofInput: stage) ?? "CurrentValueSubject", type: type, send: { subject.send($0) },
                complete: { subject.send(completion: .finished) }))
        let source = subject.probe(
            run.chain.stages[stage].label, as: .source, recorder: run.recorder, upstream: node, downstream: node)
        return flow(source)
    }

    // MARK: Buffers

    func buffer(size: Int, keepsFull: Bool, whenFull: Publishers.BufferingStrategy<any Error>) -> Value {
        let label = run.chain.stages[stage].label
        let buffer = input().buffer(
            size: size, prefetch: keepsFull ? .keepFull : .byRequest, whenFull: whenFull, label: label, recorder: run.recorder)
        return flow(buffer, node: buffer.node)
    }

    func replay(capacity: Int) -> Value {
        let label = run.chain.stages[stage].label
        let replay = input().shareReplay(capacity: capacity, label: label, recorder: run.recorder)
        return flow(replay, node: replay.node)
    }

    // MARK: Sinks

    func sink(completion: Int?, value: Int?) -> Value {
        let onCompletion: ([Value]) -> Void = completion.map(effect) ?? { _ in }
        let onValue: ([Value]) -> Void = value.map(effect) ?? { _ in }
        let (run, stage) = (run, stage)
        let cancellable = input().sink(
            receiveCompletion: { completion in
                run.record(completion: completion, at: stage)
                onCompletion([Value(completion)])
            },
            receiveValue: { value in
                run.record(value.description, at: stage)
                onValue([value])
            })
        run.retain(cancellable)
        return .cancellable(cancellable)
    }

    func pausableSink(completion: Int?, value: Int) -> Value {
        guard case .flow(let flow) = arguments[0] else { return .void }
        let onCompletion: ([Value]) -> Void = completion.map(effect) ?? { _ in }
        let test = test(value)
        let chain = probed(flow)
        let pause = PauseControl(recorder: run.recorder, edge: chain.edge, scheduler: scheduler)
        let sink = chain.pausableSink { [run, stage] completion in
            run.record(completion: completion, at: stage)
            pause.end()
            onCompletion([Value(completion)])
        } receiveValue: { [run, stage] value in
            run.record(value.description, at: stage)
            let goesOn = test(value)
            if !goesOn, !run.isStopped { pause.recordPause() }
            return goesOn
        }
        pause.sink = sink
        run.add(pause)
        // An AnyCancellable that is released cancels.
        let cancellable = AnyCancellable(sink)
        run.retain(cancellable)
        return .cancellable(cancellable)
    }
}

/// A publisher, and where it is in the graph and in the chain.
public final class Flow {
    typealias Stream = AnyPublisher<Value, any Error>

    let stream: Stream
    /// The operator that makes it.
    let node: NodeID?
    /// The index of that operator among the stages.
    let stage: Int
    let connect: (() -> any Cancellable)?
    /// The same publisher, connected with its first subscriber.
    let autoconnected: Stream?

    init(_ stream: Stream, node: NodeID?, stage: Int, connect: (() -> any Cancellable)? = nil, autoconnected: Stream? = nil) {
        self.stream = stream
        self.node = node
        self.stage = stage
        self.connect = connect
        self.autoconnected = autoconnected
    }
}
