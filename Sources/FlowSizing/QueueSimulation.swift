import DequeModule
import FlowTrace
import HeapModule

/// Plays the arrivals of a life through a store of another size, or with other consumers.
///
/// The consumers take as long for a value as recorded, and ask for the next one after that. Values of an open source arrive at their
/// recorded times; a producer that waits takes as long for a value as recorded, from the moment at which it can go on.
///
/// - Complexity: O(*n* log *c*) for *n* arrivals and *c* requested values.
struct QueueSimulation {
    /// The order of two events of one time. In virtual time many events share a time.
    enum Tie: CaseIterable {
        case requestsFirst
        case arrivalsFirst
    }

    private enum Step {
        case arrival
        case demand(units: Int)
    }

    /// A step, ordered by its time, then by the tie, then by the order in which it was scheduled.
    private struct Event: Comparable {
        let time: UInt64
        let tie: UInt8
        let number: Int
        let step: Step

        static func < (lhs: Event, rhs: Event) -> Bool {
            (lhs.time, lhs.tie, lhs.number) < (rhs.time, rhs.tie, rhs.number)
        }

        static func == (lhs: Event, rhs: Event) -> Bool { lhs.number == rhs.number }
    }

    private let life: StoreLife
    private let source: StoreHistory.Source
    private let plan: QueuePlan
    private let times: ServiceTimes
    private let tie: Tie
    private let isSingle: Bool

    private var events = Heap<Event>()
    private var scheduled = 0
    private var now: UInt64 = 0
    /// The arrival times of the values so far.
    private var arrivedAt: [UInt64] = []
    private var arrivals: ArrivalTimes
    private var held: Deque<Int> = []
    /// Values whose senders wait, since the store is full.
    private var sending: Deque<Int> = []
    private var open = 0
    /// The number of deliveries for which a consumer waited.
    private var idleDeliveries = 0
    /// Whether the next delivery would be after the horizon.
    private var isStopped = false
    /// For batches: the grant to come, and the number of values delivered since the previous one.
    private var grant = 0
    private var sinceGrant = 0
    /// The number of values that have left the store.
    private var taken = 0
    /// Whether a pulled producer waits for room.
    private var isHeldBack = false

    private var dropped = 0
    private var failed: UInt64?
    private var peak = 0
    private var waits: [UInt64] = []
    private var last: UInt64 = 0
    private var longest: UInt64 = 0
    /// Its states in order of time; `nil` if they are not wanted.
    private var steps: [QueueStep]?

    init(_ life: StoreLife, _ source: StoreHistory.Source, _ plan: QueuePlan, _ times: ServiceTimes, tie: Tie) {
        (self.life, self.source, self.plan, self.times, self.tie) = (life, source, plan, times, tie)
        isSingle = life.requestsSingly
        arrivals = ArrivalTimes(of: life, source, rate: plan.rate)
        waits.reserveCapacity(life.arrivals.count)
    }

    /// Plays the life to its horizon, and returns the states of the store.
    mutating func states() -> [QueueStep] {
        steps = []
        var outcome = QueueOutcome()
        run(into: &outcome)
        if let left = life.left, failed == nil { leave(at: left) }
        return steps ?? []
    }

    /// Adds the state after its last consumer has left, with the values that waited.
    private mutating func leave(at time: UInt64) {
        now = time
        held = []
        sending = []
        record()
    }

    /// Plays the life to its horizon, and adds its outcome.
    mutating func run(into outcome: inout QueueOutcome) {
        guard let first = life.arrivals.first else { return }
        for opening in life.openings {
            schedule(opening.time, .demand(units: opening.units * plan.consumers))
        }
        if source == .senders {
            for _ in 0..<min(max(1, life.producers), life.arrivals.count) { scheduleArrival(after: nil) }
        } else {
            scheduleArrival(after: nil)
        }
        let horizon = life.horizon ?? .max
        while !isStopped, let event = events.popMin(), event.time <= horizon {
            now = event.time
            switch event.step {
            case .arrival: arrive()
            case .demand(let units):
                open = open.saturatingSum(units)
                serve()
            }
            record()
        }
        let left = held.count + sending.count
        outcome.add(
            arrived: waits.count + dropped + left, dropped: dropped, left: left, peak: peak, waits: waits,
            first: first.time, lastArrival: arrivedAt.last ?? first.time, last: last)
        if let failed { outcome.fail(at: failed) }
    }

    /// Adds the state after an event, which replaces an earlier one of the same time.
    private mutating func record() {
        guard steps != nil else { return }
        let step = QueueStep(
            time: now, held: failed == nil ? held.count + sending.count : 0, dropped: dropped, peak: peak, longest: longest,
            failed: failed)
        if steps?.last?.time == now { steps?.removeLast() }
        steps?.append(step)
    }

    // MARK: Arrivals

    private mutating func schedule(_ time: UInt64, _ step: Step) {
        let isArrival = if case .arrival = step { true } else { false }
        scheduled += 1
        events.insert(
            Event(time: time, tie: isArrival == (tie == .arrivalsFirst) ? 0 : 1, number: scheduled, step: step))
    }

    /// Schedules the next arrival.
    ///
    /// - Parameter free: The time since which there is room for it; `nil` at the start.
    private mutating func scheduleArrival(after free: UInt64?) {
        if let time = arrivals.next(free: free, last: arrivedAt.last) { schedule(max(now, time), .arrival) }
    }

    private mutating func arrive() {
        let value = arrivedAt.count
        arrivedAt.append(now)
        last = max(last, now)
        switch source {
        case .open:
            accept(value)
            scheduleArrival(after: nil)
        case .pulled, .fed:
            accept(value)
            pull()
        case .senders:
            if open > 0, held.isEmpty, sending.isEmpty {
                deliver(value, isIdle: true)
                scheduleArrival(after: now)
            } else {
                sending.append(value)
                admit()
            }
            peak = max(peak, held.count + sending.count)
        }
    }

    private var isFull: Bool { plan.capacity.map { held.count >= $0 } ?? false }

    /// Whether the producer of a pulled source has to wait. A store with marks does not stop it in the middle of a read.
    private var lacksRoom: Bool {
        if plan.lowMark != nil { return isFull && !arrivals.continuesRead }
        return plan.capacity.map { arrivedAt.count - taken >= $0 } ?? false
    }

    /// Whether the store has room again for a producer that was held back.
    private var letsGoOn: Bool { plan.lowMark.map { held.count < min($0, plan.capacity ?? .max) } ?? true }

    private mutating func accept(_ value: Int) {
        if open > 0, held.isEmpty { return deliver(value, isIdle: true) }
        if isFull, plan.lowMark == nil {
            dropped += 1
            if plan.fails { (isStopped, failed) = (true, now) }
            guard plan.dropsOldest, !held.isEmpty else { return }
            held.removeFirst()
        }
        held.append(value)
        peak = max(peak, held.count)
    }

    /// A store with room takes the values of waiting senders, which go on.
    private mutating func admit() {
        while !isFull, let value = sending.popFirst() {
            held.append(value)
            scheduleArrival(after: now)
        }
    }

    /// Requests the next value of a pulled source, if there is room for it.
    private mutating func pull() {
        isHeldBack = lacksRoom
        if !isHeldBack { scheduleArrival(after: now) }
    }

    // MARK: Deliveries

    private mutating func serve() {
        while open > 0, !isStopped {
            if let value = held.popFirst() {
                deliver(value, isIdle: false)
                source == .senders ? admit() : ()
            } else if let value = sending.popFirst() {
                deliver(value, isIdle: false)
                scheduleArrival(after: now)
            } else {
                return
            }
        }
    }

    private mutating func deliver(_ value: Int, isIdle: Bool) {
        let number = isIdle ? idleDeliveries : waits.count - idleDeliveries
        let time = now.saturatingSum(times.lag(ofDelivery: number, isIdle: isIdle))
        if let horizon = life.horizon, time > horizon {
            isStopped = true
            held.prepend(value)
            return
        }
        open -= 1
        taken += 1
        if isIdle { idleDeliveries += 1 }
        waits.append(time.since(arrivedAt[value]))
        longest = max(longest, waits[waits.count - 1])
        last = max(last, time)
        requestMore(after: value, at: time)
        if isHeldBack, letsGoOn { pull() }
    }

    /// Schedules the demand that the last delivery leads to.
    ///
    /// - Parameters:
    ///   - value: The delivered value.
    ///   - time: The time of the delivery.
    private mutating func requestMore(after value: Int, at time: UInt64) {
        if isSingle {
            guard let service = times.service(of: value, delivery: waits.count - 1) else { return }
            return schedule(time.saturatingSum(sped(service)), .demand(units: 1))
        }
        guard !life.grants.isEmpty else { return }
        sinceGrant += 1
        let grant = life.grants[grant % life.grants.count]
        guard sinceGrant >= grant.after else { return }
        (self.grant, sinceGrant) = (self.grant + 1, 0)
        schedule(time.saturatingSum(sped(grant.delay)), .demand(units: grant.units))
    }

    private func sped(_ time: UInt64) -> UInt64 { plan.speed == 1 ? time : UInt64(saturating: Double(time) / plan.speed) }
}
