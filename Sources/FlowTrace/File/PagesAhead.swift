import LibC
internal import Synchronization

/// Populates the pages of a growing file on a separate thread, ahead of the recording threads.
///
/// A page fault costs microseconds, for one record in 128. The thread stays ahead by the number of pages in use and a few more,
/// at most by ``reach``: a program that records little pays little. The thread starts when the first pages may not suffice.
/// Without support by the system, pages are populated as they are written.
///
/// - Important: ``use(upTo:)`` is called by one thread at a time.
final class PagesAhead: @unchecked Sendable {  // `goal` and `isRunning` belong to the caller, one at a time; the rest is atomic
    /// The number of bytes populated when the file is made, and always kept ahead.
    static let first = 4 << 20
    /// The most bytes populated ahead of use.
    static let reach = 64 << 20
    /// The number of bytes populated between two checks of the goal.
    private static let step = 1 << 20

    private let memory: FileMemory
    private let wanted = Atomic<Int>(0)
    private let used = Atomic<Int>(0)
    private let isEnded = Atomic<Bool>(false)
    private var goal = 0
    private var isRunning = false
    #if canImport(Glibc) || canImport(Musl)
        private let wake = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    #endif

    init(of memory: FileMemory) {
        self.memory = memory
        #if canImport(Glibc) || canImport(Musl)
            wake.initialize(to: sem_t())
            sem_init(wake, 0, 0)
        #endif
    }

    deinit {
        #if canImport(Glibc) || canImport(Musl)
            sem_destroy(wake)
            wake.deallocate()
        #endif
    }

    /// The offset to populate up to while the file is used up to `used`.
    static func goal(used: Int, size: Int) -> Int { min(size, used + min(reach, used + first)) }

    /// Populates the first pages on this thread.
    func begin() {
        goal = PagesAhead.goal(used: 0, size: memory.size)
        _ = memory.populate(from: 0, count: goal)
    }

    /// Records that the file is used up to an offset.
    func use(upTo offset: Int) {
        let next = PagesAhead.goal(used: offset, size: memory.size)
        guard next - goal >= PagesAhead.first || next > goal && next == memory.size else { return }
        used.store(offset, ordering: .relaxed)
        wanted.store(next, ordering: .releasing)
        start(at: goal)
        goal = next
    }

    func end() {
        isEnded.store(true, ordering: .releasing)
        awaken()
    }

    private func start(at offset: Int) {
        #if canImport(Glibc) || canImport(Musl)
            if !isRunning { DetachedThread.run { self.run(from: offset) } }
            isRunning = true
            awaken()
        #endif
    }

    private func awaken() {
        #if canImport(Glibc) || canImport(Musl)
            sem_post(wake)
        #endif
    }

    /// Populates pages from `offset` on as the goal rises, until the end of the file or ``end()``. Returns the offset reached.
    @discardableResult
    func run(from offset: Int) -> Int {
        var made = offset
        while made < memory.size, !isEnded.load(ordering: .acquiring) {
            // Used pages were populated when they were written.
            made = max(made, used.load(ordering: .relaxed))
            let count = min(PagesAhead.step, wanted.load(ordering: .acquiring) - made)
            if count > 0 {
                guard memory.populate(from: made, count: count) else { return made }
                made += count
            } else {
                wait()
            }
        }
        return made
    }

    private func wait() {
        #if canImport(Glibc) || canImport(Musl)
            sem_wait(wake)
        #endif
    }
}
