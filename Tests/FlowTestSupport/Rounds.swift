import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The number of rounds of a randomised test: all of them if `FLOWVIZ_LONG` is set, as by `make test-long` and `make fuzz`,
/// otherwise a sample.
public enum Rounds {
    /// Whether all rounds are played.
    public static let isLong = getenv("FLOWVIZ_LONG") != nil

    /// The seed that changes with each commit, from `FLOWVIZ_SEED`.
    public static let seed = getenv("FLOWVIZ_SEED").flatMap { UInt64(String(cString: $0).prefix(15), radix: 16) } ?? 20_261_121

    /// The seeds of a test: `full` of them, or a sample, by default a hundredth.
    public static func seeds(full: Int, sample: Int? = nil) -> Range<UInt64> {
        0..<UInt64(isLong ? full : sample ?? max(1, full / 100))
    }

    /// The numbers of a test's cases: all, or every `part`th, beginning at one that depends on `turn`.
    public static func turns(_ count: Int, part: Int, turn: Int) -> [Int] {
        (0..<count).filter { isLong || ($0 + turn) % part == 0 }
    }

    /// The number of hostile inputs to read in a long run: `FLOWVIZ_ROUNDS`, or a million; otherwise `sample`.
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
