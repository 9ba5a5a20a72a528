import FlowSystem
import FlowTrace

/// What this viewer holds and slows in a running program.
///
/// The commands run on another thread, one after the other, since a suspended program gives no answer. All holds end with this
/// object, because its connection does.
package final class ViewerHands: Sendable {
    /// A stage that this viewer holds or slows.
    package struct Held: Hashable, Sendable {
        package let stage: String
        /// The time that each value waits, in nanoseconds; `nil` if none passes.
        package let delay: UInt64?
        /// The end of the hold on the machine's monotonic clock, in nanoseconds.
        let deadline: UInt64

        /// The nanoseconds until its end.
        package func rest(at now: UInt64) -> UInt64 { deadline - min(deadline, now) }
    }

    /// A command, and the program's answer.
    package struct Answer: Hashable, Sendable {
        package let command: HandCommand
        package let stage: String
        /// `nil` if the program gave none.
        package let answer: HandAnswer?
    }

    fileprivate struct Order {
        let command: HandCommand
        let consumer: UInt64
        let stage: String
    }

    fileprivate struct State {
        var orders: [Order] = []
        var isAtWork = false
        /// Used by the thread at work alone.
        var connection: ViewerConnection?
        var held: [UInt64: Held] = [:]
        var answers: [Answer] = []
        /// `nil` while the program has not answered.
        var isControlled: Bool?
        /// The time from which to ask it again.
        var nextQuestion: UInt64 = 0
    }

    private let socket: String
    private let clock: @Sendable () -> UInt64
    private let state = LockedBox(State())

    /// Asks the program whether it lets viewers hold stages.
    ///
    /// - Parameters:
    ///   - socket: The path at which the program answers.
    ///   - clock: The time of the machine's monotonic clock in nanoseconds.
    package init(socket: String, clock: @escaping @Sendable () -> UInt64 = { MonotonicClock.now }) {
        (self.socket, self.clock) = (socket, clock)
        ask()
    }

    /// Asks the program once more, if it has not answered: it may not have been ready.
    package func ask() {
        let now = clock()
        let isDue = state.withLock { state in
            guard state.isControlled == nil, !state.isAtWork, now >= state.nextQuestion else { return false }
            state.nextQuestion = now + ViewerHands.questionInterval
            return true
        }
        if isDue { order(.pass, at: ViewerHands.noConsumer, of: "") }
    }

    /// The nanoseconds between two questions.
    private static let questionInterval: UInt64 = 500_000_000

    /// The number of no consumer, to which a program answers whether it takes commands at all.
    private static let noConsumer: UInt64 = 0

    /// Whether the program has said whether it takes commands.
    package var isAnswered: Bool { state.withLock { $0.isControlled != nil } }

    /// Whether the program is known to take commands.
    package var isControlled: Bool { state.withLock { $0.isControlled == true } }

    /// What this viewer does at a stage now; `nil` if nothing.
    package func held(_ consumer: UInt64) -> Held? {
        let now = clock()
        return state.withLock { $0.held[consumer] }.flatMap { $0.deadline > now ? $0 : nil }
    }

    /// The stage whose hold ends first, and the rest of its time in nanoseconds; `nil` if this viewer holds none.
    package var next: (held: Held, rest: UInt64)? {
        let now = clock()
        let held = state.withLock { Array($0.held.values) }.filter { $0.deadline > now }.min { $0.deadline < $1.deadline }
        return held.map { ($0, $0.rest(at: now)) }
    }

    /// Commands a stage. ``takeAnswers()`` has the answer later.
    package func order(_ command: HandCommand, at consumer: UInt64, of stage: String) {
        let begins = state.withLock { state in
            state.orders.append(Order(command: command, consumer: consumer, stage: stage))
            defer { state.isAtWork = true }
            return !state.isAtWork
        }
        if begins { DetachedThread.run { [weak self] in while let self, self.performNext() {} } }
    }

    /// The answers since the last call, the oldest first.
    package func takeAnswers() -> [Answer] {
        state.withLock { state in
            defer { state.answers = [] }
            return state.answers
        }
    }

    /// Performs the oldest order. Returns `false` if there is none.
    private func performNext() -> Bool {
        let (order, known) = state.withLock { state -> (Order?, ViewerConnection?) in
            guard !state.orders.isEmpty else {
                state.isAtWork = false
                return (nil, nil)
            }
            return (state.orders.removeFirst(), state.connection)
        }
        guard let order else { return false }
        let connection = known ?? (try? ViewerConnection(socket))
        let begin = clock()
        let answer = try? connection?.command(order.command, at: order.consumer)
        state.withLock { state in
            // A program that gave no answer may still give it: the next command needs another connection.
            if let answer { state.note(answer, to: order, at: begin) } else { state.held = [:] }
            // A program has room for few connections: it is kept only while it holds something.
            state.connection = state.held.isEmpty ? nil : connection
            if order.consumer != ViewerHands.noConsumer {
                state.answers.append(Answer(command: order.command, stage: order.stage, answer: answer))
            }
        }
        return true
    }
}

extension ViewerHands.State {
    fileprivate mutating func note(_ answer: HandAnswer, to order: ViewerHands.Order, at time: UInt64) {
        isControlled = answer != .noControl
        if answer == .noStage || answer == .notHeld { held[order.consumer] = nil }
        guard answer == .done else { return }
        switch order.command {
        case .hold(let duration): held[order.consumer] = .init(stage: order.stage, delay: nil, deadline: time + duration)
        case .slow(let delay, let duration):
            held[order.consumer] = .init(stage: order.stage, delay: delay, deadline: time + duration)
        case .pass: break
        case .release: held[order.consumer] = nil
        }
    }
}
