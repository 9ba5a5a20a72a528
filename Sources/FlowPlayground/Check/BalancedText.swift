/// Cuts code so that its brackets stay balanced.
enum BalancedText {
    private static let closers: [Character: Character] = ["(": ")", "[": "]", "{": "}"]

    /// Removes a text's unmatched closing brackets, and cuts the text to `limit` characters. Closes the brackets that the cut
    /// leaves open.
    static func cut(_ text: String, to limit: Int) -> String {
        var (result, open, isQuoted) = ("", [Character](), false)
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if !isQuoted, let closer = closers[character] { open.append(closer) }
            if !isQuoted, closers.values.contains(character) {
                guard open.last == character else { continue }
                open.removeLast()
            }
            guard result.count < limit - 1 || result.count == limit - 1 && text.count <= limit else {
                if let closer = closers[character], !isQuoted, open.last == closer { open.removeLast() }
                if closers.values.contains(character), !isQuoted { open.append(character) }
                return result + "…" + open.reversed().map { $0 == "}" ? " }" : String($0) }.joined()
            }
            result.append(character)
        }
        return result
    }
}
