@testable import flowviz
import FlowScenarios
import FlowScreen
import FlowViews
import Foundation
import Testing

@Suite("KeyTable")
struct KeyTableTests {
    @Test func `each command stands in one row, each key too, and the update is given what the row says`() {
        let pairs = KeyTable.standard.bindings.flatMap(\.pairs)
        let rows = KeyTable.standard.bindings.map { Set($0.pairs.map(\.value)) }
        let declared = sequence(first: Command.nextScenario, next: following).map { name("\($0)") }

        #expect(Set(pairs.map(\.key)).count == pairs.count)
        #expect(rows.reduce(0) { $0 + $1.count } == rows.reduce(Set()) { $0.union($1) }.count)
        #expect(Set(pairs.map { name("\($0.value)") }) == Set(declared))
        #expect(Set(pairs.map(\.value)).isSuperset(of: ControlKey.allCases.map(Command.press)))
        #expect(Set(pairs.map(\.value)).isSuperset(of: TimeKey.allCases.map(Command.travel)))
        #expect(Set(pairs.map(\.value)).isSuperset(of: OverlayKey.allCases.map(Command.open)))
        #expect(pairs.allSatisfy { KeyTable.standard.command(of: $0.key) == $0.value })
    }

    /// The command declared after another one. The exhaustive switch makes the compiler ask about a new command.
    private func following(_ command: Command) -> Command? {
        switch command {
        case .nextScenario: .previousScenario
        case .previousScenario: .goTo(0)
        case .goTo: .open(.help)
        case .open: .nextVariant
        case .nextVariant: .twoVariants
        case .twoVariants: .restart
        case .restart: .typeChain
        case .typeChain: .press(.emit)
        case .press: .pickNumber
        case .pickNumber: .numberDown
        case .numberDown: .numberUp
        case .numberUp: .travel(.freeze)
        case .travel: .faster
        case .faster: .slower
        case .slower: .zoomIn
        case .zoomIn: .zoomOut
        case .zoomOut: .fit
        case .fit: .onset
        case .onset: .viewBack
        case .viewBack: .nextMatch
        case .nextMatch: .previousMatch
        case .previousMatch: .laneUp
        case .laneUp: .laneDown
        case .laneDown: .openSource
        case .openSource: .theme
        case .theme: .order
        case .order: .filter
        case .filter: .pageUp
        case .pageUp: .pageDown
        case .pageDown: .allPrograms
        case .allPrograms: .copy
        case .copy: .saveFrame
        case .saveFrame: .tour
        case .tour: .close
        case .close: .quit
        case .quit: nil
        }
    }

    /// The name of a command, without its payload.
    private func name(_ command: String) -> String {
        String(command.prefix { $0 != "(" })
    }

    @Test func `the second keys of a row are those that nobody has to read of`() {
        let second = KeyTable.standard.bindings.flatMap(\.aliases).map { "\($0.key.name): \($0.value)" }

        #expect(second == ["=: faster", "S-Tab: previousScenario", "^C: quit"])
    }

    @Test func `a row that needs a control names one that there is`() {
        let names = KeyTable.standard.bindings.compactMap { if case .control(let name) = $0.need { name } else { nil } }

        #expect(!names.isEmpty && names.allSatisfy { ControlName(rawValue: $0) != nil })
    }

    @Test(arguments: [
        (
            "docs/keys.md", "<!-- The key table: FLOWVIZ_RECORD=1 swift test --filter KeyTableTests -->", "<!-- end -->",
            KeyPages.markdown
        ),
        (
            "assets/flowviz.1", ".\\\" The key table: FLOWVIZ_RECORD=1 swift test --filter KeyTableTests", ".\\\" end",
            KeyPages.manual
        ),
    ])
    func `what is written of the keys is what the table says`(path: String, start: String, end: String, text: String) throws {
        let page = try Repository.text(path)
        let head = try #require(page.range(of: start + "\n"))
        let tail = try #require(page.range(of: "\n" + end + "\n", range: head.upperBound..<page.endIndex))
        let written = head.upperBound..<tail.lowerBound
        if ProcessInfo.processInfo.environment["FLOWVIZ_RECORD"] == "1" {
            let recorded = page.replacingCharacters(in: written, with: text)
            try recorded.write(to: Repository.root.appending(path: path), atomically: true, encoding: .utf8)
            Issue.record("recorded \(path); run again without FLOWVIZ_RECORD")
            return
        }

        #expect(page[written].split(separator: "\n") == text.split(separator: "\n"))
    }
}
