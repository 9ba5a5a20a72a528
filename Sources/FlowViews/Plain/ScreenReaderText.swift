import FlowScreen

/// Turns text into lines for a screen reader, without signs and decoration.
public enum ScreenReaderText {
    /// The words for signs that stand alone.
    private static let words: [Character: String] = [
        "●": "a value", "▲": "request", "∞": "unlimited", "…": "...", "▸": "to", "×": "times", "–": "to", "│": "beside",
        "§": "rule", "≥": "at least", "→": "then", "−": "minus",
    ]

    /// A row of a list, marked in words if it is selected.
    static func marked(_ text: String, isChosen: Bool) -> String { isChosen ? "chosen, \(text)" : text }

    /// A line for reading out: signs become words, columns are separated by semicolons, and parts between dots by commas.
    ///
    /// - Parameter text: Written with ``FlowScreen/Signs/spoken``, unsanitised.
    public static func line(_ text: String) -> String {
        let heard = TextWidth.sanitised(silenced(text))
        let clauses = worded(heard).replacing(" · ", with: ", ").split(separator: "  ")
        return clauses.map { $0.trimmed(" ") }.filter { !$0.isEmpty }.joined(separator: "; ")
    }

    /// Lines for reading out, without empty ones.
    static func lines(_ texts: [String]) -> [String] { texts.map(line).filter { !$0.isEmpty } }

    /// A text without silent signs, and without the blank between a sign and its word.
    private static func silenced(_ text: String) -> String {
        var heard = ""
        var isAfterSign = false
        for character in text {
            if character != Signs.silent, !(isAfterSign && character == " ") { heard.append(character) }
            isAfterSign = character == Signs.silent
        }
        return heard
    }

    private static func worded(_ text: String) -> String {
        var line = ""
        var isAfterWord = false
        for character in text {
            let word = words[character]
            let isJoined = line.last.map { $0.isLetter || $0.isNumber || ")]".contains($0) } ?? false
            if word != nil && isJoined || isAfterWord && (character.isLetter || character.isNumber) { line += " " }
            line += word ?? String(character)
            isAfterWord = word != nil
        }
        return line
    }
}

extension Substring {
    fileprivate func trimmed(_ character: Character) -> Substring {
        var rest = drop { $0 == character }
        while rest.last == character { rest.removeLast() }
        return rest
    }
}
