@testable import flowviz
import FlowTerminal
import FlowViews
import Foundation
import Testing

@Suite("KeyTable")
struct KeyTableTests {
    @Test(arguments: KeyTable.bindings.indices) func `the keys of a row are its commands`(row: Int) {
        let binding = KeyTable.bindings[row]

        let commands = KeyName.names(of: binding).map { KeyName.key($0).flatMap(Keymap.command(for:)) }

        let digits = [Command?](repeating: .goTo, count: 10)
        #expect(commands == (binding.commands == [.goTo] ? digits : binding.commands.map { $0 }))
    }

    @Test func `each command stands in one row, and each key too`() {
        #expect(KeyTable.bindings.flatMap(\.commands).map(\.rawValue).sorted() == Command.allCases.map(\.rawValue).sorted())
        #expect(Set(KeyName.all.map(\.key)).count == KeyName.all.count)
    }

    @Test func `no key does anything that the table does not say, but = and Control-C`() {
        let ascii = (32...126).map { Key.character(Character(Unicode.Scalar($0))) }
        let controls = (97...122).map { Key.control(Character(Unicode.Scalar($0))) }
        let others: [Key] = [
            .tab, .backTab, .enter, .escape, .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .backspace, .delete,
            .character("漢"), .character("٣"), .character("é"),
        ]
        let bound = Set((ascii + controls + others).filter { Keymap.command(for: $0) != nil })

        #expect(bound == Set(KeyName.all.map(\.key)).union([.character("="), .control("c")]))
        #expect(Keymap.command(for: .character("=")) == .faster)
        #expect(Keymap.command(for: .control("c")) == .quit)
    }

    @Test func `the page of keys has every key, once`() throws {
        let page = try Repository.text("docs/keys.md")
        let rows = page.components(separatedBy: "| keys | what they do |")[1].components(separatedBy: "\n\n")[0]
            .split(separator: "\n").dropFirst()
        var names = rows.flatMap { row in
            let cell = row.components(separatedBy: " | ")[0]
            return cell.replacing("`1`…`9`", with: (1...9).map { "`\($0)`" }.joined(separator: " "))
                .split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
        }
        names.append("S-Tab")

        #expect(names.sorted() == KeyTable.bindings.flatMap(KeyName.names).sorted())
    }

    @Test func `the man page lists the table's rows under its headings`() throws {
        let page = try Repository.text("assets/flowviz.1")
        let lines = page.components(separatedBy: ".Sh KEYS\n")[1].components(separatedBy: "\n.Sh ")[0]
            .split(separator: "\n").map(String.init)
        var group = ""
        var rows: [String] = []
        for (line, next) in zip(lines, lines.dropFirst()) {
            if line.hasPrefix(".Ss ") { group = String(line.dropFirst(4)) }
            if line.hasPrefix(".It Ic ") { rows.append("\(group): \(plain(String(line.dropFirst(7)))): \(next)") }
        }

        #expect(rows == KeyTable.bindings.map { "\($0.group.rawValue): \($0.keys): \($0.help)" })
    }

    /// A word of the man page as it is shown.
    private func plain(_ text: String) -> String {
        let escapes = [
            "\\&": "", "\\-": "-", "\\(<-": "←", "\\(->": "→", "\\(ua": "↑", "\\(da": "↓", "\\[u2026]": "…",
        ]
        return escapes.reduce(text) { $0.replacing($1.key, with: $1.value) }
    }
}
