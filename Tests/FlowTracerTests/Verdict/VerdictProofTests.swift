import FlowTrace
import Glibc
import Testing
@testable import FlowAnalysis

@Suite("Verdict proof")
struct VerdictProofTests {
    /// The seed of all chains: of the commit in `make test-long`, a fixed one otherwise.
    static let seed = getenv("FLOWVIZ_SEED").flatMap { UInt64(String(cString: $0).prefix(15), radix: 16) } ?? 20_261_121

    @Test func `the verdict names the slow stage of a chain, and none where none is slow`() {
        var table = ConfusionTable()
        print("FLOWVIZ_SEED=\(String(Self.seed, radix: 16))")
        for number in Chance.seeds(full: 1_200) {
            let chain = VerdictChain(seed: (Self.seed &* 0x9E37_79B9 &+ number) / 6 &* 6 &+ number % 6)
            table.add(chain, chain.report())
        }
        for mistake in table.mistakes.prefix(12) { print(mistake) }
        print(table)
        #expect(table.accuracy >= 0.99)
        #expect(table.falseAlarms == 0)
    }
}
