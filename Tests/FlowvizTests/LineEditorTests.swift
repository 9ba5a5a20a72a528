import FlowScreen
import FlowTestSupport
import Testing

@testable import FlowApp

@Suite("LineEditor", .notForever)
struct LineEditorTests {
    /// The line after some keys: its text with a sign at the cursor.
    private func line(_ text: String = "", history: [String] = [], _ keys: Key...) -> String {
        var line = LineEditor(text, history: history)
        for key in keys { _ = line.press(key) }
        return shown(line)
    }

    private func shown(_ line: LineEditor) -> String {
        String(line.characters[..<line.cursor]) + "|" + String(line.characters[line.cursor...])
    }

    @Test func `characters go in before the cursor`() {
        #expect(line("ac", .left, .character("b")) == "ab|c")
        #expect(line("", .character("漢"), .character("字"), .left) == "漢|字")
    }

    @Test func `a mark joins the character before it`() {
        var line = LineEditor("e")
        line.insert("\u{301}")
        #expect(line.characters == ["é"])
        #expect(line.cursor == 1)
        #expect(line.offset == 3)
        _ = line.press(.backspace)
        #expect(line.text == "")
    }

    @Test func `a family is one character`() {
        #expect(line("a👨‍👩‍👧b", .left, .backspace) == "a|b")
    }

    @Test func `keys delete to both sides`() {
        #expect(line("abc", .backspace) == "ab|")
        #expect(line("abc", .home, .backspace) == "|abc")
        #expect(line("abc", .home, .delete) == "|bc")
        #expect(line("abc", .delete) == "abc|")
        #expect(line("abc", .home, .control("d"), .control("d")) == "|c")
    }

    @Test func `keys move by characters, words and to the ends`() {
        #expect(line("abc", .left, .control("b"), .control("f")) == "ab|c")
        #expect(line("abc", .right) == "abc|")
        #expect(line("abc", .home, .left) == "|abc")
        #expect(line("one.two three", .wordLeft, .wordLeft) == "one.|two three")
        #expect(line("one.two three", .home, .wordRight, .wordRight) == "one.two| three")
        #expect(line("abc", .control("a"), .control("e")) == "abc|")
        #expect(line("ab\ncd", .home) == "ab\n|cd")
        #expect(line("ab\ncd", .home, .left, .control("a"), .end) == "ab|\ncd")
    }

    @Test func `words and ends are cut, and what was cut last comes back`() {
        #expect(line("map filter", .control("w")) == "map |")
        #expect(line("map filter", .control("w"), .control("y"), .control("y")) == "map filterfilter|")
        #expect(line("map filter", .wordLeft, .control("k")) == "map |")
        #expect(line("map filter", .wordLeft, .control("u")) == "|filter")
        #expect(line("map filter", .wordLeft, .control("u"), .end, .control("y")) == "filtermap |")
        #expect(line("ab\ncd", .control("u")) == "|")
        #expect(line("ab\ncd", .control("u"), .control("k"), .control("y")) == "ab\ncd|")
    }

    @Test func `arrows go through what was typed before, and come back to the draft`() {
        let history = ["first", "second"]
        #expect(line("draft", history: history, .up) == "second|")
        #expect(line("draft", history: history, .up, .up, .up) == "first|")
        #expect(line("draft", history: history, .up, .up, .down, .down) == "draft|")
        #expect(line("draft", history: history, .down) == "draft|")
        #expect(line("draft", history: history, .control("p"), .control("n")) == "draft|")
        #expect(line("draft", .up) == "draft|")
        #expect(line("draft", history: history, .left, .character("x"), .up, .down) == "drafxt|")
    }

    @Test func `pasted lines stay lines, and what cannot be seen is left out`() {
        var line = LineEditor("ac")
        _ = line.press(.left)
        line.insert("1\t2\n3\u{1B}\u{7F}\u{0}\u{9B}\u{85}\u{202E}\u{2066}\u{2028}")
        #expect(shown(line) == "a1 2\n3|c")
    }

    @Test func `Tab goes through the candidates and back to what was typed`() {
        var line = LineEditor("x.ma", history: [])
        var seen: [String] = []
        for step in [1, 1, 1, -1, -1] {
            line.complete(from: 2, with: ["map { ", "max()"], step: step)
            seen.append(shown(line) + " \(line.chosen.map(String.init) ?? "-")")
        }
        #expect(seen == ["x.map { | 0", "x.max()| 1", "x.ma| -", "x.max()| 1", "x.map { | 0"])
    }

    @Test func `Tab begins anew after another key, and keeps what stands behind`() {
        var line = LineEditor("é.ma.sink()")
        for _ in 0..<7 { _ = line.press(.left) }
        line.complete(from: 3, with: ["map { "], step: 1)
        _ = line.press(.character("$"))
        #expect(shown(line) == "é.map { $|.sink()")
        #expect(line.chosen == nil)
        line.complete(from: 9, with: ["$0"], step: 1)
        #expect(shown(line) == "é.map { $0|.sink()")
        line.complete(from: 0, with: [], step: 1)
        #expect(shown(line) == "é.map { $|.sink()")
    }

    @Test func `keys that mean nothing in a line are not taken`() {
        var line = LineEditor("a")
        for key: Key in [.tab, .backTab, .enter, .escape, .pageUp, .pageDown, .control("g")] {
            let isTaken = line.press(key)
            #expect(!isTaken)
        }
        #expect(shown(line) == "a|")
    }

    @Test func `the cursor stays in the text whatever is pressed`() {
        let keys: [Key] = [
            .character("a"), .character(" "), .character("\u{301}"), .character("字"), .character("."), .backspace, .delete, .left,
            .right, .home, .end, .wordLeft, .wordRight, .control("w"), .control("u"), .control("k"), .control("y"), .up, .down,
        ]
        var chance = SeededChance(seed: 11)
        var line = LineEditor("", history: ["one", "two\nlines"])
        for _ in 0..<20_000 {
            if let key = keys.randomElement(using: &chance) { _ = line.press(key) }
            if line.characters.count > 60 { line = LineEditor("", history: ["one"]) }
            #expect((0...line.characters.count).contains(line.cursor))
        }
    }
}
