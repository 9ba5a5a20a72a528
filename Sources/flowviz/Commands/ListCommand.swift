import ArgumentParser
import FlowExport
import FlowPlayground
import FlowScenarios

/// Lists the scenarios.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the scenarios with their variants, controls and numbers; or the chains.")

    @Flag(help: "List the chains that 'flowviz eval --chain' takes instead.")
    var chains = false

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() throws {
        let output = StandardOutput()
        guard !chains else {
            for chain in LibraryChain.all {
                if json { output.formatted(line: jsonLine(chain)) } else { output.line(chain.name.padded(to: 16) + chain.title) }
            }
            return
        }
        for (index, scenario) in Catalogue.scenarios.enumerated() {
            let key = index < 10 ? String((index + 1) % 10) : " "
            if json { output.formatted(line: jsonLine(scenario)) } else { lines(of: scenario, key: key).forEach(output.line) }
        }
    }

    private func lines(of scenario: Scenario, key: String) -> [String] {
        var lines = [
            "\(key)  \(scenario.id.padded(to: 16))\(scenario.title)", "   \("".padded(to: 16))group: \(scenario.group.rawValue)",
        ]
        for variant in scenario.variants {
            var words = [variant.point]
            if variant.isEndless { words.append("endless") }
            if !variant.controls.isEmpty { words.append("controls: " + variant.controls.map(\.rawValue).joined(separator: " ")) }
            if !variant.numbers.isEmpty {
                words.append("numbers: " + variant.numbers.map { "\($0.name)=\($0.word($0.initial))" }.joined(separator: " "))
            }
            lines.append("     \(variant.id.padded(to: 14))\(words.joined(separator: "; "))")
        }
        return lines
    }

    private func jsonLine(_ chain: LibraryChain) -> String {
        let (name, title, text) = (JSONLines.string(chain.name), JSONLines.string(chain.title), JSONLines.string(chain.text))
        return "{\"name\":\(name),\"title\":\(title),\"text\":\(text)}"
    }

    private func jsonLine(_ scenario: Scenario) -> String {
        let variants = scenario.variants.map { variant in
            let controls = variant.controls.map { JSONLines.string($0.rawValue) }.joined(separator: ",")
            let numbers = variant.numbers.map { JSONLines.string($0.name) }.joined(separator: ",")
            return
                "{\"id\":\(JSONLines.string(variant.id)),\"point\":\(JSONLines.string(variant.point)),\"endless\":\(variant.isEndless),"
                + "\"controls\":[\(controls)],\"numbers\":[\(numbers)]}"
        }
        return "{\"id\":\(JSONLines.string(scenario.id)),\"title\":\(JSONLines.string(scenario.title)),"
            + "\"group\":\(JSONLines.string(scenario.group.rawValue)),\"variants\":[\(variants.joined(separator: ","))]}"
    }
}
