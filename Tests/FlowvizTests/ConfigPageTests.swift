import FlowScreen
import FlowTestSupport
import FlowViews
import Foundation
import Testing

@testable import FlowApp

/// The texts about the settings: the file of `flowviz config --init`, and docs/config.md.
@Suite("Pages about settings")
struct ConfigPageTests {
    private static let page = ConfigPage.text

    @Test func `the file that is written changes nothing, and neither does it without its signs of comments`() {
        let lines = ConfigPageTests.page.split(separator: "\n", omittingEmptySubsequences: false)
        let bare = lines.map { $0.hasPrefix("#") && !$0.hasPrefix("##") ? $0.dropFirst() : $0 }.joined(separator: "\n")

        let (commented, taken) = (Config(text: ConfigPageTests.page), Config(text: bare))

        #expect(commented == .standard)
        #expect(taken.problems == [])
        #expect(taken.settings == Settings() && taken.table == .standard && taken.themes == Theme.all)
        #expect(Set(taken.origins.keys) == Set(Setting.all.map(\.name)))
        #expect(taken.keyRows(all: false).map { $0[0] } == Command.all.map(\.name))
        #expect(taken.colourRows.count == Theme.all.count * Role.allCases.count)
        #expect(lines.allSatisfy { $0.isEmpty || $0.hasPrefix("#") })
    }

    @Test(arguments: [
        ("The table of settings", "settings", settings), ("The roles", "roles", roles),
        ("The table of commands", "commands", commands),
    ])
    func `what docs/config dot md says is what the tables say`(title: String, end: String, text: String) throws {
        let page = try Repository.text("docs/config.md")
        let head = try #require(page.range(of: "<!-- \(title): FLOWVIZ_RECORD=1 swift test --filter ConfigPageTests -->\n"))
        let tail = try #require(page.range(of: "<!-- end of \(end) -->", range: head.upperBound..<page.endIndex))
        let written = head.upperBound..<tail.lowerBound
        if ProcessInfo.processInfo.environment["FLOWVIZ_RECORD"] == "1" {
            let recorded = page.replacingCharacters(in: written, with: "\n\(text)\n\n")
            try recorded.write(to: Repository.root.appending(path: "docs/config.md"), atomically: true, encoding: .utf8)
            Issue.record("recorded docs/config.md; run again without FLOWVIZ_RECORD")
            return
        }

        #expect(page[written].split(separator: "\n") == text.split(separator: "\n"))
    }

    @Test func `the man page names the variable of each setting`() throws {
        let page = try Repository.text("assets/flowviz.1")

        for setting in Setting.all { #expect(page.contains(setting.variable)) }
    }

    private static let settings = table(
        ["name", "what it takes", "default", "variable", "option", "what it is for"],
        Setting.all.map { setting in
            [
                "`\(setting.name)`", setting.takes, "`\(setting.value(in: Settings()).written)`", "`\(setting.variable)`",
                setting.options.isEmpty ? "" : setting.options.split(separator: ", ").map { "`\($0)`" }.joined(separator: " "),
                setting.about,
            ]
        })

    private static let roles = table(
        ["role"] + Theme.all.map(\.name), Role.allCases.map { role in ["`\(role.name)`"] + Theme.all.map { "\($0[role])" } })

    private static let commands = table(
        ["command", "standard", "one-hand"],
        Command.all.map { command in
            ["`\(command.name)`"]
                + KeyTable.Preset.allCases.map { preset in
                    (KeyTable.keys(of: preset)[command] ?? []).map { $0 == "`" ? "`` ` ``" : "`\($0.spelling)`" }.joined(
                        separator: " ")
                }
        })

    private static func table(_ head: [String], _ rows: [[String]]) -> String {
        ([head, head.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
    }
}
