import FlowPlayground

/// An error in a chain or in its run, reported as a compiler would: with the line and a caret.
package struct ChainFailure: Error, Equatable, CustomStringConvertible {
    /// The lines, the first with the location.
    package let lines: [String]
    /// Whether the chain itself is wrong, as opposed to its run.
    package let isUsage: Bool

    /// - Parameter name: The file's name, or a substitute.
    package init(_ problem: Problem, in source: SourceText, name: String, isUsage: Bool) {
        let lines = problem.lines(in: source)
        self.lines = ["\(name):\(lines[0])"] + lines.dropFirst()
        self.isUsage = isUsage
    }

    package var description: String { lines.joined(separator: "\n") }
}
