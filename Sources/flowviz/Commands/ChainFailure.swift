import FlowPlayground

/// A chain that cannot be read, or that cannot go on: told as a compiler does, with the line and a caret.
struct ChainFailure: Error, Equatable, CustomStringConvertible {
    /// The lines, the first with the place.
    let lines: [String]
    /// Whether the chain is wrong, rather than what happened to it.
    let isUsage: Bool

    /// - Parameter name: The file's name, or what stands for it.
    init(_ problem: Problem, in source: SourceText, name: String, isUsage: Bool) {
        let lines = problem.lines(in: source)
        self.lines = ["\(name):\(lines[0])"] + lines.dropFirst()
        self.isUsage = isUsage
    }

    var description: String {
        lines.joined(separator: "\n")
    }
}
