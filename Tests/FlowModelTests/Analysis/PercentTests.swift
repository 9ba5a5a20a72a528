import FlowTestSupport
import FlowText
import Testing

@Suite("Percent")
struct PercentTests {
    @Test(
        arguments: [
            (0, "0 %"), (0.000_001, "<0.1 %"), (0.000_4, "<0.1 %"), (0.001, "0.1 %"), (0.004_4, "0.4 %"), (0.004_6, "1 %"),
            (0.006, "1 %"),
            (0.83, "83 %"), (0.994, "99 %"), (0.996, "99.6 %"), (0.999_8, "99.9 %"), (0.999_999_9, "99.9 %"), (1, "100 %"),
            (-0.1, "0 %"), (1.2, "100 %"), (0.1 + 0.2 + 0.7, "100 %"),
        ] as [(Double, String)])
    func `only the whole is 100 %, and only nothing 0 %`(share: Double, text: String) {
        #expect(Percent.text(share) == text)
    }

    @Test(
        arguments: [
            (2.14, "2.1"), (0.95, "1.0"), (0.1, "0.1"), (0.096, "0.1"), (0.094, "0.09"), (0.04, "0.04"), (0.014, "0.01"),
            (0.004, "0.004"), (0.000_6, "0.001"), (0.000_4, "<0.001"),
        ] as [(Double, String)])
    func `a rate that is not 0 does not read as 0`(rate: Double, text: String) {
        #expect(Percent.rate(rate) == text)
    }

    @Test func `a part of a whole is never all of it and never nothing, and no greater part reads as a smaller one`() {
        var chance = SeededChance(seed: Rounds.seed)
        for _ in 0..<1_000 {
            let parts = (0..<2).map { _ in PercentTests.part(&chance) }.sorted()
            let texts = parts.map(Percent.text)

            #expect(!texts.contains("0 %") && !texts.contains("100 %"))
            #expect(PercentTests.number(texts[0]) <= PercentTests.number(texts[1]))
        }
    }

    /// A share that may be close to nothing or to the whole.
    private static func part(_ chance: inout SeededChance) -> Double {
        let size = Double(chance.below(999_999) + 1) / 1e6
        let share = chance.below(2) == 0 ? size : size / 100
        return chance.below(2) == 0 ? share : 1 - share
    }

    /// The number of a text; that of `<0.1 %` is smaller than that of `0.1 %`.
    private static func number(_ text: String) -> Double {
        let digits = text.dropLast(2)
        return digits.hasPrefix("<") ? 0.05 : Double(digits) ?? .nan
    }
}
