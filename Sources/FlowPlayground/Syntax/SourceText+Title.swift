extension SourceText {
    /// What the text is about: its first comment, else its first line.
    public var title: String {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " || $0 == "\t" } }
        guard let first = lines.first(where: { !$0.isEmpty }) else { return "" }
        return String(first.hasPrefix("//") ? first.drop { $0 == "/" || $0 == " " } : first)
    }
}
