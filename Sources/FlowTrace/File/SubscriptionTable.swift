/// The subscriptions in the oldest records of a ring.
///
/// A life is the subscription of one subscriber to one publisher, from its beginning to its end. Identifiers are reused after
/// their objects are gone; lives are not. Calls must be reported in order of time. The table assigns calls to lives as the
/// readers of a trace do; if those can only guess, the life goes on.
struct SubscriptionTable: Sendable {
    /// The number of a life, from 1; 0 for none.
    typealias ID = UInt64

    struct Life {
        /// Its subscriber.
        let key: HookKey
        /// The chunk with its first record.
        let slot: Int
        let begin: UInt64
        /// The time at which its last call returned, `nil` while it lives.
        fileprivate(set) var end: UInt64?
        fileprivate(set) var subscription: HookKey?
        /// The life in whose call it was subscribed, 0 for none.
        fileprivate(set) var outer: ID
        /// The number of lives in the table that were subscribed in its calls.
        fileprivate(set) var innerCount = 0
        /// Whether only those inner lives still need it.
        fileprivate(set) var isShell = false
        /// Whether this may be the one that ended, of several lives with its key.
        fileprivate(set) var isPerhapsOver = false
        fileprivate(set) var state = State.unwritten
        /// The size of its facts in bytes.
        fileprivate(set) var bytes = 0
    }

    /// The storage of a life in the ring's facts.
    enum State {
        case unwritten, written
        /// Not stored: there was no room.
        case lost
    }

    /// The most lives that share a subscriber or a subscription in any working program.
    private static let sharing = 64

    private var lives: [ID: Life] = [:]
    /// The lives that have not ended, by their subscriber's identifier.
    private var bySubscriber: [UInt64: [ID]] = [:]
    /// The lives that have not ended, by the subscription that they share.
    private var groups: [HookKey: [ID]] = [:]
    private var last: ID = 0
    /// The ended lives that still have records in the ring.
    private var ended: [ID] = []
    /// The ended lives mentioned in a chunk still being written.
    private var mentioned: [ID] = []
    /// The written lives removed from the table.
    private var removed: [ID] = []
    /// The size of the facts of its lives, in bytes.
    private(set) var bytes = 0

    /// The number of lives.
    var count: Int { lives.count }

    subscript(id: ID) -> Life? { lives[id] }

    // MARK: Events

    /// Begins the life of a subscriber being subscribed in a call of the life `outer`.
    mutating func begin(_ key: HookKey, at time: UInt64, slot: Int, in outer: ID) -> ID {
        last += 1
        lives[last] = Life(key: key, slot: slot, begin: time, outer: outer)
        lives[outer]?.innerCount += 1
        var all = bySubscriber[key.id] ?? []
        if all.count == SubscriptionTable.sharing { all.removeFirst() }
        bySubscriber[key.id] = all + [last]
        return last
    }

    /// The life that a call to a subscriber is about; of several, the newest.
    func living(_ key: HookKey) -> ID? { all(of: key).last }

    private func all(of key: HookKey) -> [ID] {
        let all = bySubscriber[key.id] ?? []
        let exact = all.filter { lives[$0]?.key == key }
        return exact.isEmpty ? all : exact
    }

    /// Hands a subscription to a life. `outer` is the surrounding handover if an operator passes on the subscription.
    mutating func hand(_ subscription: HookKey, to life: ID, inside outer: (life: ID, subscription: HookKey)?) {
        if let old = lives[life]?.subscription { groups[old] = without(life, groups[old]) }
        lives[life]?.subscription = subscription
        let group = groups[subscription] ?? []
        let isPassedOn = outer.map { $0.subscription == subscription && group.contains($0.life) } ?? false
        groups[subscription] = isPassedOn ? group.suffix(SubscriptionTable.sharing - 1) + [life] : [life]
    }

    /// The lives that share a subscription.
    func group(of subscription: HookKey) -> [ID] { groups[subscription] ?? [] }

    /// Completes a subscriber. Returns the lives that may have ended; of several, none counts as ended before all have.
    mutating func complete(_ key: HookKey, at time: UInt64) -> [ID] {
        let all = all(of: key)
        guard let one = all.first(where: { lives[$0]?.isPerhapsOver == false }) else { return all }
        lives[one]?.isPerhapsOver = true
        if all.allSatisfy({ lives[$0]?.isPerhapsOver == true }) { end(all, at: time) }
        return all
    }

    /// Cancels a subscription. Returns the lives that share it.
    mutating func cancel(_ subscription: HookKey, at time: UInt64) -> [ID] {
        let group = group(of: subscription)
        end(group, at: time)
        return group
    }

    /// Ends the lives of a subscriber whose object is gone, and returns them.
    mutating func bury(subscriber id: UInt64, at time: UInt64) -> [ID] {
        let all = bySubscriber[id] ?? []
        end(all, at: time)
        return all
    }

    private mutating func end(_ ids: [ID], at time: UInt64) {
        for id in ids {
            guard let life = lives[id] else { continue }
            lives[id]?.end = time
            ended.append(id)
            bySubscriber[life.key.id] = without(id, bySubscriber[life.key.id])
            if let subscription = life.subscription { groups[subscription] = without(id, groups[subscription]) }
        }
    }

    private func without(_ id: ID, _ all: [ID]?) -> [ID]? {
        guard let all, all != [id] else { return nil }
        return all.filter { $0 != id }
    }

    /// Records that the call that ended these lives has returned.
    mutating func close(_ ids: [ID], at time: UInt64) {
        for id in ids where lives[id]?.end != nil { lives[id]?.end = time }
    }

    // MARK: Facts

    /// Records that facts of a life were written.
    mutating func wrote(_ id: ID, bytes count: Int) {
        guard lives[id] != nil else { return }
        lives[id]?.bytes += count
        bytes += count
    }

    /// Records that the beginning of a life is being written.
    mutating func beganWriting(_ id: ID) { lives[id]?.state = .written }

    /// Records that there was no room for the facts of a life.
    mutating func lose(_ id: ID) {
        guard let life = lives[id] else { return }
        bytes -= life.bytes
        lives[id]?.bytes = 0
        lives[id]?.state = .lost
    }

    /// Whether the facts of a life are to be written.
    func keeps(_ id: ID) -> Bool { lives[id].map { $0.state != .lost } ?? false }

    /// Removes ended lives without a record in the ring.
    ///
    /// - Parameters:
    ///   - horizon: The time of the oldest record in the ring.
    ///   - isUnwritten: Whether to remove only unwritten lives.
    ///   - isMentioned: Whether an older chunk still being written mentions a life.
    mutating func sweep(before horizon: UInt64, ifUnwritten isUnwritten: Bool = false, isMentioned: (Life) -> Bool) {
        let all = ended
        ended = []
        for id in all {
            guard let life = lives[id], let end = life.end else { continue }
            if end >= horizon || isUnwritten && life.state != .unwritten {
                ended.append(id)
            } else if isMentioned(life) {
                mentioned.append(id)
            } else {
                leave(id, life)
            }
        }
    }

    /// Marks lives for another check after the loss of a chunk that may have mentioned them.
    mutating func askAgain() {
        ended += mentioned
        mentioned = []
    }

    /// Returns the written lives removed since the last call.
    mutating func takeRemoved() -> [ID] {
        defer { removed = [] }
        return removed
    }

    /// Removes an ended life, or keeps it for the lives subscribed in its calls. Its outer life is released; otherwise a
    /// subscriber that resubscribes at each completion would keep an ever longer chain.
    private mutating func leave(_ id: ID, _ life: Life) {
        guard life.innerCount > 0 else { return remove(id, life) }
        lives[id]?.isShell = true
        lives[id]?.outer = 0
        release(life.outer)
    }

    private mutating func remove(_ id: ID, _ life: Life) {
        lives[id] = nil
        bytes -= life.bytes
        if life.state == .written { removed.append(id) }
        release(life.outer)
    }

    private mutating func release(_ outer: ID) {
        guard lives[outer] != nil else { return }
        lives[outer]?.innerCount -= 1
        if let life = lives[outer], life.isShell, life.innerCount == 0 { remove(outer, life) }
    }
}
