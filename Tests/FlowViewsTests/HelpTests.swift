import FlowScenarios
import FlowScreen
import FlowTestSupport
import Testing

@testable import FlowViews
@testable import flowviz

@Suite("Help")
struct HelpTests {
    private func help(_ arguments: String) throws -> String {
        TextOutput.render(try FrameCommand(line: "\(arguments) --overlay help").surface())
    }

    @Test(arguments: ["80x24", "80x24 --ascii", "80x24 --no-color", "120x36", "200x50"])
    func `from 80 columns on every key stands there with its words`(size: String) throws {
        // A scenario without numbers, since the help shows numbers with their values.
        let text = try help("subscribers --at 3 --size \(size)")

        for binding in KeyTable.standard.bindings where binding.belongs(to: .scenario) {
            #expect(text.contains("  \(binding.help.text(in: .standard)) "), "\(binding.keys)")
        }
    }

    @Test(arguments: Catalogue.scenarios.map(\.id)) func `the smallest screen has every key that applies`(id: String) throws {
        let line = "\(id) --at 1 --size 60x16"
        let keys = try FrameCommand(line: line).screen().keys
        let text = try help(line)

        for binding in KeyTable.standard.bindings where binding.applies(in: keys) {
            #expect(text.contains(" \(binding.keys) "), "\(binding.keys)")
        }
    }

    @Test(arguments: ["60x16", "60x16 --ascii", "80x24", "120x36", "200x50"])
    func `every sign and all that is said of them stands there`(size: String) throws {
        let line = "pace --at 3 --size \(size)"
        let surface = try FrameCommand(line: line).surface()
        let isWhole = HelpPages.count(on: surface.size) == 1
        let text = TextOutput.render(try FrameCommand(line: "\(line) --overlay \(isWhole ? "help" : "signs")").surface())

        for meaning in SignRows(signs: .unicode).meanings { #expect(text.contains(meaning.text), "\(meaning.text)") }
        for sentence in SignRows.sentences { #expect(text.contains(sentence)) }
        #expect(isWhole == ["120x36", "200x50"].contains(size))
    }

    @Test(arguments: Catalogue.scenarios.map(\.id))
    func `the footer names the key that opens the line for a chain`(id: String) throws {
        for size in ["60x16", "80x24", "120x36"] {
            for state in ["--at 1", "--at 1 --frozen", "--at 20"] {
                let text = TextOutput.render(try FrameCommand(line: "\(id) \(state) --size \(size)").surface())

                #expect(text.split(separator: "\n").last?.contains("i type a chain") == true, "\(size) \(state)")
            }
        }
    }

    @Test(arguments: Catalogue.scenarios.map(\.id)) func `the code is shown to its last character`(id: String) throws {
        let command = try FrameCommand(line: "\(id) --at 1 --size 60x32 --overlay code")
        let rows = TextOutput.render(try command.surface()).split(separator: "\n").map(Array.init)
        let top = try #require(rows.firstIndex { $0.contains("╭") })
        let bottom = try #require(rows.firstIndex { $0.contains("╰") })
        let left = try #require(rows[top].firstIndex(of: "╭"))
        let right = try #require(rows[top].firstIndex(of: "╮"))
        let shown = rows[(top + 1)..<bottom].flatMap { $0[(left + 1)..<right] }

        #expect(String(shown.filter { $0 != " " }) == (try command.screen().code.filter { $0 != " " && $0 != "\n" }))
    }

    @Test func `code with more rows than fit says how many`() throws {
        let chain = (1...20).map { "let a\($0)=\($0)" }.joined(separator: "\n") + "\n[1].publisher.sink()"
        var command = try FrameCommand(line: "--at 1 --size 60x16 --overlay code --eval x")
        command.eval = chain
        let code = TextOutput.render(try command.surface())

        #expect(code.rows(with: "let a9=9 ") == ["  demand  │  let a9=9                            │"])
        #expect(code.rows(with: "let a10=10 ") == [])
        #expect(code.rows(with: "… 12 more ") == ["  deliver │  … 12 more                           │"])
    }

    @Test func `titles that do not fit are cut with a mark`() throws {
        let picker = TextOutput.render(try FrameCommand(line: "pace --at 3 --size 60x16 --overlay picker").surface())

        #expect(picker.rows(with: "AnySubscriber, … │") == ["▌ │    0  subscribers     Sink, assign, AnySubscriber, … │"])
    }
}
