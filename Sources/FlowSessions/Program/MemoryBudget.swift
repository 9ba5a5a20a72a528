import LibC

/// How much memory a viewer of a program may take, and how much of the past it keeps for that: newer events one by one, of older ones what
/// they add up to at some moments, and fewer moments the older they are.
///
/// What lives at a time is kept whatever it takes.
package struct MemoryBudget: Equatable {
    /// What is left beside what the program takes without any event, in bytes.
    private let room: Int

    /// - Parameter bytes: One of ``allowed``.
    package init(bytes: Int) { room = bytes - MemoryBudget.ground }

    private init(room: Int) { self.room = room }

    /// What each of several programs gets.
    package func shared(among count: Int) -> MemoryBudget { MemoryBudget(room: room / max(1, count)) }

    package static let standard = MemoryBudget(bytes: usual)
    /// In bytes, where nothing else is asked for.
    package static let usual = 200 << 20
    package static let allowed = (64 << 20)...(64 << 30)

    /// Has what is let go of given back to the system: a viewer makes and drops models of some MB for as long as it watches, and its memory
    /// would grow by the gaps that they leave.
    package static func returnMemory() {
        #if canImport(Glibc) || canImport(Musl)
            // Swift does not import malloc.h, where mallopt(M_MMAP_THRESHOLD, …) is.
            guard let address = dlsym(nil, "mallopt") else { return }
            let mallopt = unsafeBitCast(address, to: (@convention(c) (Int32, Int32) -> Int32).self)
            _ = mallopt(-3, 1 << 16)
        #endif
    }

    /// What flowviz takes without any event.
    private static let ground = 40 << 20
    /// The bytes of an event: in the log of the program, with the end of its call, and in the lanes of a pipeline that is open.
    private static let costOfEvent = 672

    /// The most events that a viewer knows one by one.
    var events: Int { max(1 << 14, room / 2 / MemoryBudget.costOfEvent) }

    /// About how many bytes the program at earlier moments may take.
    var past: Int { room / 10 }

    /// About how many bytes the keyframes of a long trace may take.
    var keyframes: Int { room / 8 }

    /// About how many bytes those may take that carry what verdicts rest on; while they are made, both are there.
    var measuredKeyframes: Int { room / 4 }
}
