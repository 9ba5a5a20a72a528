/// Reads the text of a state.
enum StateText {
    /// The facts in it, by kind: `stepping, promise #1` is the state `stepping` and the promise `#1`; `text = "A"` is the
    /// text `"A"`.
    static func parts(of text: String) -> [(kind: String, value: String)] {
        if let equals = text.firstIndex(of: "=") {
            return [(trimmed(text[..<equals]), trimmed(text[text.index(after: equals)...]))]
        }
        return text.split(separator: ",").map { part in
            let words = part.split(separator: " ")
            guard words.count > 1 else { return ("state", trimmed(part)) }
            return (String(words[0]), words.dropFirst().joined(separator: " "))
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        text.split(separator: " ").joined(separator: " ")
    }
}
