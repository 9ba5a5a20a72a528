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

    @Test func `code and titles that do not fit are cut with a mark`() throws {
        let code = TextOutput.render(try FrameCommand(line: "pace --at 3 --size 60x16 --overlay code").surface())
        let picker = TextOutput.render(try FrameCommand(line: "pace --at 3 --size 60x16 --overlay picker").surface())

        #expect(code.contains("whenFu… │"))
        #expect(picker.contains("AnySubscriber, … │"))
    }
}
