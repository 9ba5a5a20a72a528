import FlowCore
import FlowOperators
import FlowTrace
import FlowCombine

/// One run of a chain: builds it from OpenCombine's operators and FlowCore's, and records its events.
///
/// - Important: Use it only on the scheduler's thread.
public final class ChainRun: Cancellable {
    public let chain: Chain
    let scheduler: VirtualTimeScheduler
    let recorder: Recorder
    /// The problem that stopped the run; `nil` if none did.
    public private(set) var problem: Problem?

    /// Called with each value and end that a sink receives.
    public var whenOutput: ((ChainOutput) -> Void)?
    /// Called with the chain's printed text, including newlines.
    public var whenPrinted: ((String) -> Void)?

    let memory = MemoryUse()
    private let limits: RunLimits
    private var load: ResourceUsage
    /// The values that gates are passing on; the last one is the furthest downstream.
    private var valuesInTransit: [Value] = []
    /// The last observed edge out of each stage.
    private var edges: [Int: EdgeID] = [:]
    private var lastEdge: EdgeID?
    /// The objects retained by top-level statements: unnamed subscriptions and connections.
    private var cancellables: [any Cancellable] = []
    /// All subscriptions of sinks and connections.
    private var subscriptions: [WeakCancellable] = []
    /// The values of the chain's names, during and after the run.
    private var names: [Value] = []
    private var kept: [any Subscription] = []
    private var inputs: [ChainInput] = []
    private var pauses: [PauseControl] = []
    private let whenStopped: (Problem) -> Void

    /// Creates a run that has not begun.
    ///
    /// - Parameters:
    ///   - chain: A checked chain.
    ///   - scheduler: A scheduler at its start.
    ///   - recorder: A recorder on the scheduler's clock.
    ///   - limits: The limits of the run.
    ///   - whenStopped: Called with the reason if the run stops.
    public init(
        _ chain: Chain, scheduler: VirtualTimeScheduler, recorder: Recorder, limits: RunLimits = RunLimits(),
        whenStopped: @escaping (Problem) -> Void = { _ in }
    ) {
        self.chain = chain
        self.scheduler = scheduler
        self.recorder = recorder
        self.limits = limits
        self.whenStopped = whenStopped
        load = ResourceUsage(limits: limits)
    }

    /// Builds the chain and subscribes to it at the current moment.
    public func start() {
        proceed(Evaluator(run: self), from: 0)
    }

    /// Runs the top-level steps from `first` up to the next wait.
    private func proceed(_ evaluator: Evaluator, from first: Int) {
        var evaluator = evaluator
        do throws(Stop) {
            for index in first..<chain.steps.count {
                guard case .wait(let term, let span) = chain.steps[index] else {
                    try evaluator.perform(chain.steps[index])
                    continue
                }
                let date = try evaluator.end(of: evaluator.evaluate(term), at: span)
                names = evaluator.locals
                return whenAllIsDone(at: date) { [weak self, evaluator] in self?.proceed(evaluator, from: index + 1) }
            }
        } catch {
            stop(error, at: nil)
        }
        names = evaluator.locals
    }

    /// Runs `action` at `date`, after all other work due then.
    private func whenAllIsDone(at date: VirtualTime, _ action: @escaping () -> Void) {
        scheduler.schedule(after: date, tolerance: .zero, options: nil) { [weak self] in
            guard let self, !isStopped else { return }
            guard let next = scheduler.nextDeadline, next <= date else { return action() }
            whenAllIsDone(at: date, action)
        }
    }

    /// Cancels all subscriptions, the last one first.
    public func cancel() {
        let all = subscriptions.reversed()
        cancellables = []
        subscriptions = []
        names = []
        inputs = []
        pauses = []
        all.forEach { $0.cancellable?.cancel() }
        kept = []
    }

    // MARK: Stopping

    var isStopped: Bool { problem != nil }

    /// Stops the run. Only the first reason counts.
    ///
    /// - Parameter stage: The failed operator. Its input value is recorded as dropped with an error.
    func stop(_ reason: Stop, at stage: Int?) {
        guard problem == nil else { return }
        let problem =
            switch reason {
            case .fault(let problem): problem
            case .thrown(let error): Problem(Span(0, 0), "nothing handles the error '\(error)'")
            }
        self.problem = problem
        let edge = stage.flatMap { edges[$0] }
        if let edge, let value = valuesInTransit.last {
            recorder.record(.dropped, on: edge, value: TraceValue.describing(value), reason: .error)
        }
        // Cancels later, since operators are still on the stack.
        scheduler.schedule { [weak self] in
            guard let self else { return }
            // The stop is neither a completion nor a cancel: its reason is reported before everything is cancelled.
            if let edge = edge ?? lastEdge {
                recorder.record(.note, on: edge, value: .string("The run stops: \(problem.message)."))
            }
            cancel()
        }
        whenStopped(problem)
    }

    func observe(_ edge: EdgeID, of stage: Int) {
        edges[stage] = edge
        lastEdge = edge
    }

    /// Counts a signal out of a stage.
    ///
    /// - Returns: Whether it may pass. If so, ``leave()`` must follow.
    func enter(_ stage: Int) -> Bool {
        guard !isStopped else { return false }
        guard let excess = load.enter(at: scheduler.now.nanoseconds) else { return true }
        stop(.fault(Problem(chain.stages[stage].span, excess)), at: stage)
        load.leave()
        return false
    }

    /// Passes a value out of a stage, if allowed.
    ///
    /// - Returns: The result of `deliver`; `nil` if the value may not pass.
    func pass<Result>(_ value: Value, outOf stage: Int, _ deliver: () -> Result) -> Result? {
        guard enter(stage) else { return nil }
        valuesInTransit.append(value)
        defer {
            valuesInTransit.removeLast()
            leave()
        }
        return deliver()
    }

    /// Counts a subscription to a stage.
    ///
    /// - Returns: Whether it is allowed.
    func subscribe(_ stage: Int) -> Bool {
        guard !isStopped else { return false }
        guard let excess = load.subscribe() else { return true }
        stop(.fault(Problem(chain.stages[stage].span, excess)), at: stage)
        return false
    }

    func leave() { load.leave() }

    /// Reports a value or an end received by a sink.
    func record(_ text: String, at stage: Int) {
        whenOutput?(ChainOutput(time: scheduler.now, sink: chain.stages[stage].label, text: text))
    }

    func record(completion: Subscribers.Completion<any Error>, at stage: Int) {
        switch completion {
        case .finished: record("finished", at: stage)
        case .failure(let error): record("failure \(value(of: error))", at: stage)
        }
    }

    /// Passes on printed text.
    func didPrint(_ text: String) { whenPrinted?(text) }

    // MARK: Errors

    /// Converts a value to an error of a stream.
    func error(_ value: Value) -> any Error {
        if case .error(let error) = value { error } else { FlowError(value.description) }
    }

    /// Converts an error of a stream to a value.
    func value(of error: any Error) -> Value { .error(FlowError(error)) }

    func value(of completion: Subscribers.Completion<any Error>) -> Value {
        if case .failure(let error) = completion { .completion(value(of: error)) } else { .completion(nil) }
    }

    // MARK: Work

    /// Counts a call of a closure for one element of an array.
    func countStep(at span: Span) throws(Stop) {
        if isStopped { throw .fault(Problem(span, "the run has stopped")) }
        if let excess = load.step(at: scheduler.now.nanoseconds) { throw .fault(Problem(span, excess)) }
    }

    // MARK: Memory

    /// Makes a text, and counts its memory if it is large.
    func text(_ text: String, at span: Span) throws(Stop) -> Value {
        let bytes = text.utf8.count
        guard bytes <= limits.text else {
            throw .fault(Problem(span, "a text of \(bytes) bytes is too long: the limit is \(limits.text)"))
        }
        return .string(text, try charge(bytes, at: span))
    }

    /// Makes an array, and counts its memory if it is large.
    func list(_ elements: [Value], at span: Span) throws(Stop) -> Value {
        guard elements.count <= limits.elements else {
            throw .fault(Problem(span, "an array of \(elements.count) elements is too long: the limit is \(limits.elements)"))
        }
        return .array(elements, try charge(elements.count * MemoryLayout<Value>.stride, at: span))
    }

    /// Makes a tuple, and counts its memory if it is large.
    func tuple(_ elements: [Value], at span: Span) throws(Stop) -> Value {
        .tuple(elements, try charge(elements.count * MemoryLayout<Value>.stride, at: span))
    }

    /// Charges for large values. The limit on signals bounds the number of small ones.
    private func charge(_ bytes: Int, at span: Span) throws(Stop) -> ResourceMeter? {
        guard bytes > 4 * MemoryLayout<Value>.stride else { return nil }
        if let excess = load.make(bytes, held: memory.bytes, at: scheduler.now.nanoseconds) {
            throw .fault(Problem(span, excess))
        }
        return ResourceMeter(bytes, to: memory)
    }

    // MARK: Retained objects

    /// Retains an unnamed subscription.
    func retain(_ cancellable: any Cancellable) { cancellables.append(cancellable) }

    /// Registers a subscription retained elsewhere, to be cancelled at the end of the run.
    func register(_ cancellable: AnyCancellable) { subscriptions.append(WeakCancellable(cancellable: cancellable)) }

    /// Retains the subscription of a `zip` until the run ends: otherwise OpenCombine's upstreams call it after its release.
    func keep(_ subscription: any Subscription, of stage: Int) {
        if chain.stages[stage].operation == .zip { kept.append(subscription) }
    }

    func add(_ input: ChainInput) { inputs.append(input) }

    func add(_ pause: PauseControl) { pauses.append(pause) }

    // MARK: Controls

    /// Sends the typed value through the source named before a `=`, else through all sources.
    ///
    /// - Parameter text: A value, or empty for the next number or text.
    /// - Returns: The reason why it cannot be sent; `nil` after success.
    public func emit(_ text: String) -> ControlAnswer? {
        let (name, value) = addressed(text)
        let wanted = name.map { name in inputs.filter { $0.name == name } } ?? inputs
        guard !wanted.isEmpty else { return "there is no source to send through" }
        return wanted.compactMap { $0.send(value) }.first
    }

    private func addressed(_ text: String) -> (name: String?, value: String) {
        guard let sign = text.firstIndex(of: "=") else { return (nil, text) }
        let name = String(text[..<sign])
        return inputs.contains { $0.name == name } ? (name, String(text[text.index(after: sign)...])) : (nil, text)
    }

    /// Finishes all sources that the user can send through.
    ///
    /// - Returns: The reason why nothing can be finished; `nil` after success.
    public func finish() -> ControlAnswer? {
        guard !inputs.isEmpty else { return "there is no source to finish" }
        inputs.forEach { $0.finish() }
        return nil
    }

    /// Pauses the sinks that can be paused.
    ///
    /// - Returns: The reason why no sink can be paused; `nil` if one was.
    public func pause() -> ControlAnswer? {
        refusal(of: pauses.map { $0.pause() })
    }

    /// Resumes paused sinks when time next passes.
    ///
    /// - Returns: The reason why no sink can be resumed; `nil` if one will be.
    public func resume() -> ControlAnswer? {
        refusal(of: pauses.map { $0.resumeWhenTimePasses() })
    }

    /// The first refusal if all sinks have refused.
    private func refusal(of answers: [ControlAnswer?]) -> ControlAnswer? {
        guard let first = answers.first else { return "there is no pausable sink" }
        return answers.contains(nil) ? nil : first
    }
}

/// A value or an end received by a sink.
public struct ChainOutput: Hashable, Sendable, CustomStringConvertible {
    public let time: VirtualTime
    /// The name of the sink's lane.
    public let sink: String
    /// The value, `finished`, or `failure` and the error.
    public let text: String

    /// `0.5 s output A`.
    public var description: String { "\(time) \(sink) \(text)" }
}

/// A subscription retained elsewhere.
private struct WeakCancellable {
    weak var cancellable: AnyCancellable?
}

/// The reason why a closure returns no value.
enum Stop: Error {
    /// The closure threw: the stream fails.
    case thrown(any Error)
    /// The closure faulted: the run ends, and no operator receives the error.
    case fault(Problem)
}

extension FlowError {
    /// Wraps any error in the chain's error type.
    init(_ error: any Error) { self = error as? FlowError ?? FlowError(String(describing: error)) }
}
