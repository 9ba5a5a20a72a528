import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Where threads wait for each other to be ready.
final class Gate: Sendable {
    private let waiting = Atomic<Int>(0)
    private let isOpen = Atomic<Bool>(false)

    /// Waits until it is open.
    func pass() {
        waiting.add(1, ordering: .releasing)
        while !isOpen.load(ordering: .acquiring) { sched_yield() }
    }

    /// Waits for so many threads, does something, and lets them pass.
    func open(for count: Int, _ action: () -> Void) {
        while waiting.load(ordering: .acquiring) < count { sched_yield() }
        action()
        isOpen.store(true, ordering: .releasing)
    }
}
