import FlowTrace

extension StoreLife {
    /// The life of a stage that passes on one value after the other, as `receive(on:)` does.
    ///
    /// Its scheduler counts as a consumer that requests the next value after its work for the last. That work ended when the next value was
    /// passed on, if that one waited for it. Otherwise the scheduler was idle, and all that is known is that it ended before.
    ///
    /// - Complexity: O(*n*) for *n* arrivals.
    func takingTurns() -> StoreLife {
        guard let first = arrivals.first else { return self }
        var life = self
        (life.consumers, life.openings, life.grants) = (1, [(first.time, 1)], [])
        let count = arrivals.firstIndex { $0.delivered == nil } ?? arrivals.count
        for index in arrivals.indices { life.arrivals[index].metIdle = !waitsForWork(index) }
        for index in arrivals[..<count].indices.dropLast() {
            guard let turn = arrivals[index].delivered, let next = arrivals[index + 1].delivered else { break }
            guard waitsForWork(index + 1) else {
                life.arrivals[index].mostService = arrivals[index + 1].time.since(turn)
                continue
            }
            life.arrivals[index].service = next.since(turn)
            life.arrivals[index + 1].fetch = 0
            life.grants.append(Grant(after: 1, units: 1, delay: next.since(turn)))
        }
        life.peak = life.mostWaiting
        return life
    }

    /// Whether a value waited until the scheduler had done its work for the one before.
    private func waitsForWork(_ index: Int) -> Bool {
        guard index > 0 else { return false }
        guard let before = arrivals[index - 1].delivered else { return true }
        guard let turn = arrivals[index].delivered else { return arrivals[index].time <= before }
        let wait = turn.since(arrivals[index].time)
        return wait > 0 && arrivals[index].time <= before || wait > StoreLife.idleDelay
    }

    /// The longest time, in nanoseconds, after which an idle scheduler runs its next work.
    private static let idleDelay: UInt64 = 500_000

    /// The maximum number of values that waited at once.
    private var mostWaiting: Int {
        var (most, first) = (0, 0)
        for (index, arrival) in arrivals.enumerated() where !arrival.metIdle {
            while first < index, let turn = arrivals[first].delivered, turn <= arrival.time { first += 1 }
            most = max(most, index + 1 - first)
        }
        return most
    }
}
