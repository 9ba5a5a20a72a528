/// Cuts texts for people at their end. A number stays whole or goes, with its unit, and a name keeps its line.
package enum PhraseCut {
    /// The least number of columns of a name before its line.
    private static let leastName = 3
    private static let units: Set<String> = ["ns", "µs", "ms", "s", "min", "h", "d", "days", "%"]

    /// A text in some columns: `over its life of…` instead of `over its life of 0.0…`, `dropping at Asyn…:89`.
    package static func text(_ text: String, to width: Int, mark: Character) -> String {
        let cut = TextWidth.cut(text, to: width, mark: mark)
        let safe = TextWidth.sanitised(text)
        guard cut != safe, cut.last == mark, safe.hasPrefix(cut.dropLast()) else { return cut }
        let end = safe.index(safe.startIndex, offsetBy: cut.count - 1)
        let word = word(around: end, of: safe)
        let name = NameCut.trimmed(safe[word])
        if let line = NameCut.line(of: name), end < name.endIndex {
            return self.name(name, keeping: line, of: safe, to: width, mark: mark)
        }
        let start = units.contains(String(name)) ? numberStart(before: word.lowerBound, of: safe) : numberStart(at: end, of: safe)
        return start.map { head(safe[..<$0], mark) } ?? cut
    }

    /// The text up to a name that is cut before its line; without the name if too little of it fits.
    private static func name(
        _ name: Substring, keeping line: Substring, of text: String, to width: Int, mark: Character
    ) -> String {
        let before = text[..<name.startIndex]
        let room = width - TextWidth.width(of: String(before))
        guard room >= leastName + TextWidth.width(of: String(mark) + line) else { return head(before, mark) }
        return before + NameCut.text(String(name), keeping: line, to: room, mark: mark)
    }

    private static func head(_ text: Substring, _ mark: Character) -> String {
        var text = text
        while text.last == " " { text.removeLast() }
        return text + String(mark)
    }

    /// The word in which a text is cut, or the next one if it is cut at a blank.
    private static func word(around end: String.Index, of text: String) -> Range<String.Index> {
        let from = text[end...].firstIndex { $0 != " " } ?? end
        let start = from > end ? from : text[..<end].lastIndex(of: " ").map(text.index(after:)) ?? text.startIndex
        return start..<(text[from...].firstIndex(of: " ") ?? text.endIndex)
    }

    /// The start of the number in which a text is cut; `nil` if it is not cut in one.
    private static func numberStart(at end: String.Index, of text: String) -> String.Index? {
        let rest = text[end...]
        guard let next = rest.first, let last = text[..<end].last else { return nil }
        let goesOn =
            next.isNumber && (last.isNumber || isPoint(last))
            || last.isNumber && isPoint(next) && rest.dropFirst().first?.isNumber == true
        return goesOn ? numberStart(before: end, of: text) : nil
    }

    /// The start of the number before an index, with its sign; `nil` if there is none.
    private static func numberStart(before end: String.Index, of text: String) -> String.Index? {
        var head = text[..<end]
        while head.last == " " { head.removeLast() }
        guard head.last?.isNumber == true || head.last.map(isPoint) == true else { return nil }
        while let last = head.last, last.isNumber || isPoint(last) { head.removeLast() }
        if let sign = head.last, "#:×<≥≤+-−✗".contains(sign) { head.removeLast() }
        return head.endIndex
    }

    private static func isPoint(_ character: Character) -> Bool { character == "." || character == "," }
}
