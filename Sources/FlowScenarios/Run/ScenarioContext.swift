import FlowCore
import FlowTrace
import FlowCombine

/// The tools with which a scenario builds its chain: virtual time, the recorder, the numbers, and a bag that keeps the chain
/// alive.
///
/// - Important: Use it only on the scheduler's thread.
public final class ScenarioContext {
    /// The virtual time of the scenario.
    public let scheduler: VirtualTimeScheduler
    /// Records the scenario's events.
    public let recorder: Recorder
    /// The current values of its numbers.
    public internal(set) var numbers: Numbers
    /// The problem that stopped the run; `nil` if none did.
    private(set) var problem: (any Error)?

    private var cancellables: [any Cancellable] = []
    private var handlers: [ControlName: (Control) -> ControlAnswer?] = [:]
    private var stoppable: Script?

    init<Problem>(numbers: Numbers, recorder: (TraceClock) throws(Problem) -> Recorder) throws(Problem) {
        scheduler = VirtualTimeScheduler()
        self.recorder = try recorder(scheduler.clock.traceClock)
        self.numbers = numbers
    }

    deinit {
        // Cancels in reverse order: a connection of OpenCombine retains its upstream if its subscribers leave first.
        cancellables.reversed().forEach { $0.cancel() }
        scheduler.removeAll()
    }

    // MARK: For scenarios

    /// A source that records every value as offered, and a value without a receiver as dropped.
    func source<Output, Failure>(
        of type: Output.Type = Output.self, failure: Failure.Type = Never.self
    ) -> ProbedSubject<PassthroughSubject<Output, Failure>> {
        let node = recorder.declareNode(.source, name: "source")
        return ProbedSubject(PassthroughSubject(), label: "source", recorder: recorder, node: node)
    }

    /// A source of whole numbers, recorded like ``source(of:failure:)``.
    func numberSource<Failure>(first: Int = 1, failure: Failure.Type = Never.self) -> NumberSource<Failure> {
        NumberSource(source(failure: failure), first: first)
    }

    /// Creates a loop for tasks, which all end with the run.
    func taskLoop() -> TaskLoop {
        let loop = TaskLoop(scheduler: scheduler, recorder: recorder)
        retain(loop)
        return loop
    }

    /// Creates a script that can be stopped.
    func script() -> Script {
        let script = Script(scheduler: scheduler)
        retain(script)
        return script
    }

    /// Schedules an action at a time after the start.
    public func at(_ time: Duration, _ action: @escaping () -> Void) { scheduler.schedule(after: VirtualTime(time), action) }

    /// Schedules a repeating action, which gets the number of its call, from 1.
    @discardableResult
    func every(_ period: Duration, _ action: @escaping (Int) -> Void) -> any Cancellable {
        var count = 0
        let token = scheduler.schedule(after: VirtualTime(period), interval: VirtualTime.Stride(period)) {
            count += 1
            action(count)
        }
        retain(token)
        return token
    }

    /// Retains a subscription until the run ends, then cancels it.
    public func retain(_ cancellable: any Cancellable) { cancellables.append(cancellable) }

    /// Sets the action of a control. The result of `action` is shown to the user.
    public func on(_ name: ControlName, _ action: @escaping (Control) -> ControlAnswer?) { handlers[name] = action }

    /// Stops `script` when the user first uses a control; the control's answer says so.
    func stopAtFirstControl(_ script: Script) { stoppable = script }

    /// Lets the user send values: numbers from 1, or a typed text.
    func acceptValues(into subject: some Subject<String, Never>) {
        var isOver = false
        var count = 0
        let watch = subject.sink(receiveCompletion: { _ in isOver = true }, receiveValue: { _ in })
        retain(watch)
        acceptValues(isOver: { isOver }) { text in
            count += 1
            subject.send(text.isEmpty ? String(count) : text)
            return nil
        }
    }

    /// Lets the user send numbers: the next number, or a typed one.
    func acceptValues<Failure>(into source: NumberSource<Failure>) {
        acceptNumbers(isOver: { source.hasEnded }, sendNext: source.sendNext, send: source.send)
    }

    /// Lets the user send numbers into a stream of tasks: the next number, or a typed one.
    func acceptValues(into source: some NumberSending) {
        acceptNumbers(isOver: { source.hasEnded }, sendNext: source.sendNext, send: source.send)
        on(.finish) { _ in source.finish() ? nil : .over("the source has finished already") }
    }

    private func acceptNumbers(
        isOver: @escaping () -> Bool, sendNext: @escaping () -> Void, send: @escaping (Int) -> Void
    ) {
        acceptValues(isOver: isOver) { text in
            guard !text.isEmpty else {
                sendNext()
                return nil
            }
            guard let number = Int(text) else { return "'\(text)' cannot be sent: this source sends whole numbers" }
            send(number)
            return nil
        }
    }

    private func acceptValues(isOver: @escaping () -> Bool, send: @escaping (String) -> ControlAnswer?) {
        let refusal = ControlAnswer.over("the source has finished: nothing more can be sent")
        on(.emit) { isOver() ? refusal : send($0.argument) }
        on(.burst) { _ in
            guard !isOver() else { return refusal }
            for _ in 1...5 { _ = send("") }
            return nil
        }
    }

    /// Lets the user request more values.
    ///
    /// - Parameter request: Requests the demand; returns whether the stream is still live.
    func acceptRequests(_ request: @escaping (Subscribers.Demand) -> Bool) {
        let refusal = ControlAnswer.over("the stream is over: nothing can be asked for")
        on(.request) { request(.max($0.count)) ? nil : refusal }
        on(.unlimited) { _ in request(.unlimited) ? nil : refusal }
    }

    /// Stops the run. Only the first reason counts.
    public func stop(because problem: any Error) { self.problem = self.problem ?? problem }

    // MARK: For the run

    func perform(_ control: Control) -> ControlAnswer? {
        let notice = stopScript()
        let answer = handlers[control.name]?(control)
        guard let notice, let answer else { return notice ?? answer }
        return ControlAnswer("\(notice.text); \(answer.text)", isOver: answer.isOver)
    }

    private func stopScript() -> ControlAnswer? {
        guard let script = stoppable.take(), script.isRunning else { return nil }
        script.cancel()
        return "the script stops here: from now on values and demand are yours"
    }
}

/// The steps of a scenario at fixed times. Cancelling the script removes its remaining steps from the scheduler.
final class Script: Cancellable {
    private let scheduler: VirtualTimeScheduler
    private var pending: [Int: any Cancellable] = [:]
    private var count = 0

    init(scheduler: VirtualTimeScheduler) { self.scheduler = scheduler }

    /// Whether a step is still to come.
    var isRunning: Bool { !pending.isEmpty }

    /// Schedules a step at a time after the start.
    func at(_ time: Duration, _ action: @escaping () -> Void) { schedule(at: VirtualTime(time), action) }

    /// Schedules a step `delay` from now.
    func after(_ delay: Duration, _ action: @escaping () -> Void) {
        schedule(at: scheduler.now.advanced(by: VirtualTime.Stride(delay)), action)
    }

    func cancel() {
        let steps = pending.values
        pending = [:]
        steps.forEach { $0.cancel() }
    }

    /// Schedules a step as repeating work that cancels itself, since only repeating work can be cancelled.
    private func schedule(at date: VirtualTime, _ action: @escaping () -> Void) {
        count += 1
        let number = count
        pending[number] = scheduler.schedule(after: date, interval: .seconds(1)) { [weak self] in
            self?.pending.removeValue(forKey: number)?.cancel()
            action()
        }
    }
}

/// A source that sends consecutive whole numbers.
final class NumberSource<Failure: Error> {
    /// The publisher to subscribe to.
    let subject: ProbedSubject<PassthroughSubject<Int, Failure>>

    private var next: Int

    init(_ subject: ProbedSubject<PassthroughSubject<Int, Failure>>, first: Int) {
        self.subject = subject
        next = first
    }

    /// Whether the source has finished or failed.
    var hasEnded: Bool { subject.hasEnded }

    func sendNext() { send(next) }

    /// Sends a number, from which the source continues to count.
    func send(_ number: Int) {
        next = number == .max ? number : number + 1
        subject.send(number)
    }

    func finish() { subject.send(completion: .finished) }
}
