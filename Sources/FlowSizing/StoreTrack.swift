import DequeModule
import FlowOperators
import FlowTrace

/// Follows the events of one store.
struct StoreTrack: Sendable {
    /// The maximum number of values of one store. Later events are not read.
    static let limit = 1_000_000

    let node: NodeID
    private(set) var lives: [StoreLife] = []
    private var life = StoreLife()
    /// The values in the store, in order.
    private var held: Deque<Int> = []
    /// The values that have left it, but have not arrived at a consumer.
    private var inFlight: Deque<Int> = []
    /// The number of values in the store whose consumer waited for them: it has them, but has not gone on.
    private var handed = 0
    /// The value that has arrived, and whose fate is still unknown.
    private var pending: Int?
    /// Demand that is not met.
    private var open = 0
    private var lastRequest: UInt64 = 0
    /// The unanswered deliveries of each consumer.
    private var consumers: [EdgeID: Deque<Int>] = [:]
    /// A moment at which a producer that waits could go on.
    private struct Slot {
        let time: UInt64
        /// Whether it was in the middle of a read of several values.
        var continuesRead = false
    }

    /// For a producer that waits: the moments at which it could go on, not yet followed by a value.
    private var slots: Deque<Slot> = []
    /// The number of held values at which it stops its producer; `nil` for a store without marks.
    private let highMark: Int?
    /// Whether it has reached that number since its producer was last told to go on.
    private var isPastHighMark = false
    /// The number of arrivals of all lives.
    private(set) var count = 0
    private(set) var isUncertain = false
    let source: StoreHistory.Source
    /// Whether it has a size. If not, only the values that it holds are followed.
    private let isSized: Bool
    /// The rule by which it holds values, if it has no size; else `nil`.
    private let keeping: StoreHistory.Keeping?
    /// Whether it holds values. If not, it is a source, and its values are the ones that it sends or drops.
    private let isBuffer: Bool

    /// The stage above that drops the values for which the store has no room; `nil` if there is none.
    let dropper: NodeID?

    init(_ node: NodeFact, dropper: NodeID?) {
        (self.node, self.dropper) = (node.id, dropper)
        source = dropper == nil ? node.queueSource : .open
        isBuffer = node.role == .buffer
        isSized = node.mayBeSized
        keeping = node.keeping
        highMark = node.overflow == .stopProducer ? node.capacity : nil
    }

    /// Whether it has lost a value for lack of demand.
    private(set) var dropsWithoutDemand = false

    /// Its lives, including the current one.
    ///
    /// - Parameter end: The end of the trace.
    func all(until end: TraceTime) -> [StoreLife] {
        guard !life.arrivals.isEmpty else { return lives }
        var last = life
        if !isFull { last.end = max(last.end, end.nanoseconds) }
        return lives + [last]
    }

    var hasArrivals: Bool { count > 0 }

    /// Whether values waited in it.
    var hasHeld: Bool { life.peak > 0 || lives.contains { $0.peak > 0 } }

    /// Whether later events are not read.
    var isFull: Bool { count >= StoreTrack.limit }

    // MARK: Events

    /// Adds an event on an edge that leads to it.
    mutating func input(_ entry: TraceEntry) {
        guard begin(entry), isFollowed else { return }
        switch entry.kind {
        case .subscribed:
            if entry.event.beginsLife, !life.arrivals.isEmpty { beginLife() }
            if keeping == .untilAllHave { life.inputs[entry.edge] = [] }
        case .request, .returned:
            guard source == .pulled, let units = entry.event.demand?.count else { break }
            let slot = Slot(time: entry.event.time, continuesRead: highMark != nil && entry.kind == .returned)
            slots.append(contentsOf: repeatElement(slot, count: min(units, StoreTrack.limit - slots.count)))
            if entry.kind == .request, isPastHighMark {
                isPastHighMark = false
                life.resumptions[held.count, default: 0] += 1
            }
        case .value:
            if isSized { pending = arrive(at: entry.event.time) } else { join(entry) }
        case .finished where keeping == .untilAllHave: life.inputEnds[entry.edge] = entry.event.time
        case .finished, .failure, .cancel: life.finished = life.finished ?? entry.event.time
        case .offered, .dropped, .buffered, .unbuffered, .state, .note, .causeLink: break
        }
    }

    /// Adds an event of the store, or of a source that drops values.
    mutating func store(_ entry: TraceEntry) {
        guard begin(entry) else { return }
        switch entry.kind {
        case .offered: pending = arrive(at: entry.event.time)
        case .buffered:
            let value = pending.take() ?? arrive(at: entry.event.time)
            held.append(value)
            if life.arrivals[value].metIdle { handed += 1 }
            life.peak = max(life.peak, held.count - handed)
            if let highMark, held.count >= highMark { isPastHighMark = true }
        case .unbuffered:
            if entry.event.leftUnseen { isUncertain = true }
            guard let value = popHeld() else { return isUncertain = true }
            guard isSized else { return life.arrivals[value].delivered = entry.event.time }
            taken(at: entry.event.time)
            inFlight.append(value)
        case .dropped: drop(entry)
        case .note: if entry.event.knowsHeld == false { isUncertain = true }
        case .finished, .failure: life.finished = life.finished ?? entry.event.time
        case .subscribed, .request, .value, .returned, .cancel, .state, .causeLink: break
        }
    }

    /// Adds an event of the source above.
    mutating func above(_ entry: TraceEntry) {
        guard begin(entry) else { return }
        switch entry.kind {
        case .dropped: if dropper != nil, entry.event.dropReason == .noDemand { lose(arrive(at: entry.event.time)) }
        case .finished, .failure: life.finished = life.finished ?? entry.event.time
        case .subscribed, .request, .value, .returned, .offered, .buffered, .unbuffered, .cancel, .state, .note, .causeLink: break
        }
    }

    /// Adds an event on an edge that leads out of it.
    ///
    /// - Parameters:
    ///   - value: The value that a request answers; `nil` if that is the oldest one without an answer.
    ///   - isAfterValue: Whether it is a cancel that follows from a value.
    mutating func output(_ entry: TraceEntry, answering value: Int? = nil, isAfterValue: Bool = false) {
        guard begin(entry), isFollowed else { return }
        let (edge, time) = (entry.edge, entry.event.time)
        switch entry.kind {
        case .subscribed:
            if life.left.take() != nil { life.consumersChange = true }
            consumers[edge] = []
            life.consumers = max(life.consumers, consumers.count)
        case .request, .returned:
            guard let demand = entry.event.demand else { break }
            if isSized { request(demand, on: edge, at: time, answering: value) } else { life.note(demand, at: time) }
        case .value:
            if isSized { deliver(on: edge, at: time) } else if keeping == .untilAllHave { life.joined.append(time) }
        case .finished, .failure, .cancel:
            if entry.kind == .failure { life.hasFailed = true }
            // It passes on the end of its source, which a probe above may not have told.
            if entry.kind == .finished { life.finished = life.finished ?? entry.event.time }
            end(entry, isAfterValue: isAfterValue)
        case .offered, .dropped, .buffered, .unbuffered, .state, .note, .causeLink: break
        }
    }

    /// Whether its lives and the demand of its consumers are followed, and not only the values that it holds.
    private var isFollowed: Bool { isSized || keeping?.isForetold == true }

    /// Adds a value that may be joined.
    private mutating func join(_ entry: TraceEntry) {
        if keeping == .untilAllHave { life.inputs[entry.edge, default: []].append(entry.event.time) }
    }

    /// Whether the event is read.
    private mutating func begin(_ entry: TraceEntry) -> Bool {
        guard !isFull else { return false }
        life.end = max(life.end, entry.event.time)
        return true
    }

    private mutating func beginLife() {
        lives.append(life)
        life = StoreLife()
        (held, inFlight, pending, open, consumers, slots, handed) = ([], [], nil, 0, [:], [], 0)
    }

    private mutating func arrive(at time: UInt64) -> Int {
        let last = life.arrivals.last?.time
        var arrival = StoreLife.Arrival(time: time, metIdle: held.count == handed && open > inFlight.count + handed)
        let free = source == .open ? nil : slots.popFirst()
        if let free, let last { arrival.gap = gap(from: last, until: free.time, at: time) }
        arrival.continuesRead = free?.continuesRead == true
        life.arrivals.append(arrival)
        count += 1
        if source == .senders { life.producers = max(life.producers, held.count + 1) }
        return life.arrivals.count - 1
    }

    private mutating func popHeld() -> Int? {
        guard let value = held.popFirst() else { return nil }
        if life.arrivals[value].metIdle { handed -= 1 }
        return value
    }

    /// The time that a source took for a value.
    ///
    /// - Parameters:
    ///   - last: The time of its previous value.
    ///   - free: The time since which there was room.
    private func gap(from last: UInt64, until free: UInt64, at time: UInt64) -> StoreLife.Gap {
        // A source that is pulled sends one value after the other; several senders do not wait for each other.
        let sinceFree = time.since(source == .pulled ? max(last, free) : free)
        // It had the value ready before there was room for it, if it sent it at once.
        let hasWaited = free > last && sinceFree <= max(StoreTrack.promptness, (free - last) / 10)
        // Stopped by a mark, it was not at work in between.
        let sinceLast = highMark != nil && free > last ? sinceFree : time.since(last)
        return StoreLife.Gap(sinceFree: sinceFree, sinceLast: hasWaited ? 0 : sinceLast, hasWaited: hasWaited)
    }

    /// The longest time, in nanoseconds, in which a source that waited sends its value.
    private static let promptness: UInt64 = 200_000

    /// A value has left the store: a sender can go on.
    private mutating func taken(at time: UInt64) { if source == .senders { slots.append(Slot(time: time)) } }

    private mutating func drop(_ entry: TraceEntry) {
        switch entry.event.dropReason {
        case .overflowNewest?: lose(pending.take() ?? arrive(at: entry.event.time))
        case .overflowOldest?: lose(popHeld() ?? pending.take())
        case .noDemand?:
            dropsWithoutDemand = true
            lose(pending.take() ?? arrive(at: entry.event.time))
        case .superseded?, .ended?, .cancelled?, .error?, .noSubscriber?, nil:
            guard let value = popHeld() ?? pending.take() else { break }
            if !isSized, keeping != .untilItsTurn { life.arrivals[value].delivered = entry.event.time }
        }
    }

    private mutating func lose(_ value: Int?) {
        guard let value else { return isUncertain = true }
        life.arrivals[value].isLost = true
    }

    private mutating func deliver(on edge: EdgeID, at time: UInt64) {
        if !isBuffer, pending == nil { pending = arrive(at: time) }
        let direct = inFlight.isEmpty
        guard let value = inFlight.popFirst() ?? popHeld() ?? pending.take() else { return isUncertain = true }
        if direct { taken(at: time) }
        life.arrivals[value].delivered = time
        if !life.arrivals[value].metIdle { life.arrivals[value].fetch = time.since(lastRequest) }
        open = max(0, open - 1)
        consumers[edge, default: []].append(value)
        life.consumers = max(life.consumers, consumers.count)
    }

    /// The last value that went to a consumer.
    func lastValue(on edge: EdgeID) -> Int? { consumers[edge]?.last }

    private mutating func request(_ demand: Demand, on edge: EdgeID, at time: UInt64, answering value: Int?) {
        guard let count = demand.count else { return life.isUnlimited = true }
        guard count > 0 else { return }
        let units = min(count, StoreTrack.limit)
        open = min(open + units, StoreTrack.limit)
        lastRequest = time
        var last: Int?
        var members = 0
        if units == 1, let value, let index = consumers[edge]?.firstIndex(of: value) {
            consumers[edge]?.remove(at: index)
            (last, members) = (value, 1)
        }
        while members < units, let value = consumers[edge]?.popFirst() { (last, members) = (value, members + 1) }
        guard let last, let delivered = life.arrivals[last].delivered else {
            return life.openings.append((time, units))
        }
        let delay = time.since(delivered)
        if units == 1 { life.arrivals[last].service = delay }
        life.grants.append(StoreLife.Grant(after: members, units: units, delay: delay))
    }

    private mutating func end(_ entry: TraceEntry, isAfterValue: Bool) {
        consumers[entry.edge] = nil
        guard entry.kind == .cancel, life.finished == nil else { return }
        if isAfterValue { life.leftAfterValue = true }
        if consumers.isEmpty { life.left = entry.event.time } else { life.consumersChange = true }
    }
}

extension NodeFact {
    /// The rule by which it holds values, if it has no size to choose; else `nil`.
    var keeping: StoreHistory.Keeping? { mayBeSized ? nil : StoreHistory.Keeping(operation) }

    /// The way in which values come to it.
    var queueSource: StoreHistory.Source {
        if operation == .asyncChannel || operation == .asyncThrowingChannel { return .senders }
        return overflow == .wait || overflow == .stopProducer || prefetch == .keepFull ? .pulled : .open
    }
}
