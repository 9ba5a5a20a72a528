import FlowAsync
import FlowCore
import FlowTrace
import FlowCombine

/// A loop over a stream's values that the user can pause. A paused loop requests no value after the current one.
// Proof: its task, like all other users, runs on the thread of its task loop.
final class PausableLoop: Pausable, Cancellable, @unchecked Sendable {
    private let tasks: TaskLoop
    private let control: PauseControl
    private var waiting: CheckedContinuation<Void, Never>?
    private(set) var paused = false

    /// Lets the controls of a context pause and resume the loop.
    init(_ tasks: TaskLoop, controlledBy context: ScenarioContext) {
        self.tasks = tasks
        control = PauseControl(of: .loop, scheduler: context.scheduler)
        control.addControls(to: context)
    }

    /// Runs `body` for each value, as `for await` does.
    func run<Base>(over values: TracedAsyncSequence<Base>, _ body: (Base.Element) async -> Void) async {
        var values = values.makeAsyncIterator()
        (control.sink, control.record) = (self, values.report)
        defer {
            control.end()
            (control.sink, control.record) = (nil, nil)
        }
        while let value = try? await next(of: &values) { await body(value) }
    }

    /// Requests the next value once the loop is not paused. If its task is cancelled, requests it immediately, so that the stream
    /// learns of the cancel.
    private func next<Base>(of values: inout TracedAsyncSequence<Base>.Iterator) async throws -> Base.Element? {
        while paused, !Task.isCancelled {
            await withTaskCancellationHandler {
                await withCheckedContinuation { waiting = $0 }
            } onCancel: {
                goOn()
            }
        }
        return try await values.next()
    }

    private func goOn() { waiting.take()?.resume() }

    func pause() { paused = true }

    func resume() {
        paused = false
        tasks.enter { goOn() }
    }

    func cancel() { resume() }
}
