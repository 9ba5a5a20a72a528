import FlowScreen
import FlowText
import FlowTrace

extension SourcePlace {
    /// Without the function.
    var lineText: String { location?.short ?? short }

    /// The place in some columns: without its function if that does not fit, then without the middle of the file's name; the line
    /// stays.
    func fitted(_ width: Int, signs: Signs) -> String {
        let texts = [short, lineText].map(TextWidth.sanitised)
        if let text = texts.first(where: { TextWidth.width(of: $0) <= width }) { return text }
        let line = texts[1]
        guard let colon = line.lastIndex(of: ":") else { return TextWidth.cut(line, to: width, mark: signs.cut) }
        return MiddleCut.text(String(line[..<colon]), keeping: String(line[colon...]), width: width, mark: signs.cut)
    }
}

/// Cuts texts in the middle, because their ends tell them apart.
enum MiddleCut {
    /// A text and an end that stays, in some columns: `Handl….swift:83`. Too few columns cut at the end.
    static func text(_ text: String, keeping end: String = "", width: Int, mark: Character) -> String {
        let whole = text + end
        guard TextWidth.width(of: whole) > width else { return whole }
        let room = width - TextWidth.width(of: end) - TextWidth.width(of: mark)
        guard room > 1 else { return TextWidth.cut(whole, to: width, mark: mark) }
        var (head, tail) = (String(text.prefix(width)), String(text.suffix(width)))
        while TextWidth.width(of: head) > (room + 1) / 2 { head.removeLast() }
        while TextWidth.width(of: tail) > room / 2 { tail.removeFirst() }
        return head + String(mark) + tail + end
    }

    /// Names in some columns altogether: the longest are cut, to the same width.
    static func names(_ names: [String], room: Int, mark: Character) -> [String] {
        let widths = names.map { TextWidth.width(of: $0) }
        guard widths.reduce(0, +) > room, let longest = widths.max() else { return names }
        let share = (1...longest).last { share in widths.reduce(0) { $0 + min($1, share) } <= room } ?? 1
        return names.map { name in
            let end = NameEnd.end(of: name).map(String.init) ?? ""
            return text(String(name.dropLast(end.count)), keeping: end, width: share, mark: mark)
        }
    }
}
