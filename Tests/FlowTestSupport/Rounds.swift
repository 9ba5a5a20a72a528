import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// How often a randomised test is played: in full where `FLOWVIZ_LONG` is set, as `make test-long` and `make fuzz` do, and a
/// sample otherwise.
public enum Rounds {
    /// Whether everything is to be played.
    public static let isLong = getenv("FLOWVIZ_LONG") != nil

    /// Where chance begins that is new with each commit, from `FLOWVIZ_SEED`.
    public static let seed = getenv("FLOWVIZ_SEED").flatMap { UInt64(String(cString: $0).prefix(15), radix: 16) } ?? 20_261_121

    /// The seeds of a test: `full` of them, or a sample, which is a hundredth where nothing else is said.
    public static func seeds(full: Int, sample: Int? = nil) -> Range<UInt64> {
        0..<UInt64(isLong ? full : sample ?? max(1, full / 100))
    }

    /// The numbers of a test's cases, in full or every `part`th of them, beginning at one that `turn` decides.
    public static func turns(_ count: Int, part: Int, turn: Int) -> [Int] {
        (0..<count).filter { isLong || ($0 + turn) % part == 0 }
    }

    /// How many hostile inputs are read: a million, or as many as `FLOWVIZ_ROUNDS` says; a sample otherwise.
    public static func count(sample: Int) -> Int {
        isLong ? getenv("FLOWVIZ_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 1_000_000 : sample
    }

    /// Reads one input, which may cost this thread ten seconds at most.
    public static func hold(_ comment: @autoclosure () -> Comment, _ read: () throws -> Void) rethrows {
        let before = secondsOfThread
        try read()
        let cost = secondsOfThread - before
        if cost > 10 { Issue.record("\(comment()): took \(cost) s of the processor") }
    }

    private static var secondsOfThread: Int {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec
    }
}
