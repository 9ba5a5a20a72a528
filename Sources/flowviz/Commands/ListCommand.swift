import ArgumentParser
import FlowModel
import FlowScenarios

/// Lists the scenarios.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists the scenarios with their variants, controls and numbers.")

    @Flag(help: "One JSON object a line.")
    var json = false

    func run() throws {
        let output = StandardOutput()
        for (index, scenario) in Catalogue.scenarios.enumerated() {
            output.line(json ? jsonLine(scenario) : text(scenario, key: index < 10 ? String((index + 1) % 10) : " "))
        }
    }

    private func text(_ scenario: Scenario, key: String) -> String {
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
        return lines.joined(separator: "\n")
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
