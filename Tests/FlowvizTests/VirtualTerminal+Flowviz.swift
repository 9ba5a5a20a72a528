import FlowScenarios
import FlowTestSupport

extension VirtualTerminal {
    /// Whether the last part of a frame is drawn: the end of the footer, in the last row.
    var isWholeFrame: Bool {
        rows.last?.hasSuffix("q quit") == true
    }

    /// Whether the header names a scenario; a narrow one starts with it.
    func shows(_ scenario: Scenario) -> Bool {
        let words = rows[0].split(separator: " ")
        return isWholeFrame && (words.first == "flowviz" ? words.dropFirst(2).first : words.first) == scenario.id[...]
    }

    /// The number in front of a word: 20 in `20 received`.
    func number(before word: String) -> Int? {
        for row in rows {
            let words = row.split(separator: " ")
            for (number, next) in zip(words, words.dropFirst()) where next == word { if let count = Int(number) { return count } }
        }
        return nil
    }
}
