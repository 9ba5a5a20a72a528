import FlowTrace

@testable import FlowAnalysis
@testable import FlowGraph
@testable import FlowModel

/// What was recorded of a closure.
struct Traced {
    let log: TraceLog

    /// Records what `body` reports.
    static func recording(_ body: () throws -> Void) rethrows -> Traced {
        let recorder = Recorder()
        try CurrentTarget.with(TraceTarget(recorder: recorder), body)
        return Traced(recorder)
    }

    /// Records what `body` and the tasks that it makes report.
    static func recording(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void) async rethrows -> Traced
    {
        let recorder = Recorder()
        try await CurrentTarget.with(TraceTarget(recorder: recorder), body)
        return Traced(recorder)
    }

    init(_ recorder: Recorder) {
        var found = Reconstruction()
        recorder.drain(into: &found)
        log = found.log
    }

    /// Every event as `edge kind value`.
    var lines: [String] { log.entries.map { "\(label(of: $0)) \(line(of: $0))" } }

    /// The events of one edge as `kind value`.
    func lines(of label: String) -> [String] { log.entries.filter { self.label(of: $0) == label }.map(line(of:)) }

    private func label(of entry: TraceEntry) -> String { log.edge(entry.edge)?.label ?? "?" }

    private func line(of entry: TraceEntry) -> String {
        let value = log.value(of: entry).map { " \($0)" } ?? entry.event.demand.map { " \($0)" } ?? ""
        let reason = entry.event.dropReason.map { " \($0.name)" } ?? ""
        return "\(entry.kind)\(value)\(reason)"
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
        log.entries.count { $0.kind == kind && self.label(of: $0) == label }
    }

    /// The account of an edge.
    func account(of label: String) -> EdgeAccount {
        var book = EdgeBook()
        for entry in log.entries where self.label(of: entry) == label { book.fold(entry, in: log) }
        return book.account
    }

    /// The values that the ledger cannot account for, and the rules that the events break.
    var faults: [String] {
        var (ledger, rules) = (Ledger(), RuleCheck())
        var faults: [String] = []
        for entry in log.entries {
            ledger.fold(entry, in: log)
            faults += rules.fold(entry, in: log).filter { !$0.isNote }.map { "\($0.rule) at \(entry.sequence)" }
        }
        return faults + ledger.lines(in: log).filter { ($0.residue ?? 0) != 0 }.map { "\(log.node($0.node)?.name ?? "?"): \($0)" }
    }
}

/// Numbers from a seed.
struct Chance {
    private var state: UInt64

    init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

    /// A number below `count`.
    mutating func next(_ count: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(count))
    }
}
