import FlowPlayground
import FlowScenarios

extension ChainScenario {
    /// The chain of a text.
    ///
    /// - Throws: What is wrong with it, as a compiler tells it.
    static func typed(_ text: String, name: String) throws(ChainFailure) -> ChainScenario {
        do throws(Problem) {
            let chain = try Chain(text)
            return ChainScenario(chain, name: name, title: chain.source.title)
        } catch {
            throw ChainFailure(error, in: SourceText(text), name: name, isUsage: true)
        }
    }

    /// The chain as it is written with other numbers.
    func text(_ numbers: Numbers) -> String {
        do throws(Problem) {
            return try chain.with(numbers.values).source.text
        } catch {
            // A number that does not fit has stopped the run, which says so.
            return chain.source.text
        }
    }

    /// Why the chain cannot run with other numbers, `nil` where it can.
    func problem(_ numbers: Numbers) -> String? {
        do throws(Problem) {
            _ = try chain.with(numbers.values)
            return nil
        } catch {
            return error.message
        }
    }

    /// The chain in a row: its first comment where it has one.
    func headline(_ text: String) -> String {
        let lines = text.split(whereSeparator: \.isNewline).map { String($0.drop { $0 == " " || $0 == "\t" }) }
        guard let first = lines.first, !first.hasPrefix("//") else { return chain.source.title }
        return lines.dropFirst().reduce(first) { $1.hasPrefix(".") ? $0 + $1 : "\($0); \($1)" }
    }

    /// The chains that come with the program.
    static let library: [ChainScenario] = LibraryChain.all.compactMap { try? typed($0.text, name: $0.name) }
}
