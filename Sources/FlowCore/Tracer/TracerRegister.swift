/// A tracer's list of the live subscribers of the process.
struct TracerRegister: @unchecked Sendable {  // weak references that are only compared, behind a lock
    private struct Living {
        weak var object: AnyObject?
    }

    private var living: [UInt64: Living] = [:]
    private var limit = 64

    /// Adds a subscriber and finds dead ones: the previous owner of its identifier and, now and then, all others.
    ///
    /// - Parameter object: The subscriber if it is an object. A value may have the identifier of an object inside it.
    /// - Returns: The identifiers of dead subscribers, and the live objects. Release the objects outside the lock: these may be
    ///   the last references, whose release runs a foreign deinitialiser.
    /// - Complexity: O(1) amortised.
    mutating func add(_ object: AnyObject?, id: UInt64) -> (dead: [UInt64], alive: [AnyObject]) {
        var dead: [UInt64] = []
        var alive: [AnyObject] = []
        if let known = living[id] {
            if let object = known.object { alive.append(object) } else { dead.append(id) }
        }
        guard let object else {
            if !dead.isEmpty { living[id] = nil }
            return (dead, alive)
        }
        living[id] = Living(object: object)
        guard living.count >= limit else { return (dead, alive) }
        var left: [UInt64: Living] = [:]
        for (id, known) in living {
            guard let object = known.object else {
                dead.append(id)
                continue
            }
            alive.append(object)
            left[id] = known
        }
        living = left
        limit = max(64, living.count * 2)
        return (dead, alive)
    }
}
