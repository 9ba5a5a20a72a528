import FlowTestSupport

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Chance that comes out the same for the same seed, and how many rounds to play.
struct OperatorChance: RandomNumberGenerator {
    private var chance: SeededChance

    init(seed: UInt64) {
        chance = SeededChance(seed: seed)
    }

    mutating func next() -> UInt64 {
        chance.next()
    }

    /// Whether something happens that happens once in `count` times.
    mutating func oneIn(_ count: Int) -> Bool {
        Int.random(in: 0..<count, using: &self) == 0
    }

    mutating func below(_ bound: Int) -> Int {
        Int.random(in: 0..<bound, using: &self)
    }

    /// The seeds of a randomised test: `full` of them where FLOWVIZ_LONG is set, a hundredth otherwise.
    static func seeds(full: Int) -> Range<UInt64> {
        0..<UInt64(getenv("FLOWVIZ_LONG") == nil ? max(1, full / 100) : full)
    }
}
