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

/// Chooses among wordings of decreasing length.
enum Wording {
    /// The first wording that fits `width` columns, otherwise the last one, cut.
    static func fitting(_ wordings: [String], width: Int, cut: Character) -> String {
        wordings.first { TextWidth.width(of: $0) <= width } ?? PhraseCut.text(wordings.last ?? "", to: width, mark: cut)
    }
}

/// Draws a titled rule: `─ buffer ──────── Enter more ─`.
struct PanelTitle {
    let title: String
    let hint: String
    let signs: Signs
    let style: Style
    var hintStyle = Style(.muted)

    func draw(into surface: inout Surface, x: Int, y: Int, width: Int) {
        guard width > 4 else { return }
        for column in x..<(x + width) { surface.put(signs.rule, x: column, y: y, style: Style(.rule)) }
        surface.put(" \(TextWidth.cut(title, to: width - 4)) ", x: x + 1, y: y, style: style)
        let length = TextWidth.width(of: hint) + 2
        guard !hint.isEmpty, TextWidth.width(of: title) + length + 6 < width else { return }
        surface.put(" \(hint) ", x: x + width - length - 1, y: y, style: hintStyle)
    }
}

/// Lays values out in a few lines: all of them, or as many as fit from one end.
enum ValueLines {
    /// The values to keep if not all fit.
    enum Kept {
        /// The first ones; the cut is at the end.
        case oldest
        /// The last ones; the cut is at the start.
        case newest
    }

    /// - Parameters:
    ///   - heading: The text before the values.
    ///   - limit: The maximum number of lines.
    static func lines(
        of values: [String], after heading: String = "", width: Int, limit: Int, keeping kept: Kept, cut: Character
    ) -> [String] {
        guard width > 0, limit > 0 else { return [] }
        var rest = values.map(TextWidth.sanitised)
        var lines = Paragraph.lines(of: heading + rest.joined(separator: ", "), width: width)
        while lines.count > limit, !rest.isEmpty {
            if kept == .oldest { rest.removeLast() } else { rest.removeFirst() }
            let list = rest.joined(separator: ", ")
            let text = rest.isEmpty ? String(cut) : kept == .oldest ? "\(list), \(cut)" : "\(cut) \(list)"
            lines = Paragraph.lines(of: heading + text, width: width)
        }
        return lines
    }
}
