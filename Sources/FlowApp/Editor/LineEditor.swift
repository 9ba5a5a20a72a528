import FlowScreen
import FlowTrace

/// An input line: its text, its cursor, its history and its completions.
///
/// Pasted text may have several lines. Keys work as in a shell.
struct LineEditor: Equatable {
    /// The text as user-visible characters.
    private(set) var characters: [Character]
    /// The index at which the next character is inserted.
    private(set) var cursor: Int
    private var killed: [Character] = []
    private var history: LineHistory
    private var cycle: CompletionCycle?

    /// Starts with a text and the cursor at its end.
    ///
    /// - Parameter history: Earlier inputs, oldest first.
    init(_ text: String = "", history: [String] = []) {
        characters = Array(text)
        cursor = characters.count
        self.history = LineHistory(history)
    }

    var text: String { String(characters) }

    /// The cursor's offset in UTF-8.
    var offset: Int { characters[..<cursor].reduce(0) { $0 + $1.utf8.count } }

    /// The index of the candidate that Tab has inserted, `nil` if there is none.
    var chosen: Int? { cycle?.chosen }

    /// Edits the line as a shell does.
    ///
    /// - Returns: Whether the key has a meaning in a line.
    mutating func press(_ key: Key) -> Bool {
        guard edit(key) || move(key) || recall(key) else { return false }
        cycle = nil
        return true
    }

    // MARK: Writing

    /// Inserts a text at the cursor, with its line breaks and without invisible characters.
    mutating func insert(_ text: String) {
        let scalars = text.unicodeScalars.map { $0 == "\t" ? " " : $0 }
            .filter { $0 == "\n" || !VisibleText.isUnsafe($0) }
        let before = String(characters[..<cursor]) + String(String.UnicodeScalarView(scalars))
        let after = String(characters[cursor...])
        // A combining mark at the start joins the character before it, which changes the count.
        characters = Array(before + after)
        cursor = min(before.count, characters.count)
        cycle = nil
    }

    private mutating func edit(_ key: Key) -> Bool {
        switch key {
        case .character(let character): insert(String(character))
        case .backspace: remove(max(0, cursor - 1)..<cursor)
        case .delete, .control("d"): remove(cursor..<min(characters.count, cursor + 1))
        case .control("w"): kill(wordStart..<cursor)
        // As in a shell, this deletes across lines.
        case .control("u"): kill(0..<cursor)
        case .control("k"): kill(cursor..<lineEnd)
        case .control("y"): insert(String(killed))
        default: return false
        }
        return true
    }

    private mutating func remove(_ range: Range<Int>) {
        characters.removeSubrange(range)
        cursor = range.lowerBound
    }

    private mutating func kill(_ range: Range<Int>) {
        guard !range.isEmpty else { return }
        killed = Array(characters[range])
        remove(range)
    }

    // MARK: Moving

    private mutating func move(_ key: Key) -> Bool {
        switch key {
        case .left, .control("b"): cursor = max(0, cursor - 1)
        case .right, .control("f"): cursor = min(characters.count, cursor + 1)
        case .home, .control("a"): cursor = lineStart
        case .end, .control("e"): cursor = lineEnd
        case .wordLeft: cursor = wordStart
        case .wordRight: cursor = wordEnd
        default: return false
        }
        return true
    }

    private var wordStart: Int {
        var index = cursor
        while index > 0, !LineEditor.isOfWord(characters[index - 1]) { index -= 1 }
        while index > 0, LineEditor.isOfWord(characters[index - 1]) { index -= 1 }
        return index
    }

    private var wordEnd: Int {
        var index = cursor
        while index < characters.count, !LineEditor.isOfWord(characters[index]) { index += 1 }
        while index < characters.count, LineEditor.isOfWord(characters[index]) { index += 1 }
        return index
    }

    private static func isOfWord(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "_" }

    private var lineStart: Int { characters[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0 }

    private var lineEnd: Int { characters[cursor...].firstIndex(of: "\n") ?? characters.count }

    // MARK: History

    private mutating func recall(_ key: Key) -> Bool {
        let text: String?
        switch key {
        case .up, .control("p"): text = history.back(from: self.text)
        case .down, .control("n"): text = history.forward()
        default: return false
        }
        guard let text else { return true }
        characters = Array(text)
        cursor = characters.count
        return true
    }

    // MARK: Completion

    /// Replaces the word before the cursor, or the last inserted candidate, by the next candidate.
    ///
    /// - Parameters:
    ///   - start: The offset of the word in UTF-8.
    ///   - insertions: The candidates, kept until another key is pressed.
    ///   - step: 1 for the next candidate, -1 for the previous one.
    mutating func complete(from start: Int, with insertions: [String], step: Int) {
        var cycle = cycle ?? CompletionCycle(start: index(ofOffset: start), insertions: insertions, typed: word(from: start))
        guard let insertion = cycle.next(step) else { return }
        characters.replaceSubrange(cycle.start..<cursor, with: insertion)
        cursor = cycle.start + insertion.count
        self.cycle = cycle
    }

    private func word(from start: Int) -> [Character] { Array(characters[index(ofOffset: start)..<cursor]) }

    private func index(ofOffset offset: Int) -> Int {
        var left = offset
        return characters[..<cursor].firstIndex { character in
            defer { left -= character.utf8.count }
            return left <= 0
        } ?? cursor
    }
}

/// The history of an input line, with the user's position in it. The unfinished input stays at the end of the history.
struct LineHistory: Equatable {
    private let entries: [String]
    private var index: Int
    private var draft = ""

    /// - Parameter entries: Earlier inputs, oldest first.
    init(_ entries: [String]) {
        self.entries = entries
        index = entries.count
    }

    /// Moves to the previous entry; `nil` at the first one.
    ///
    /// - Parameter text: The current text of the line.
    mutating func back(from text: String) -> String? {
        guard index > 0 else { return nil }
        if index == entries.count { draft = text }
        index -= 1
        return entries[index]
    }

    /// Moves to the next entry, or to the unfinished input after the last one; `nil` at the unfinished input.
    mutating func forward() -> String? {
        guard index < entries.count else { return nil }
        index += 1
        return index == entries.count ? draft : entries[index]
    }
}

/// The cycle of Tab: the candidates, then the typed text.
struct CompletionCycle: Equatable {
    /// The index in the line at which the candidates are inserted.
    let start: Int
    let insertions: [String]
    let typed: [Character]
    /// The index of the inserted candidate, `nil` for the typed text.
    private(set) var chosen: Int?

    /// The next text for the line; `nil` if there are no candidates.
    mutating func next(_ step: Int) -> [Character]? {
        guard !insertions.isEmpty else { return nil }
        // The typed text is one more position in the cycle.
        let count = insertions.count + 1
        let next = ((chosen.map { $0 + 1 } ?? 0) + step + count) % count
        chosen = next == 0 ? nil : next - 1
        return chosen.map { Array(insertions[$0]) } ?? typed
    }
}
