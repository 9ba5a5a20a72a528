import FlowOperators
import FlowTestSupport
import FlowTrace
import FlowCombine
import Testing
@testable import FlowAnalysis
@testable import FlowCore
@testable import FlowGraph

/// The ledger balances in every pipeline, for any requests of its ends.
@Suite("ledger, traced", .serialized)
struct LedgerTests {
    static func ledger(of log: TraceLog) -> Ledger {
        var ledger = Ledger()
        for entry in log.entries { ledger.fold(entry, in: log) }
        return ledger
    }

    /// The publishers of these tests, which the catalogue does not know.
    private static let own: Set = [
        "spy", "closureMerge", "closureFlatMap", "naiveMerge", "forwarding", "resubscribing", "erasing",
    ]

    /// Whether a line belongs to a publisher of these tests, and says that no law is known for its name, or that its edges are
    /// ambiguous.
    private static func isOwn(_ line: LedgerLine, in log: TraceLog) -> Bool {
        guard case .other(let name) = log.node(line.node)?.operation, own.contains(name) else { return false }
        return line.law == nil && (line.unknown == .law("no law is known for \(name)") || line.unknown == .edges)
    }

    @Test("every operator of the pipelines is in the catalogue, but those of these tests")
    func catalogue() {
        var others: Set<String> = []
        for index in Pipeline.all.indices {
            for node in Pipeline.runs(index)[0].found.log.nodes where node.role != .sink {
                if case .other(let name) = node.operation { others.insert(name) }
            }
        }

        #expect(others == Self.own)
    }

    @Test("no value is unaccounted for in any pipeline", arguments: Pipeline.all.indices)
    func pipelines(_ index: Int) {
        for run in Pipeline.runs(index) {
            let log = run.found.log
            let wrong = Self.ledger(of: log).lines(in: log).filter { $0.residue != 0 && !Self.isOwn($0, in: log) }
                .map { "\(log.node($0.node)?.name ?? "?"): \($0)" }
            #expect(wrong == [], "\(Pipeline.all[index]), \(run.appetite)")
        }
    }

    @Test("no value is unaccounted for in random pipelines", arguments: [false, true])
    func random(isProbed: Bool) {
        var lineCount = 0
        var drops = 0
        for seed in Rounds.seeds(full: 10_000) {
            let follower = LedgerFollower(isProbed: isProbed)
            let pipeline = RandomPipeline(seed: seed, isProbed: isProbed, look: follower.look)
            follower.follow(pipeline)

            #expect(follower.wrong == [], "seed \(seed), \(pipeline.stages)")
            guard follower.wrong.isEmpty else { return }
            lineCount += follower.lines.count
            drops += follower.lines.reduce(0) { $0 + $1.dropped.total }
        }

        #expect(lineCount > 200)
        #expect(drops > 100)
    }
}

/// Keeps the ledger of a random pipeline, and collects the lines that do not balance.
private final class LedgerFollower {
    private(set) var wrong: [String] = []
    private(set) var lines: [LedgerLine] = []
    private let isProbed: Bool
    private var found = Reconstruction()
    private var plain = TraceLog()
    private var ledger = Ledger()
    private var known = 0

    init(isProbed: Bool) {
        self.isProbed = isProbed
    }

    var log: TraceLog {
        isProbed ? plain : found.log
    }

    func follow(_ pipeline: RandomPipeline) {
        guard !isProbed else { return pipeline.play() }
        let (tracer, _) = FlowTracer.tracing(into: pipeline.recorder) { pipeline.play() }
        tracer.stop()
    }

    func look(_ pipeline: RandomPipeline) {
        if isProbed { pipeline.recorder.drain(into: &plain) } else { pipeline.recorder.drain(into: &found) }
        let log = log
        for entry in log.entries(after: known) { ledger.fold(entry, in: log) }
        known = log.count
        lines = ledger.lines(in: log)
        wrong += lines.filter { $0.residue != 0 }
            .map { "after \(known): \(log.node($0.node)?.name ?? "?"): residue \($0.residue.map(String.init) ?? "?"), \($0)" }
    }
}
