/// A pipeline with spies between all its stages.
struct Pipeline: Sendable, CustomStringConvertible {
    let description: String
    /// The nodes the tracer finds from the first source to the first end; `+` stands between neighbours without a spy.
    let chain: String
    /// The appetites it can be run with.
    let appetites: [Appetite]
    let build: @Sendable (Bench) -> Void

    init(
        _ description: String, _ chain: String, except: Set<Appetite> = [], _ build: @escaping @Sendable (Bench) -> Void
    ) {
        self.description = description
        self.chain = chain
        self.appetites = Appetite.allCases.filter { !except.contains($0) }
        self.build = build
    }

    /// The chain with its spies.
    var nodes: [String] {
        chain.split(separator: " ").map { $0.split(separator: "+").map(String.init) }
            .joined(separator: ["spy"]).map { String($0) }
    }

    /// All of them.
    static let all =
        sources + subjects + transforms + filters + reductions + failures + joins + flattening + sharing + timing + forwarding
}
