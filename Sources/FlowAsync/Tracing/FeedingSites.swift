internal import Synchronization

/// The places in the code that have fed a stream, by the addresses at which their yields or sends return.
///
/// Never waits: a value from the first place costs a comparison, one from another place a search.
struct FeedingSites: ~Copyable, @unchecked Sendable {  // every word is atomic
    private let first = Atomic<UInt>(0)
    /// The address of a table of the other places, made for the second one; 0 before.
    private let table = Atomic<UInt>(0)

    /// The most other places recorded of a stream; a power of two.
    private static let limit = 64

    deinit { UnsafeMutablePointer<UInt>(bitPattern: table.load(ordering: .relaxed))?.deallocate() }

    /// Whether a place is the first one of the stream.
    @inline(__always)
    borrowing func isFirst(_ site: UInt) -> Bool { first.load(ordering: .relaxed) == site }

    /// Whether there is no place yet.
    var isEmpty: Bool { first.load(ordering: .relaxed) == 0 }

    /// Adds a place unless there are too many. Returns whether it is new.
    @inline(never)
    borrowing func add(_ site: UInt) -> Bool {
        if first.load(ordering: .relaxed) == 0 {
            let known = first.compareExchange(expected: 0, desired: site, ordering: .relaxed)
            if known.exchanged || known.original == site { return known.exchanged }
        }
        let places = madePlaces()
        // Return addresses differ in their low bits.
        let start = Int(truncatingIfNeeded: site ^ site >> 6)
        for step in 0..<FeedingSites.limit {
            let index = (start &+ step) & (FeedingSites.limit - 1)
            let place = UnsafeMutableRawPointer(places + index).assumingMemoryBound(to: Atomic<UInt>.self)
            // Loaded first: an exchange would take the memory from other threads.
            if place.pointee.load(ordering: .relaxed) == site { return false }
            let known = place.pointee.compareExchange(expected: 0, desired: site, ordering: .relaxed)
            if known.exchanged || known.original == site { return known.exchanged }
        }
        return false
    }

    private borrowing func madePlaces() -> UnsafeMutablePointer<UInt> {
        if let known = UnsafeMutablePointer<UInt>(bitPattern: table.load(ordering: .acquiring)) { return known }
        let fresh = UnsafeMutablePointer<UInt>.allocate(capacity: FeedingSites.limit)
        fresh.initialize(repeating: 0, count: FeedingSites.limit)
        let made = table.compareExchange(expected: 0, desired: UInt(bitPattern: fresh), ordering: .acquiringAndReleasing)
        if made.exchanged { return fresh }
        fresh.deallocate()
        return UnsafeMutablePointer(bitPattern: made.original) ?? fresh
    }
}
