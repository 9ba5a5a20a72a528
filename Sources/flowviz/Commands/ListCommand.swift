import ArgumentParser
import FlowPlayground
import FlowScenarios
import FlowSessions
import FlowSystem

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
                if json { output.verbatim(line: jsonLine(chain)) } else { output.line(chain.name.padded(to: 16) + chain.title) }
            }
            return
        }
        for (index, scenario) in Catalogue.scenarios.enumerated() {
            let key = index < 10 ? String((index + 1) % 10) : " "
            if json { output.verbatim(line: jsonLine(scenario)) } else { lines(of: scenario, key: key).forEach(output.line) }
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
        JSONText.object([
            ("name", JSONText.string(chain.name)), ("title", JSONText.string(chain.title)), ("text", JSONText.string(chain.text)),
        ])
    }

    private func jsonLine(_ scenario: Scenario) -> String {
        let variants = scenario.variants.map { variant in
            JSONText.object([
                ("id", JSONText.string(variant.id)), ("point", JSONText.string(variant.point)),
                ("endless", "\(variant.isEndless)"),
                ("controls", JSONText.list(variant.controls.map { JSONText.string($0.rawValue) })),
                ("numbers", JSONText.list(variant.numbers.map { JSONText.string($0.name) })),
            ])
        }
        return JSONText.object([
            ("id", JSONText.string(scenario.id)), ("title", JSONText.string(scenario.title)),
            ("group", JSONText.string(scenario.group.rawValue)), ("variants", JSONText.list(variants)),
        ])
    }
}
