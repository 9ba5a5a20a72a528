import FlowScreen
import FlowTestSupport
import Testing

@Suite("Phrases that are cut")
struct PhraseCutTests {
    @Test(arguments: [
        (22, "in 2 values   over its life of 0.0123 ms", "in 2 values   over it…"),
        (33, "over its life of 0.0123 ms at most", "over its life of 0.0123 ms at mo…"),
        (20, "over its life of 0.0123 ms", "over its life of…"), (24, "over its life of 0.0123 ms", "over its life of…"),
        (25, "over its life of 0.0123 ms", "over its life of…"), (26, "over its life of 0.0123 ms", "over its life of 0.0123 ms"),
        (12, "holds 1,234 values", "holds 1,234…"), (10, "holds 1,234 values", "holds…"), (4, "✗ 1234", "✗…"),
        (5, "8 of 80", "8 of…"),
        (3, "12345", "…"), (7, "for 99.9 % of it", "for…"), (9, "for 99.9 % of it", "for…"),
        (11, "for 99.9 % of it", "for 99.9 %…"),
        (18, "value #1234 waited", "value #1234 waited"), (10, "value #1234 waited", "value…"), (0, "8", ""), (1, "80", "…"),
        (5, "漢字漢 12", "漢字…"),
    ])
    func `a number stays whole or goes, with its unit`(width: Int, text: String, fitted: String) {
        #expect(PhraseCut.text(text, to: width, mark: "…") == fitted)
    }

    @Test(arguments: [
        (22, "dropping at AsyncStream:151: 26 in the last 1.0 s", "dropping at Async…:151"),
        (27, "dropping at AsyncStream:151: 26 in the last 1.0 s", "dropping at AsyncStream:151"),
        (28, "dropping at AsyncStream:151: 26 in the last 1.0 s", "dropping at AsyncStream:151…"),
        (15, "dropping at AsyncStream:151: 26 in the last 1.0 s", "dropping at…"),
        (25, "AsyncStream:151 asks too early", "AsyncStream:151 asks too…"),
        (12, "AsyncStream:151 asks", "AsyncSt…:151"), (21, "because for await:89, and", "because for await:89…"),
    ])
    func `a name that is cut keeps its line`(width: Int, text: String, fitted: String) {
        #expect(PhraseCut.text(text, to: width, mark: "…") == fitted)
    }

    @Test func `no cut text has a part of a number, or is wider than its room`() {
        let words = [
            "0.0123", "ms", "AsyncStream:151", "1,234", "漢字", "of", "#17", "99.9", "%", "holds", "×40,", "s;", "8/8", "a:1",
        ]
        var chance = SeededChance(seed: Rounds.seed)
        for _ in 0..<300 {
            let text = (0..<6).map { _ in words[chance.below(words.count)] }.joined(separator: " ")
            let numbers = Set(PhraseCutTests.numbers(of: text))
            for width in 0...TextWidth.width(of: text) {
                let cut = PhraseCut.text(text, to: width, mark: "…")
                #expect(TextWidth.width(of: cut) <= width, "\(text) in \(width): \(cut)")
                #expect(numbers.isSuperset(of: PhraseCutTests.numbers(of: cut)), "\(text) in \(width): \(cut)")
            }
        }
    }

    private static func numbers(of text: String) -> [Substring] {
        text.matches(of: #/\d+(?:[.,]\d+)*/#).map(\.output)
    }
}
