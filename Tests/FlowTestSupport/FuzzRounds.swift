import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// How a test that mutates hostile input is played: `make fuzz` plays it in full, with chance from the commit.
public enum FuzzRounds {
    /// Whether everything is to be played.
    public static let isLong = getenv("FLOWVIZ_LONG") != nil

    /// Where chance begins.
    public static let seed = getenv("FLOWVIZ_SEED").flatMap { UInt64(String(cString: $0).prefix(15), radix: 16) } ?? 20_261_121

    /// How many rounds are played, of a million or as many as `FLOWVIZ_ROUNDS` says; a quick sample where not everything is to be.
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
