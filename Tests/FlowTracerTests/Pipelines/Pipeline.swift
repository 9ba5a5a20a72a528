import FlowTrace

@testable import FlowCore
@testable import FlowGraph

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

    /// All pipelines.
    static let all =
        sources + subjects + transforms + filters + reductions + failures + joins + flattening + sharing + timing + forwarding
}

/// A pipeline run with one appetite, traced and untraced.
///
/// Made once for all suites, which only read it.
struct TracedRun {
    let appetite: Appetite
    /// The spies and ends of the traced run.
    let bench: Bench
    /// The tracer's findings.
    let found: Reconstruction
    /// The spies and ends of the untraced run.
    let plain: Bench
}

extension Pipeline {
    private static let cache = all.map { _ in RunCache() }

    /// The runs of the pipeline at `index` of ``all``, one for each of its appetites. For any thread.
    static func runs(_ index: Int) -> [TracedRun] {
        cache[index].runs(of: all[index])
    }
}

/// Proof for `@unchecked`: the runs are made inside the lock and only read after.
private final class RunCache: @unchecked Sendable {
    private let made = LockedBox<[TracedRun]?>(nil)

    func runs(of pipeline: Pipeline) -> [TracedRun] {
        made.withLock { made in
            if let made { return made }
            let runs = pipeline.appetites.map { appetite in
                let (bench, found) = Bench.trace(pipeline, appetite)
                return TracedRun(appetite: appetite, bench: bench, found: found, plain: Bench.run(pipeline, appetite))
            }
            made = runs
            return runs
        }
    }
}
