/// The position of a record in the ring.
struct Place: Sendable {
    let slot: Int
    /// Distinguishes the chunk from others in its slot.
    let serial: Int
    let index: Int
}

/// The open calls of a thread.
struct ThreadCalls: Sendable {
    struct Call: Sendable {
        /// The kind of its end.
        let end: CallKind
        let key: HookKey
        let place: Place
        /// The lives that the call is about; `nil` if its records are not kept.
        var lives: [SubscriptionTable.ID]?
        /// The lives subscribed in the call, each with the life to which the call delivered.
        var links: [(life: SubscriptionTable.ID, outer: SubscriptionTable.ID)]?
        /// The handed-over subscription.
        var handed: HookKey?
    }

    var open: [Call] = []
    /// The subscription that the next record hands over.
    var handed: (subscription: HookKey, place: Place)?

    var isEmpty: Bool { open.isEmpty && handed == nil }

    /// The most open calls kept, the innermost ones, so that missing ends do not cost memory.
    private static let depth = 512

    mutating func push(_ call: Call) {
        if open.count == ThreadCalls.depth { open.removeFirst(ThreadCalls.depth / 2) }
        open.append(call)
    }

    /// Ends a call, and all unfinished calls inside it.
    mutating func pop(_ kind: CallKind, _ key: HookKey) -> Call? {
        guard let last = open.last else { return nil }
        if last.end == kind, last.key == key { return open.removeLast() }
        guard let index = open.lastIndex(where: { $0.end == kind && $0.key == key }) else { return nil }
        defer { open.removeSubrange(index...) }
        return open[index]
    }
}

/// Decides which records of a ring are kept, and for which lives: records of subscribing and of handing over a subscription, the
/// requests made meanwhile, completions, cancellations and deaths, and the deliveries in which something was subscribed.
extension RingEviction {
    /// Assigns a record to its lives.
    mutating func read(_ record: TraceEvent, _ place: Place, _ calls: inout ThreadCalls) {
        if let call = record.call {
            read(call, record, place, &calls)
        } else if let step = record.step {
            read(step, record, place)
        } else if let fact = record.fact {
            read(fact, record, place, &calls)
        }
    }

    private mutating func read(_ kind: CallKind, _ record: TraceEvent, _ place: Place, _ calls: inout ThreadCalls) {
        let key = record.hookKey
        switch kind {
        case .willValue: calls.push(.init(end: .didValue, key: key, place: place))
        case .didValue, .didSubscribe, .didSubscription, .didComplete, .didRequest, .didCancel:
            if let call = calls.pop(kind, key) { close(call, kind, at: record.time, place) }
        case .willSubscribe: subscribe(record, place, &calls)
        case .willSubscription: handOver(record, place, &calls)
        case .willRequest: begin(.didRequest, key, place, calls.lastsRequest ? lives(of: key, calls) : nil, &calls)
        case .willComplete: begin(.didComplete, key, place, table.complete(key, at: record.time), &calls)
        case .willCancel: begin(.didCancel, key, place, table.cancel(key, at: record.time), &calls)
        }
    }

    /// Assigns a step of a stream of Swift concurrency, which has no separate end.
    private mutating func read(_ kind: StepKind, _ record: TraceEvent, _ place: Place) {
        let key = HookKey(id: record.a, tag: 0)
        switch kind {
        case .completion: pick(place, table.complete(key, at: record.time))
        case .cancel: pick(place, table.cancel(key, at: record.time))
        case .value, .request, .kept, .dropped, .refused, .resumed, .abandoned, .state: break
        }
    }

    private mutating func read(_ kind: FactKind, _ record: TraceEvent, _ place: Place, _ calls: inout ThreadCalls) {
        switch kind {
        case .subscription: calls.handed = (record.hookKey, place)
        case .death: pick(place, table.bury(subscriber: record.a, at: record.time))
        case .publisherType, .subscriberType, .valueType, .label, .location, .parentSubscription, .subject, .owner, .capacity,
            .overflow, .prefetch, .latest, .recordsSends, .test:
            if let top = calls.open.last, top.end == .didSubscribe { pick(place, top.lives) }
        case .stack:
            if [.fed, .consumed, .ended].contains(record.stackRole) {
                pick(place, table.living(HookKey(id: record.a, tag: 0)).map { [$0] })
            } else if let top = calls.open.last, top.end == .didSubscribe {
                pick(place, top.lives)
            }
        case .typeName, .module, .buildID, .frame, .placeName, .testEnd: break
        }
    }

    private mutating func begin(
        _ end: CallKind, _ key: HookKey, _ place: Place, _ lives: [SubscriptionTable.ID]?, handing: HookKey? = nil,
        _ calls: inout ThreadCalls
    ) {
        let lives = lives?.isEmpty == true ? nil : lives
        pick(place, lives)
        calls.push(.init(end: end, key: key, place: place, lives: lives, handed: handing))
    }

    private mutating func close(_ call: ThreadCalls.Call, _ kind: CallKind, at time: UInt64, _ place: Place) {
        if let lives = call.lives {
            pick(place, lives)
            if kind == .didComplete || kind == .didCancel { table.close(lives, at: time) }
        }
        for link in call.links ?? [] { pick(place, link.life, in: link.outer) }
    }

    private mutating func subscribe(_ record: TraceEvent, _ place: Place, _ calls: inout ThreadCalls) {
        let key = record.hookKey
        let top = calls.open.last
        if let top, top.end == .didSubscribe, top.key.id == key.id, top.key == key || record.callFlags.contains(.erased) {
            return begin(.didSubscribe, key, place, top.lives, &calls)
        }
        let outer = top.flatMap { lifeAround($0) } ?? 0
        let life = table.begin(key, at: record.time, slot: place.slot, in: outer)
        if let top, top.end == .didValue, outer != 0, isThere(top.place) {
            pick(top.place, life, in: outer)
            calls.open[calls.open.count - 1].links = (top.links ?? []) + [(life, outer)]
        }
        begin(.didSubscribe, key, place, [life], &calls)
    }

    /// The life of a call, if it matters to subscriptions made in the call.
    private func lifeAround(_ call: ThreadCalls.Call) -> SubscriptionTable.ID? {
        switch call.end {
        case .didSubscribe, .didComplete: call.lives?.first
        case .didValue: table.living(call.key)
        default: nil
        }
    }

    private mutating func handOver(_ record: TraceEvent, _ place: Place, _ calls: inout ThreadCalls) {
        let (key, fact) = (record.hookKey, calls.handed)
        calls.handed = nil
        let handed = fact?.subscription ?? HookKey(id: record.b, tag: 0)
        guard let life = beingSubscribed(key, calls) ?? table.living(key) else {
            return begin(.didSubscription, key, place, nil, handing: handed, &calls)
        }
        if let fact { pick(fact.place, [life]) }
        let outer = calls.open.last { $0.handed != nil && $0.lives != nil }
        table.hand(handed, to: life, inside: outer.flatMap { call in call.handed.map { (call.lives?.first ?? 0, $0) } })
        begin(.didSubscription, key, place, [life], handing: handed, &calls)
    }

    /// The life of a subscriber being subscribed, still without a subscription.
    private func beingSubscribed(_ key: HookKey, _ calls: ThreadCalls) -> SubscriptionTable.ID? {
        let call = calls.open.last { $0.end == .didSubscribe && $0.key == key }
        guard let life = call?.lives?.first, table[life]?.subscription == nil else { return nil }
        return life
    }

    /// The lives of a called subscription.
    private func lives(of subscription: HookKey, _ calls: ThreadCalls) -> [SubscriptionTable.ID] {
        let group = table.group(of: subscription)
        return group.isEmpty ? calls.open.last { $0.handed == subscription }?.lives ?? [] : group
    }

    private func isThere(_ place: Place) -> Bool {
        (place.slot == currentSlot ? current.serial : chunks[place.slot]?.serial) == place.serial
    }

    private mutating func pick(_ place: Place, _ lives: [SubscriptionTable.ID]?) {
        for life in lives ?? [] { pick(place, life, in: 0) }
    }

    private mutating func pick(_ place: Place, _ life: SubscriptionTable.ID, in outer: SubscriptionTable.ID) {
        guard isThere(place) else { return }
        let pick = Pick(index: place.index, life: life, outer: outer)
        if place.slot == currentSlot { current.picks.append(pick) } else { chunks[place.slot]?.picks.append(pick) }
    }
}

extension ThreadCalls {
    /// Whether a request made now is part of subscribing.
    fileprivate var lastsRequest: Bool {
        guard let outer = open.last, outer.lives != nil else { return false }
        return [.didSubscribe, .didSubscription, .didRequest].contains(outer.end)
    }
}
