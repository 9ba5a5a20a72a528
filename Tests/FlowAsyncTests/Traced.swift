import FlowAsync
import FlowTrace

@testable import FlowAnalysis
@testable import FlowGraph

/// What was recorded of the streams of a closure.
struct Traced {
    let found: Reconstruction

    var log: TraceLog { found.log }

    /// Records what `body` and the tasks that it makes do with streams.
    static func recording(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
    ) async rethrows -> Traced {
        let recorder = Recorder()
        try await CurrentTarget.with(TraceTarget(recorder: recorder), body)
        return Traced(recorder)
    }

    init(_ recorder: Recorder) {
        var found = Reconstruction()
        recorder.drain(into: &found)
        self.found = found
    }

    /// Every event as `edge kind value < cause`, without the numbers of the stages' names.
    var lines: [String] {
        log.entries.map { entry in
            let value = log.value(of: entry)?.description ?? entry.event.demand.map { "\($0)" } ?? ""
            let reason = entry.event.dropReason.map { " \($0.name)" } ?? ""
            let cause = entry.cause.map { " < \($0)" } ?? ""
            return "\(entry.sequence) \(log.edge(entry.edge)?.label ?? "?") \(entry.kind) \(value)\(reason)\(cause)"
        }
    }

    /// Every edge as `label: upstream -> downstream`.
    var graph: [String] {
        let names = Dictionary(uniqueKeysWithValues: log.nodes.map { ($0.id, $0.name) })
        return log.edges.map { edge in
            "\(edge.label): \(edge.upstream.flatMap { names[$0] } ?? "-") -> \(edge.downstream.flatMap { names[$0] } ?? "-")"
        }
    }

    /// How many events of a kind an edge has.
    func count(_ kind: SignalKind, on label: String) -> Int {
        log.entries.count { $0.kind == kind && log.edge($0.edge)?.label == label }
    }

    /// The values of a kind of event on an edge, in order.
    func values(_ kind: SignalKind, on label: String) -> [String] {
        log.entries.filter { $0.kind == kind && log.edge($0.edge)?.label == label }.map { log.value(of: $0)?.description ?? "" }
    }

    /// The values that the ledger cannot account for, by stage.
    var residues: [String] {
        var ledger = Ledger()
        for entry in log.entries { ledger.fold(entry, in: log) }
        return ledger.lines(in: log).filter { $0.residue != 0 }.map { "\(log.node($0.node)?.name ?? "?"): \($0)" }
    }
}
