import FlowCore
import FlowTrace
import OpenCombineShim

/// Where a scenario builds its chain: virtual time, the recorder, the numbers, and what keeps the chain alive.
///
/// - Important: For one thread, that of the scheduler.
public final class Stage {
    /// The virtual time that the scenario runs on.
    public let scheduler: VirtualTimeScheduler
    /// Where its events go.
    public let recorder: Recorder
    /// The present values of its numbers.
    public internal(set) var numbers: Numbers
    /// Why the run cannot go on, `nil` while it can.
    private(set) var problem: (any Error)?

    private var cancellables: [any Cancellable] = []
    private var handlers: [ControlName: (Control) -> String?] = [:]
    private var stoppable: Script?

    init<Problem>(numbers: Numbers, recorder: (TraceClock) throws(Problem) -> Recorder) throws(Problem) {
        scheduler = VirtualTimeScheduler()
        self.recorder = try recorder(scheduler.clock.traceClock)
        self.numbers = numbers
    }

    deinit {
        // From the last to the first: OpenCombine's connections keep their upstream where their subscribers left before them.
        cancellables.reversed().forEach { $0.cancel() }
        scheduler.removeAll()
    }

    // MARK: For scenarios

    /// A source of the scenario's own: what is sent is recorded as offered, what nobody took as dropped.
    func source<Output, Failure>(
        of type: Output.Type = Output.self, failure: Failure.Type = Never.self
    ) -> ProbedSubject<PassthroughSubject<Output, Failure>> {
        let node = recorder.declareNode(.source, name: "source")
        return ProbedSubject(PassthroughSubject(), label: "source", recorder: recorder, node: node)
    }

    /// A source of numbers of the scenario's own, recorded as ``source(of:failure:)`` is.
    func numberSource<Failure>(first: Int = 1, failure: Failure.Type = Never.self) -> NumberSource<Failure> {
        NumberSource(source(failure: failure), first: first)
    }

    /// A script that can be stopped.
    func script() -> Script {
        let script = Script(scheduler: scheduler)
        retain(script)
        return script
    }

    /// Schedules a piece of the script.
    public func at(_ seconds: Double, _ action: @escaping () -> Void) {
        scheduler.schedule(after: VirtualTime(seconds: seconds), action)
    }

    /// Schedules a repeating piece of the script; its count starts at 1.
    @discardableResult
    func every(_ seconds: Double, _ action: @escaping (Int) -> Void) -> any Cancellable {
        var count = 0
        let token = scheduler.schedule(after: VirtualTime(seconds: seconds), interval: .seconds(seconds)) {
            count += 1
            action(count)
        }
        retain(token)
        return token
    }

    /// Keeps a subscription until the run ends, then cancels it.
    public func retain(_ cancellable: any Cancellable) {
        cancellables.append(cancellable)
    }

    /// Says what a control does; its answer is shown to the user where there is something to say.
    public func on(_ name: ControlName, _ action: @escaping (Control) -> String?) {
        handlers[name] = action
    }

    /// Leaves the stream to the user from the first control on; the control's answer says so.
    func stopsAtFirstControl(_ script: Script) {
        stoppable = script
    }

    /// Lets the user send values of their own: numbers from 1, or what they typed.
    func takeOwnValues(into subject: some Subject<String, Never>) {
        var isOver = false
        var count = 0
        let watch = subject.sink(receiveCompletion: { _ in isOver = true }, receiveValue: { _ in })
        retain(watch)
        takeOwnValues(isOver: { isOver }) { text in
            count += 1
            subject.send(text.isEmpty ? String(count) : text)
            return nil
        }
    }

    /// Lets the user send numbers of their own: the next one, or what they typed.
    func takeOwnValues<Failure>(into source: NumberSource<Failure>) {
        takeOwnValues(isOver: { source.hasEnded }) { text in
            guard !text.isEmpty else {
                source.sendNext()
                return nil
            }
            guard let number = Int(text) else { return "'\(text)' cannot be sent: this source sends whole numbers" }
            source.send(number)
            return nil
        }
    }

    private func takeOwnValues(isOver: @escaping () -> Bool, send: @escaping (String) -> String?) {
        let refusal = "the source has finished: nothing more can be sent; r restarts"
        on(.emit) { isOver() ? refusal : send($0.argument) }
        on(.burst) { _ in
            guard !isOver() else { return refusal }
            for _ in 1...5 { _ = send("") }
            return nil
        }
    }

    /// Lets the user ask for more.
    ///
    /// - Parameter ask: Asks; returns whether the stream still goes on.
    func takeRequests(_ ask: @escaping (Subscribers.Demand) -> Bool) {
        let refusal = "the stream is over: nothing can be asked for; r restarts"
        on(.request) { ask(.max($0.count)) ? nil : refusal }
        on(.unlimited) { _ in ask(.unlimited) ? nil : refusal }
    }

    /// Says why the run cannot go on; only the first reason counts.
    public func stop(because problem: any Error) {
        self.problem = self.problem ?? problem
    }

    // MARK: For the run

    func perform(_ control: Control) -> String? {
        let notice = stopScript()
        let answer = handlers[control.name]?(control)
        return notice.map { [$0, answer].compactMap(\.self).joined(separator: "; ") } ?? answer
    }

    private func stopScript() -> String? {
        guard let script = stoppable.take(), script.isRunning else { return nil }
        script.cancel()
        return "the script stops here: from now on values and demand are yours"
    }
}
