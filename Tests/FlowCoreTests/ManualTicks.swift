import FlowCombine

@testable import FlowCore

/// A source of ticks that a test operates by hand, from any thread. It counts starts and cancels.
///
/// Proof for `@unchecked`: all state is in the lock; the ticks are called outside it.
final class ManualTicks: TickSource, @unchecked Sendable {
    typealias Time = Int

    private struct State: @unchecked Sendable {
        var running: [Int: () -> Void] = [:]
        var all: [() -> Void] = []
        var cancels = 0
        var doubleCancels = 0
    }

    private let state = Shared(State())
    private let ticksAtStart: Int

    /// Creates a source that ticks `ticksAtStart` times before `start` returns.
    init(ticksAtStart: Int = 0) {
        self.ticksAtStart = ticksAtStart
    }

    var now: Int { 0 }
    var starts: Int { state.withLock { $0.all.count } }
    var cancels: Int { state.withLock { $0.cancels } }
    var doubleCancels: Int { state.withLock { $0.doubleCancels } }

    func start(at date: Int, interval: Int, _ tick: @escaping () -> Void) -> any Cancellable {
        let made = Handed(tick)
        let number = state.withLock { state in
            state.all.append(made.tick)
            state.running[state.all.count] = made.tick
            return state.all.count
        }
        for _ in 0..<ticksAtStart { tick() }
        return Token(source: self, number: number)
    }

    /// Ticks once for every start that has not been cancelled.
    func tick() {
        for handed in state.withLock({ $0.running.values.map(Handed.init) }) { handed.tick() }
    }

    /// Ticks once for every start, even a cancelled one, as a source that is cancelled too late might.
    func tickAll() {
        for handed in state.withLock({ $0.all.map(Handed.init) }) { handed.tick() }
    }

    private func cancel(_ number: Int) {
        state.withLock { state in
            state.cancels += 1
            if state.running.removeValue(forKey: number) == nil { state.doubleCancels += 1 }
        }
    }

    private struct Handed: @unchecked Sendable {
        let tick: () -> Void

        init(_ tick: @escaping () -> Void) {
            self.tick = tick
        }
    }

    private struct Token: Cancellable {
        let source: ManualTicks
        let number: Int

        func cancel() {
            source.cancel(number)
        }
    }
}
