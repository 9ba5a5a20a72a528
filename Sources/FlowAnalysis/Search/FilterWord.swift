/// A word to look for: with an upper case letter it is looked for as it is, else whatever the case.
struct FilterWord: Hashable, Sendable {
    private let word: String
    private let isExact: Bool

    init(_ word: String) {
        self.word = word
        isExact = word.contains(where: \.isUppercase)
    }

    /// Whether a text contains it.
    func isIn(_ text: String) -> Bool {
        isExact ? text.contains(word) : text.lowercased().contains(word)
    }
}
