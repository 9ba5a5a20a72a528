import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The descriptors that the program made; it takes all others to be nobody's.
final class Belongings: Sendable {
    private let own = Mutex<Set<Int32>>([0, 1, 2])

    /// Calls `make` and keeps the descriptor that it gives.
    func make(_ make: () -> Int32) -> Int32 {
        makePair { (make(), 0) }.0
    }

    /// Calls `make` and keeps the two descriptors that it gives.
    func makePair(_ make: () -> (Int32, Int32)) -> (Int32, Int32) {
        own.withLock { own in
            let pair = make()
            guard pair.0 >= 0, pair.1 >= 0 else { fail("no descriptor: \(String(cString: strerror(errno)))") }
            own.formUnion([pair.0, pair.1])
            return pair
        }
    }

    func close(_ number: Int32) {
        own.withLock { own in
            own.remove(number)
            Belongings.close(number)
        }
    }

    /// Gives a descriptor another number, even one in use; the same one back if it is one of the program's own.
    func move(_ number: Int32, to other: Int32) -> Int32 {
        own.withLock { own in
            guard !own.contains(other), dup2(number, other) == other else { return number }
            Belongings.close(number)
            own.remove(number)
            own.insert(other)
            return other
        }
    }

    /// How many threads the program has, 0 where the system does not tell.
    static var threads: Int {
        guard let folder = opendir("/proc/self/task") else { return 0 }
        defer { closedir(folder) }
        // Two of the entries are the folder itself and the one above.
        var count = -2
        while readdir(folder) != nil { count += 1 }
        return count
    }

    /// Closes every descriptor that the program did not make.
    func sweep() {
        own.withLock { own in
            var first = Belongings.numbers.lowerBound
            for number in own.sorted() where number >= first {
                Belongings.close(from: first, to: number - 1)
                first = number + 1
            }
            Belongings.close(from: first, to: Belongings.numbers.upperBound)
        }
    }

    /// The open descriptors, of any origin.
    static var open: [Int32] {
        numbers.filter { fcntl($0, F_GETFD) >= 0 }
    }

    /// Nobody has a descriptor beyond these.
    private static let numbers: Range<Int32> = 3..<4_200

    private static func close(from first: Int32, to last: Int32) {
        guard first <= last else { return }
        // Closes all at once, as daemons do. Swift's C library module lacks the function.
        guard let closeRange = dlsym(nil, "close_range") else { return (first...last).forEach(close) }
        typealias Range = @convention(c) (UInt32, UInt32, Int32) -> Int32
        _ = unsafeBitCast(closeRange, to: Range.self)(UInt32(first), UInt32(last), 0)
    }

    private static func close(_ number: Int32) {
        #if canImport(Glibc)
            _ = Glibc.close(number)
        #elseif canImport(Musl)
            _ = Musl.close(number)
        #else
            _ = Darwin.close(number)
        #endif
    }
}
