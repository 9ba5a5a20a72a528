import FlowScreen
import FlowTrace

/// A line that is being typed: its text, the cursor in it, what was typed before, and what Tab chooses from.
///
/// It may hold several lines of text, which were pasted; keys move in it as in a shell.
struct LineEditor: Equatable {
    /// The text, by the characters that the user sees.
    private(set) var characters: [Character]
    /// The index before which the next character goes.
    private(set) var cursor: Int
    private var killed: [Character] = []
    private var history: LineHistory
    private var cycle: CompletionCycle?

    /// Begins with a text, with the cursor behind it.
    ///
    /// - Parameter history: What was typed before, the oldest first.
    init(_ text: String = "", history: [String] = []) {
        characters = Array(text)
        cursor = characters.count
        self.history = LineHistory(history)
    }

    var text: String { String(characters) }

    /// The cursor in UTF-8.
    var offset: Int { characters[..<cursor].reduce(0) { $0 + $1.utf8.count } }

    /// The candidate that Tab has put into the text, from 0; `nil` if none is.
    var chosen: Int? { cycle?.chosen }

    /// Does what a key of a shell's line does.
    ///
    /// - Returns: Whether the key means something in a line.
    mutating func press(_ key: Key) -> Bool {
        guard edit(key) || move(key) || recall(key) else { return false }
        cycle = nil
        return true
    }

    // MARK: Writing

    /// Writes a text at the cursor: its lines stay lines, what cannot be seen is left out.
    mutating func insert(_ text: String) {
        let scalars = text.unicodeScalars.map { $0 == "\t" ? " " : $0 }
            .filter { $0 == "\n" || !VisibleText.isUnsafe($0) }
        let before = String(characters[..<cursor]) + String(String.UnicodeScalarView(scalars))
        let after = String(characters[cursor...])
        // A mark joins what stands before it.
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
        // As in a shell, where a text of several lines is one.
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

    /// Replaces the word before the cursor, or the candidate that was put there last, by the next candidate.
    ///
    /// - Parameters:
    ///   - start: Where the word begins, in UTF-8.
    ///   - insertions: What fits there; kept until another key is pressed.
    ///   - step: 1 for the next one, -1 for the one before.
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

/// What was typed before, and where in it the user is; what is being typed stays at its end.
struct LineHistory: Equatable {
    private let entries: [String]
    private var index: Int
    private var draft = ""

    /// - Parameter entries: The oldest first.
    init(_ entries: [String]) {
        self.entries = entries
        index = entries.count
    }

    /// The entry before; `nil` at the first.
    ///
    /// - Parameter text: What is in the line now.
    mutating func back(from text: String) -> String? {
        guard index > 0 else { return nil }
        if index == entries.count { draft = text }
        index -= 1
        return entries[index]
    }

    /// The entry behind, at last what was being typed; `nil` if that is in the line already.
    mutating func forward() -> String? {
        guard index < entries.count else { return nil }
        index += 1
        return index == entries.count ? draft : entries[index]
    }
}

/// The candidates that Tab goes through, and then what was typed.
struct CompletionCycle: Equatable {
    /// Where they begin in the line.
    let start: Int
    let insertions: [String]
    let typed: [Character]
    /// The candidate that is in the line, `nil` for what was typed.
    private(set) var chosen: Int?

    /// The next one for the line; `nil` if there is none.
    mutating func next(_ step: Int) -> [Character]? {
        guard !insertions.isEmpty else { return nil }
        // What was typed is one more of them.
        let count = insertions.count + 1
        let next = ((chosen.map { $0 + 1 } ?? 0) + step + count) % count
        chosen = next == 0 ? nil : next - 1
        return chosen.map { Array(insertions[$0]) } ?? typed
    }
}
