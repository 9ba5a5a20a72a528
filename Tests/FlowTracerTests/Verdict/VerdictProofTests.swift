import FlowTestSupport
import FlowTrace
import Testing
@testable import FlowAnalysis

@Suite("Verdict proof")
struct VerdictProofTests {
    @Test func `the verdict names the slow stage of a chain, and none where none is slow`() {
        var table = ConfusionTable()
        print("FLOWVIZ_SEED=\(String(Rounds.seed, radix: 16))")
        for number in Rounds.seeds(full: 1_200) {
            let chain = VerdictChain(seed: (Rounds.seed &* 0x9E37_79B9 &+ number) / 6 &* 6 &+ number % 6)
            table.add(chain, chain.report())
        }
        for mistake in table.mistakes.prefix(12) { print(mistake) }
        print(table)
        #expect(table.accuracy >= 0.99)
        #expect(table.falseAlarms == 0)
    }
}
