import FlowScreen

/// Breaks text into lines at its blanks.
enum Paragraph {
    /// The lines of `text`, at most `width` columns each; words longer than that are cut.
    static func lines(of text: String, width: Int) -> [String] {
        guard width > 0 else { return [] }
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            let word = TextWidth.cut(String(word), to: width)
            if line.isEmpty {
                line = word
            } else if TextWidth.width(of: line) + 1 + TextWidth.width(of: word) <= width {
                line += " " + word
            } else {
                lines.append(line)
                line = word
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
