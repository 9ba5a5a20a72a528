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
    /// - Returns: The identifiers of dead subscribers, and live objects to release outside the lock: the references may be
    ///   the last ones, whose release runs a foreign deinitialiser.
    /// - Complexity: O(1) amortised.
    mutating func add(_ object: AnyObject?, id: UInt64) -> (deadIDs: [UInt64], toRelease: [AnyObject]) {
        var deadIDs: [UInt64] = []
        var toRelease: [AnyObject] = []
        if let known = living[id] {
            if let object = known.object { toRelease.append(object) } else { deadIDs.append(id) }
        }
        guard let object else {
            if !deadIDs.isEmpty { living[id] = nil }
            return (deadIDs, toRelease)
        }
        living[id] = Living(object: object)
        guard living.count >= limit else { return (deadIDs, toRelease) }
        var left: [UInt64: Living] = [:]
        for (id, known) in living {
            guard let object = known.object else {
                deadIDs.append(id)
                continue
            }
            toRelease.append(object)
            left[id] = known
        }
        living = left
        limit = max(64, living.count * 2)
        return (deadIDs, toRelease)
    }
}
