import FlowPlayground
import FlowScenarios

extension ChainScenario {
    /// The chain as it is written with other numbers.
    func text(_ numbers: Numbers) -> String {
        do {
            return try chain.with(numbers.values).source.text
        } catch {
            // A number that does not fit has stopped the run, which says so.
            return chain.source.text
        }
    }

    /// The chain in a row: its first comment where it has one.
    func headline(_ text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline).map { String($0.drop { $0 == " " || $0 == "\t" }) }
        guard let first = lines.first, !first.hasPrefix("//") else { return chain.source.title }
        return lines.dropFirst().reduce(first) { $1.hasPrefix(".") ? $0 + $1 : "\($0); \($1)" }
    }
}
