/// The subscriptions in the oldest records of a ring.
///
/// A life is one subscriber with one publisher, from being subscribed to its end. Identifiers are reused after their objects are
/// gone; lives are not. The table has to learn of calls in the order of time. It assigns a call to a life as the readers of a
/// trace do, and where they can only guess, a life goes on.
struct SubscriptionTable: Sendable {
    /// Numbers lives from 1; 0 is none.
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
        /// How many lives in the table were subscribed in its calls.
        fileprivate(set) var innerCount = 0
        /// Whether only those need it.
        fileprivate(set) var isShell = false
        /// Whether one of several live subscribers with this key has ended.
        fileprivate(set) var isPerhapsOver = false
        fileprivate(set) var state = State.unwritten
        /// How many bytes of facts it takes.
        fileprivate(set) var bytes = 0
    }

    /// Whether the ring's facts include a life.
    enum State {
        case unwritten, written
        /// Nothing: there was no room.
        case lost
    }

    /// More lives than this never share a subscriber or a subscription in a program that works.
    private static let sharing = 64

    private var lives: [ID: Life] = [:]
    /// The live ones, by their subscriber's identifier.
    private var bySubscriber: [UInt64: [ID]] = [:]
    /// The live ones that share a subscription.
    private var groups: [HookKey: [ID]] = [:]
    private var last: ID = 0
    /// The ended ones, until the ring has no record about them.
    private var ended: [ID] = []
    /// The ended ones mentioned by a chunk that is still being written.
    private var mentioned: [ID] = []
    /// The ones that left the table after they had been written.
    private var removed: [ID] = []
    /// How many bytes of facts its lives take.
    private(set) var bytes = 0

    /// How many lives it has.
    var count: Int { lives.count }

    subscript(id: ID) -> Life? { lives[id] }

    // MARK: Events

    /// A subscriber is being subscribed, in a call for the life `outer`.
    mutating func begin(_ key: HookKey, at time: UInt64, slot: Int, in outer: ID) -> ID {
        last += 1
        lives[last] = Life(key: key, slot: slot, begin: time, outer: outer)
        lives[outer]?.innerCount += 1
        var all = bySubscriber[key.id] ?? []
        if all.count == SubscriptionTable.sharing { all.removeFirst() }
        bySubscriber[key.id] = all + [last]
        return last
    }

    /// The life that a call to a subscriber belongs to; the newest of several.
    func living(_ key: HookKey) -> ID? { all(of: key).last }

    private func all(of key: HookKey) -> [ID] {
        let all = bySubscriber[key.id] ?? []
        let exact = all.filter { lives[$0]?.key == key }
        return exact.isEmpty ? all : exact
    }

    /// Hands a subscription to a life, within the handing of one to another if an operator passes it on.
    mutating func hand(_ subscription: HookKey, to life: ID, inside outer: (life: ID, subscription: HookKey)?) {
        if let old = lives[life]?.subscription { groups[old] = without(life, groups[old]) }
        lives[life]?.subscription = subscription
        let group = groups[subscription] ?? []
        let isPassedOn = outer.map { $0.subscription == subscription && group.contains($0.life) } ?? false
        groups[subscription] = isPassedOn ? group.suffix(SubscriptionTable.sharing - 1) + [life] : [life]
    }

    /// The lives that share a subscription.
    func group(of subscription: HookKey) -> [ID] { groups[subscription] ?? [] }

    /// A subscriber gets its completion. Returns the lives that it may belong to; of several, none is over before all are.
    mutating func complete(_ key: HookKey, at time: UInt64) -> [ID] {
        let all = all(of: key)
        guard let one = all.first(where: { lives[$0]?.isPerhapsOver == false }) else { return all }
        lives[one]?.isPerhapsOver = true
        if all.allSatisfy({ lives[$0]?.isPerhapsOver == true }) { end(all, at: time) }
        return all
    }

    /// A subscription is cancelled. Returns the lives that share it.
    mutating func cancel(_ subscription: HookKey, at time: UInt64) -> [ID] {
        let group = group(of: subscription)
        end(group, at: time)
        return group
    }

    /// The object of a subscriber is gone. Returns its lives.
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

    /// The call that ended lives has returned.
    mutating func close(_ ids: [ID], at time: UInt64) {
        for id in ids where lives[id]?.end != nil { lives[id]?.end = time }
    }

    // MARK: Facts

    /// Facts of a life were written, its beginning first.
    mutating func wrote(_ id: ID, bytes count: Int) {
        guard lives[id] != nil else { return }
        lives[id]?.bytes += count
        bytes += count
    }

    /// The beginning of a life is being written.
    mutating func beganWriting(_ id: ID) { lives[id]?.state = .written }

    /// There was no room for facts of a life.
    mutating func lose(_ id: ID) {
        guard let life = lives[id] else { return }
        bytes -= life.bytes
        lives[id]?.bytes = 0
        lives[id]?.state = .lost
    }

    /// Whether facts of a life are wanted.
    func keeps(_ id: ID) -> Bool { lives[id].map { $0.state != .lost } ?? false }

    /// Removes ended lives of which the ring has no record.
    ///
    /// - Parameters:
    ///   - horizon: The time of the oldest record in the ring.
    ///   - isUnwritten: Whether to remove only lives that were not written.
    ///   - isMentioned: Whether an older chunk, still being written, has records of a life.
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

    /// Marks lives to be checked again, after the loss of a chunk that may have mentioned them.
    mutating func askAgain() {
        ended += mentioned
        mentioned = []
    }

    /// The lives that were removed since it was asked last, and had been written.
    mutating func takeRemoved() -> [ID] {
        defer { removed = [] }
        return removed
    }

    /// Removes an ended life, or keeps it for the lives subscribed in its calls. Its own outer life is released: otherwise a
    /// subscriber that subscribes again at each completion would keep a chain that grows without bound.
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
