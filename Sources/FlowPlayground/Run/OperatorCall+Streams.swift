import FlowCore
import FlowTrace
import FlowCombine

/// The inputs and outputs of operators. Every subscription between them is recorded.
extension OperatorCall {
    typealias Input = AnyPublisher<Value, any Error>

    // MARK: In

    /// The publisher that is an operator's receiver or argument.
    func input(_ index: Int = 0) -> Input { inner(arguments[index]) }

    /// The publisher that is the operator's receiver, for an operator that declared its own node.
    func input(into node: NodeID) -> Input {
        guard case .flow(let flow) = arguments[0] else { return input() }
        return probed(flow, into: node).eraseToAnyPublisher()
    }

    /// The publisher that is an operator's receiver or argument, for an operator that needs its subscription immediately.
    func subscribedInput(_ index: Int = 0) -> Input { EarlySubscription(upstream: input(index)).eraseToAnyPublisher() }

    /// A publisher with the gates and probes of this operator's subscription.
    func inner(_ value: Value) -> Input {
        guard case .flow(let flow) = value else { return Empty(completeImmediately: false).eraseToAnyPublisher() }
        return probed(flow, into: node).eraseToAnyPublisher()
    }

    private func probed(_ flow: RecordedPublisher, into node: NodeID?) -> Publishers.Probe<RecordedPublisher.Stream> {
        let own = site.stage.map { run.chain.stages[$0] }
        let label = own.flatMap { $0.isSink ? $0.label : nil } ?? run.chain.stages[flow.stage].linkLabel
        let probe = flow.stream.probe(label, recorder: run.recorder, upstream: flow.node, downstream: node)
        run.observe(probe.edge, of: flow.stage)
        return probe
    }

    // MARK: Out

    private var stage: Int { site.stage ?? 0 }

    /// The publisher made by an operator.
    func flow<P: Publisher>(_ publisher: P, node: NodeID? = nil) -> Value where P.Output == Value, P.Failure == any Error {
        .flow(
            RecordedPublisher(
                RunLimitGate(upstream: publisher, run: run, stage: stage).eraseToAnyPublisher(), node: node ?? self.node,
                stage: stage))
    }

    /// The publisher made by an operator that cannot fail.
    func flow<P: Publisher>(_ publisher: P) -> Value where P.Output == Value, P.Failure == Never {
        flow(publisher.setFailureType(to: (any Error).self))
    }

    func sequence(_ values: [Value]) -> Value { flow(values.publisher) }

    func numbers() -> Value {
        // Makes the numbers lazily, since a range may not fit in memory.
        guard case .range(let range, let isClosed) = arguments[0] else { return .void }
        return flow(Publishers.Sequence<NumberRange, any Error>(sequence: NumberRange(range: range, isClosed: isClosed)))
    }

    func connectable<P: Publisher>(_ publisher: P) -> Value where P.Output == Value, P.Failure == Never {
        connectable(publisher.setFailureType(to: (any Error).self).multicast(subject: InOrderSubject()))
    }

    func connectable<P: ConnectablePublisher>(_ publisher: P) -> Value where P.Output == Value, P.Failure == any Error {
        let flow = RecordedPublisher(
            RunLimitGate(upstream: publisher, run: run, stage: stage).eraseToAnyPublisher(), node: node, stage: stage,
            connect: { publisher.connect() }, autoconnected: publisher.autoconnect().eraseToAnyPublisher())
        return .flow(flow)
    }

    func connect() -> Value {
        guard case .flow(let flow) = arguments[0], let connect = flow.connect else { return .void }
        let connection = AnyCancellable(connect())
        run.register(connection)
        return .cancellable(connection)
    }

    func autoconnect() -> Value {
        guard case .flow(let flow) = arguments[0], let stream = flow.autoconnected else { return arguments[0] }
        return self.flow(inner(.flow(RecordedPublisher(stream, node: flow.node, stage: flow.stage))))
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

    /// A source through which the user and the chain send.
    func input(named name: String, of type: ValueType) -> Value {
        let subject = ProbedSubject(
            InOrderSubject<Value, any Error>(), label: run.chain.stages[stage].label, recorder: run.recorder, node: node)
        let link = SubjectLink(
            send: { subject.send($0) }, complete: { subject.send(completion: $0) }, current: nil)
        return self.subject(subject, link, named: name, of: type)
    }

    /// A source through which the user and the chain send, with an initial value.
    func currentValue(of type: ValueType) -> Value {
        let subject = CurrentValueSubject<Value, any Error>(arguments[0])
        let source = subject.probe(
            run.chain.stages[stage].label, as: .source, recorder: run.recorder, upstream: node, downstream: node)
        let link = SubjectLink(
            send: { subject.send($0) }, complete: { subject.send(completion: $0) }, current: { subject.value })
        return self.subject(source, link, named: "CurrentValueSubject", of: type)
    }

    private func subject<P: Publisher>(_ publisher: P, _ link: SubjectLink, named name: String, of type: ValueType) -> Value
    where P.Output == Value, P.Failure == any Error {
        run.add(
            ChainInput(
                name: run.chain.name(ofInput: stage) ?? name, type: type, send: link.send, complete: { link.complete(.finished) })
        )
        let gate = RunLimitGate(upstream: publisher, run: run, stage: stage).eraseToAnyPublisher()
        return .flow(RecordedPublisher(gate, node: node, stage: stage, subject: link))
    }

    // MARK: Subjects

    private var link: SubjectLink? {
        if case .flow(let flow) = arguments[0] { flow.subject } else { nil }
    }

    func send(_ value: Value) -> Value {
        link?.send(value)
        return .void
    }

    /// Ends a subject's stream.
    func complete() -> Value {
        if case .completion(let error) = arguments[1] { link?.complete(error.map { .failure(run.error($0)) } ?? .finished) }
        return .void
    }

    var current: Value { link?.current?() ?? .void }

    // MARK: Looking

    /// The receiver, with closures that its signals call.
    ///
    /// - Parameters: The indices of the closures; `nil` for none.
    func handlingEvents(
        output: Int, completion: Int, cancel: Int, subscription: Int? = nil, request: Int? = nil
    ) -> Publishers.HandleEvents<RecordedPublisher.Stream> {
        let run = run
        let (output, completion, cancel) = (effect(output), effect(completion), effect(cancel))
        let (subscription, request) = (subscription.map { effect($0) }, request.map { effect($0) })
        return input().eraseToAnyPublisher().handleEvents(
            receiveSubscription: { _ in subscription?([.text("Subscription")]) }, receiveOutput: { output([$0]) },
            receiveCompletion: { completion([run.value(of: $0)]) }, receiveCancel: { cancel([]) },
            receiveRequest: { request?([.demand($0)]) })
    }

    /// The receiver, with its signals printed.
    func printing() -> Value {
        guard case .flow(let flow) = arguments[0] else { return arguments[0] }
        let printed = flow.stream.print(isOmitted(1) ? "" : string(1), to: RunPrinter(run: run)).eraseToAnyPublisher()
        return .flow(RecordedPublisher(printed, node: flow.node, stage: flow.stage))
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
        let (run, onCompletion, onValue) = (run, completion.map(effect), value.map(effect))
        return sink {
            onCompletion?([run.value(of: $0)])
        } receiveValue: {
            onValue?([$0])
        }
    }

    /// A sink that sends its values through a subject.
    func relay() -> Value {
        guard case .flow(let flow) = arguments[1], let subject = flow.subject else { return .void }
        return sink(receiveCompletion: subject.complete, receiveValue: subject.send)
    }

    private func sink(
        receiveCompletion: @escaping (Subscribers.Completion<any Error>) -> Void, receiveValue: @escaping (Value) -> Void
    ) -> Value {
        let (run, stage) = (run, stage)
        let cancellable = input().sink { completion in
            run.record(completion: completion, at: stage)
            receiveCompletion(completion)
        } receiveValue: { value in
            run.record(value.description, at: stage)
            receiveValue(value)
        }
        run.register(cancellable)
        return .cancellable(cancellable)
    }

    func pausableSink(completion: Int?, value: Int) -> Value {
        guard case .flow(let flow) = arguments[0] else { return .void }
        let onCompletion: ([Value]) -> Void = completion.map(effect) ?? { _ in }
        let test = test(value)
        let chain = probed(flow, into: node)
        let pause = PauseControl(recorder: run.recorder, edge: chain.edge, scheduler: scheduler)
        let sink = chain.pausableSink { [run, stage] completion in
            run.record(completion: completion, at: stage)
            pause.end()
            onCompletion([run.value(of: completion)])
        } receiveValue: { [run, stage] value in
            run.record(value.description, at: stage)
            let goesOn = test(value)
            if !goesOn, !run.isStopped { pause.recordPause() }
            return goesOn
        }
        pause.sink = sink
        run.add(pause)
        // An AnyCancellable cancels when it is released.
        let cancellable = AnyCancellable(sink)
        run.register(cancellable)
        return .cancellable(cancellable)
    }
}

/// The input of a subject.
struct SubjectLink {
    let send: (Value) -> Void
    let complete: (Subscribers.Completion<any Error>) -> Void
    /// Its current value; `nil` if it has none.
    let current: (() -> Value)?
}

/// A publisher with its node in the graph and its stage in the chain.
public final class RecordedPublisher {
    typealias Stream = AnyPublisher<Value, any Error>

    let stream: Stream
    /// The operator that makes it.
    let node: NodeID?
    /// The index of that operator among the stages.
    let stage: Int
    let connect: (() -> any Cancellable)?
    /// The same publisher, connected automatically when its first subscriber arrives.
    let autoconnected: Stream?
    /// Its input, if it is a subject.
    let subject: SubjectLink?

    init(
        _ stream: Stream, node: NodeID?, stage: Int, connect: (() -> any Cancellable)? = nil, autoconnected: Stream? = nil,
        subject: SubjectLink? = nil
    ) {
        self.subject = subject
        self.stream = stream
        self.node = node
        self.stage = stage
        self.connect = connect
        self.autoconnected = autoconnected
    }
}

/// The numbers of a range, with the range's description in Swift.
struct NumberRange: Sequence, CustomStringConvertible {
    let range: Range<Int>
    let isClosed: Bool

    var description: String { Value.range(range, isClosed: isClosed).description }

    func makeIterator() -> some IteratorProtocol<Value> { range.lazy.map(Value.int).makeIterator() }
}

/// Passes the output of the operator `print` to the run.
struct RunPrinter: TextOutputStream {
    let run: ChainRun

    mutating func write(_ text: String) { run.didPrint(text) }
}
