import Testing

/// The words of a shell's command line.
enum ShellWords {
    /// Splits a line as a shell does: a text in single or double quotes is one word.
    static func split(_ line: String) throws -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in line {
            if isEscaped {
                (word, isEscaped) = ((word ?? "") + String(character), false)
                continue
            }
            switch character {
            case quote: quote = nil
            case "\\" where quote == nil: isEscaped = true
            case _ where quote == nil && "\"'".contains(character): (quote, word) = (character, word ?? "")
            case " " where quote == nil:
                if let word { words.append(word) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        try #require(quote == nil, "a quote is open in \(line)")
        return words + (word.map { [$0] } ?? [])
    }
}
