/// Cuts names of stages, and texts that end with one, to some columns. The end stays, since it tells a stage from others of its kind.
package enum NameCut {
    /// A name in some columns: whole, as `AsyncSt…:151` or `t…latest`, or cut at its end if that does not fit.
    package static func name(_ name: String, to width: Int, mark: Character) -> String {
        let name = TextWidth.sanitised(name)
        let end = end(of: name)
        // Of an address, the port tells more than the word after it.
        if let end, end.first == ":", TextWidth.width(of: String(end)) + 1 >= width, TextWidth.width(of: name) > width,
            let word = name.lastIndex(of: " "), word > end.startIndex, name[word...].dropFirst().first != "#"
        {
            return self.name(String(name[..<word]), to: width, mark: mark)
        }
        return text(name, keeping: end, to: width, mark: mark)
    }

    /// A sentence in some columns: `dropping at Asyn…:89`. It keeps the line of the stage that it ends with, and no part of a number.
    package static func sentence(_ text: String, to width: Int, mark: Character) -> String {
        let safe = TextWidth.sanitised(text)
        guard let line = line(of: safe[...]) else { return PhraseCut.text(safe, to: width, mark: mark) }
        return self.text(safe, keeping: line, to: width, mark: mark)
    }

    /// A safe text in some columns that keeps its end, or is cut there if the end does not fit.
    package static func text(_ text: String, keeping end: Substring?, to width: Int, mark: Character) -> String {
        guard TextWidth.width(of: text) > width else { return text }
        let tail = end.map { String(mark) + $0 } ?? ""
        let room = width - TextWidth.width(of: tail)
        guard let end, room > 0 else { return TextWidth.cut(text, to: width, mark: mark) }
        // No head is longer than its room, so that a long text takes no more time than a short one.
        var head = String(text.dropLast(end.count).prefix(room))
        while TextWidth.width(of: head) > room { head.removeLast() }
        return head + tail
    }

    /// Names in some columns altogether: the longest are cut, to the same width.
    package static func names(_ names: [String], room: Int, mark: Character) -> [String] {
        let widths = names.map { TextWidth.width(of: $0) }
        guard widths.reduce(0, +) > room, let longest = widths.max() else { return names }
        let share = (1...max(1, longest)).last { share in widths.reduce(0) { $0 + min($1, share) } <= room } ?? 1
        return names.map { name($0, to: share, mark: mark) }
    }

    /// The line of a name, with the number after it, or else its last word: `:151` of `AsyncStream:151`, `latest` of `throttle
    /// latest`; `nil` for a single word.
    private static func end(of name: String) -> Substring? {
        line(of: name[...]) ?? name.lastIndex(of: " ").map { name[$0...].dropFirst() }
    }

    /// A name without the signs that end a clause.
    static func trimmed(_ name: Substring) -> Substring {
        var name = name
        while let last = name.last, ":;,.".contains(last) { name.removeLast() }
        return name
    }

    /// `:89 #2` of `for await:89 #2`.
    static func line(of name: Substring) -> Substring? {
        guard let colon = name.lastIndex(of: ":"), colon > name.startIndex, name[colon...].dropFirst().first?.isNumber == true
        else { return nil }
        return name[colon...]
    }
}
