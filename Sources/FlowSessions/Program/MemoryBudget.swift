import LibC

/// The memory that a viewer of a program may use, divided among the parts of the past. The newest events are kept one by one, older ones
/// only as totals at some moments, at larger intervals the older they are.
///
/// Live subscriptions are kept at any cost.
package struct MemoryBudget: Equatable {
    /// The bytes that remain after the fixed cost of the viewer.
    private let room: Int

    /// - Parameter bytes: One of ``allowed``.
    package init(bytes: Int) { room = bytes - MemoryBudget.ground }

    private init(room: Int) { self.room = room }

    /// The share of each of `count` programs.
    package func shared(among count: Int) -> MemoryBudget { MemoryBudget(room: room / max(1, count)) }

    package static let standard = MemoryBudget(bytes: usual)
    /// The default, in bytes.
    package static let usual = 200 << 20
    package static let allowed = (64 << 20)...(64 << 30)

    /// Makes the allocator return large freed blocks to the system. A viewer makes and drops models of several MB all the time, and
    /// fragmentation would make its memory grow.
    package static func returnMemory() {
        #if canImport(Glibc) || canImport(Musl)
            // Swift does not import malloc.h with its mallopt(M_MMAP_THRESHOLD, …).
            guard let address = dlsym(nil, "mallopt") else { return }
            let mallopt = unsafeBitCast(address, to: (@convention(c) (Int32, Int32) -> Int32).self)
            _ = mallopt(-3, 1 << 16)
        #endif
    }

    /// The memory of flowviz without any events, in bytes.
    private static let ground = 40 << 20
    /// The bytes of an event: in the program's log, including the end of its call, and in the lanes of an open pipeline.
    private static let costOfEvent = 672

    /// The maximum number of events to keep one by one.
    var events: Int { max(1 << 14, room / 2 / MemoryBudget.costOfEvent) }

    /// The approximate number of bytes for the program's totals at earlier moments.
    var past: Int { room / 10 }

    /// The approximate number of bytes for the keyframes of a long trace.
    var keyframes: Int { room / 8 }

    /// The approximate number of bytes for keyframes with the data for verdicts. While they are made, both kinds are in memory.
    var measuredKeyframes: Int { room / 4 }
}
