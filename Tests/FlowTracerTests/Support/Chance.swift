import Glibc

/// Chance that comes out the same for the same seed (SplitMix64), and how many rounds to play.
struct Chance: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
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
