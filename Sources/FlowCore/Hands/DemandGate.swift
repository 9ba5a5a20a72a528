import FlowCombine
import FlowTrace
internal import Synchronization

/// A subscription that withholds the demand of its subscriber while a viewer holds or slows the subscriber.
///
/// Values that were requested before still arrive, and so does the end. The release requests all withheld demand, on the subscriber's
/// scheduler. An open gate costs one relaxed load for each request.
///
/// Proof for `@unchecked`: all state is behind the lock, and a subscription takes requests from any thread.
final class DemandGate: Subscription, HeldStage, @unchecked Sendable {
    /// Runs requests on the subscriber's scheduler.
    typealias Schedule = (@escaping @Sendable () -> Void) -> Void

    /// Runs requests on a scheduler; `nil` if the scheduler would run them at once, which is for the table to decide.
    static func requests<Context: Scheduler>(on scheduler: Context) -> Schedule? {
        Context.self == ImmediateScheduler.self ? nil : { scheduler.schedule($0) }
    }

    private let isShut = Atomic<Bool>(false)
    private let lock: LockedBox<State>
    private let schedule: Schedule
    private let number: UInt64
    private let gates: GateTable

    private struct State {
        /// `nil` once it is cancelled.
        var upstream: (any Subscription)?
        var machine = DemandGateMachine()
    }

    private init(_ upstream: any Subscription, number: UInt64, in gates: GateTable, _ schedule: Schedule?) {
        lock = LockedBox(State(upstream: upstream))
        (self.number, self.gates, self.schedule) = (number, gates, schedule ?? { gates.request($0) })
    }

    deinit { gates.remove(self, number) }

    /// Whether viewers may hold the stages of this program.
    static var isWanted: Bool { CurrentTarget.gates != nil }

    /// Makes a gate between a subscriber and its subscription.
    ///
    /// - Parameter schedule: Requests the demand that a viewer has withheld; `nil` for a subscriber without a scheduler.
    /// - Returns: `nil` if viewers may hold no stage of this program.
    static func guarding(
        _ subscription: any Subscription, of subscriber: some Subscriber & AnyObject, _ schedule: Schedule?
    ) -> DemandGate? {
        guard let gates = CurrentTarget.gates else { return nil }
        let number = HookKey(subscriber).id
        let gate = DemandGate(subscription, number: number, in: gates, schedule)
        gates.add(gate, number)
        return gate
    }

    // MARK: The subscriber

    func request(_ demand: Subscribers.Demand) {
        let granted = grant(demand)
        if granted > .none { lock.withLock { $0.upstream }?.request(granted) }
    }

    /// The part of a demand that is not withheld; the rest is requested later.
    func grant(_ demand: Subscribers.Demand) -> Subscribers.Demand {
        if demand != .unlimited, !isShut.load(ordering: .relaxed) { return demand }
        return lock.withLock { $0.machine.request(demand, at: gates.time) }
    }

    func cancel() {
        lock.withLock { $0.upstream.take() }?.cancel()
        gates.remove(self, number)
    }

    // MARK: The viewer

    var refusal: HandAnswer? { lock.withLock { $0.machine.isUnlimited ? .unlimited : nil } }

    var isHeld: Bool { lock.withLock { $0.machine.isHeld } }

    func hold() {
        isShut.store(true, ordering: .relaxed)
        lock.withLock { $0.machine.hold() }
    }

    func slow(by delay: UInt64) {
        isShut.store(true, ordering: .relaxed)
        lock.withLock { $0.machine.slow(by: delay, at: gates.time) }
    }

    func open() {
        isShut.store(false, ordering: .relaxed)
        pass(lock.withLock { $0.machine.open() })
    }

    func passOne() { pass(lock.withLock { $0.machine.passOne() }) }

    func passDue(at now: UInt64) -> UInt64? {
        let (granted, next) = lock.withLock { $0.machine.passDue(at: now) }
        pass(granted)
        return next
    }

    private func pass(_ granted: Subscribers.Demand) {
        guard granted > .none else { return }
        gates.perform { [self] in
            schedule { [self] in lock.withLock { $0.upstream }?.request(granted) }
        }
    }
}

/// The pure logic of a ``DemandGate``.
struct DemandGateMachine {
    private enum Mode {
        case open
        /// Grants this number of further values.
        case held(passes: Int)
        /// Grants one value at a time, each after `delay` nanoseconds; the next at `due`, if some demand is withheld.
        case slowed(by: UInt64, due: UInt64?)
    }

    private var mode = Mode.open
    private var withheld = Subscribers.Demand.none
    /// Whether everything has been requested, so that nothing is left to withhold.
    private(set) var isUnlimited = false

    var isHeld: Bool { if case .held = mode { true } else { false } }

    /// - Returns: The demand to request now.
    mutating func request(_ demand: Subscribers.Demand, at now: UInt64) -> Subscribers.Demand {
        withheld += demand
        switch mode {
        case .open: return open()
        case .held(let passes):
            let granted = take(passes)
            mode = .held(passes: passes - (granted.max ?? 0))
            return granted
        case .slowed(let delay, let due):
            if withheld > .none { mode = .slowed(by: delay, due: due ?? now + delay) }
            return .none
        }
    }

    mutating func hold() { mode = .held(passes: 0) }

    mutating func slow(by delay: UInt64, at now: UInt64) {
        mode = .slowed(by: delay, due: withheld > .none ? now + delay : nil)
    }

    /// - Returns: The demand to request now: all that was withheld.
    mutating func open() -> Subscribers.Demand {
        mode = .open
        defer { withheld = .none }
        isUnlimited = isUnlimited || withheld == .unlimited
        return withheld
    }

    mutating func passOne() -> Subscribers.Demand {
        guard case .held(let passes) = mode else { return .none }
        let granted = take(1)
        if granted == .none { mode = .held(passes: passes + 1) }
        return granted
    }

    /// - Returns: The demand to request now, and the earliest time at which more may be due; `nil` if none will be.
    mutating func passDue(at now: UInt64) -> (granted: Subscribers.Demand, next: UInt64?) {
        guard case .slowed(let delay, let due) = mode else { return (.none, nil) }
        guard let due, due <= now else { return (.none, due ?? now + delay) }
        let granted = take(1)
        mode = .slowed(by: delay, due: withheld > .none ? now + delay : nil)
        return (granted, now + delay)
    }

    /// Takes at most `count` values of the withheld demand.
    private mutating func take(_ count: Int) -> Subscribers.Demand {
        let granted = min(withheld, .max(count))
        withheld -= granted
        return granted
    }
}
