/// What the tracer has to remember of the process: which types have been named, and which subscribers live.
struct TracerRegister: @unchecked Sendable {  // weak references that are only compared, behind a lock
    private struct Living {
        weak var object: AnyObject?
    }

    private var types: Set<UInt32> = []
    private var texts: [String: UInt32] = [:]
    private var living: [UInt64: Living] = [:]
    private var limit = 64

    /// Whether a type comes for the first time.
    mutating func isNew(type: UInt32) -> Bool {
        types.insert(type).inserted
    }

    /// The tag of a text, and whether it comes for the first time. Types have tags without the highest bit.
    mutating func tag(of text: String) -> (tag: UInt32, isNew: Bool) {
        if let known = texts[text] { return (known, false) }
        let tag = UInt32(texts.count) | 1 << 31
        texts[text] = tag
        return (tag, true)
    }

    /// Takes a subscriber and returns those found dead: the one whose identifier it inherits and, now and then, all others.
    ///
    /// - Complexity: O(1) amortised.
    mutating func add(_ object: AnyObject, id: UInt64) -> [UInt64] {
        var dead: [UInt64] = []
        if let known = living[id], known.object == nil { dead.append(id) }
        living[id] = Living(object: object)
        guard living.count >= limit else { return dead }
        let gone = living.filter { $0.value.object == nil }.keys
        for id in gone { living[id] = nil }
        limit = max(64, living.count * 2)
        return dead + gone
    }
}
