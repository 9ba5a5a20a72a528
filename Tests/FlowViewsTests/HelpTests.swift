import FlowScenarios
import FlowScreen
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
        // One without numbers: those stand there with their values.
        let text = try help("subscribers --at 3 --size \(size)")

        for binding in KeyTable.bindings where binding.belongs(to: .scenario) {
            #expect(text.contains("  \(binding.help) "), "\(binding.keys)")
        }
    }

    @Test(arguments: Catalogue.scenarios.map(\.id)) func `the smallest screen has every key that applies`(id: String) throws {
        let line = "\(id) --at 1 --size 60x16"
        let keys = try FrameCommand(line: line).screen().keys
        let text = try help(line)

        for binding in KeyTable.bindings where binding.applies(in: keys) {
            #expect(text.contains(" \(binding.keys) "), "\(binding.keys)")
        }
    }

    @Test(arguments: ["60x16", "60x16 --ascii", "80x24", "120x36", "200x50"])
    func `every sign and all that is said of them stands there`(size: String) throws {
        let line = "pace --at 3 --size \(size)"
        let surface = try FrameCommand(line: line).surface()
        let isWhole = HelpPages.count(on: surface.size) == 1
        let text = TextOutput.render(try FrameCommand(line: "\(line) --overlay \(isWhole ? "help" : "signs")").surface())

        for (_, _, meaning) in SignRows.meanings { #expect(text.contains(meaning), "\(meaning)") }
        for sentence in SignRows.sentences { #expect(text.contains(sentence)) }
        #expect(isWhole == ["120x36", "200x50"].contains(size))
    }

    @Test func `code and titles that do not fit are cut with a mark`() throws {
        let code = TextOutput.render(try FrameCommand(line: "pace --at 3 --size 60x16 --overlay code").surface())
        let picker = TextOutput.render(try FrameCommand(line: "pace --at 3 --size 60x16 --overlay picker").surface())

        #expect(code.contains("whenFu… │"))
        #expect(picker.contains("AnySubscriber, … │"))
    }
}
