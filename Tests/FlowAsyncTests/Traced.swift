import FlowAsync
import FlowOperators
import FlowTrace

@testable import FlowAnalysis
@testable import FlowGraph
@testable import FlowModel
@testable import FlowVerdict

/// The trace of a closure's streams.
struct Traced {
    let found: Reconstruction

    var log: TraceLog { found.log }

    /// Records the streams of `body` and of the tasks that it makes.
    ///
    /// - Parameters:
    ///   - places: Whether to record stacks.
    ///   - kept: The number of ended subscriptions of one shape that keep separate edges.
    static func recording(
        places: Bool = false, keeping kept: Int = 16, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Void
    ) async rethrows -> Traced {
        let recorder = Recorder()
        try await CurrentTarget.with(TraceTarget(recorder: recorder, places: places), body)
        return Traced(recorder, keeping: kept)
    }

    init(found: Reconstruction) { self.found = found }

    init(_ recorder: Recorder, keeping kept: Int = 16) {
        var found = Reconstruction(keeping: kept)
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

    /// The number of events of a kind on an edge.
    func count(_ kind: SignalKind, on label: String) -> Int {
        log.entries.count { $0.kind == kind && log.edge($0.edge)?.label == label }
    }

    /// The values of a kind of event on an edge, in order.
    func values(_ kind: SignalKind, on label: String) -> [String] {
        log.entries.filter { $0.kind == kind && log.edge($0.edge)?.label == label }.map { log.value(of: $0)?.description ?? "" }
    }

    /// The values that the ledger cannot account for, by stage. Operators without a law are left out.
    var residues: [String] { ledgerLines.filter { $0.law != nil && $0.residue != 0 }.map(text) }

    /// The residues without the lines that ``undecided`` counts.
    var decidedResidues: [String] {
        ledgerLines.filter { $0.law != nil && $0.residue != 0 && !isUndecided($0) }.map(text)
    }

    /// The number of lines of combineLatest that do not know which value of an input another one replaced: each of its inputs
    /// has its task, and no record tells which of two tasks came first.
    var undecided: Int { ledgerLines.count(where: isUndecided) }

    private func isUndecided(_ line: LedgerLine) -> Bool { line.law == .latestOfEach && line.unknown == .store }

    private var ledgerLines: [LedgerLine] {
        var ledger = Ledger()
        for entry in log.entries { ledger.fold(entry, in: log) }
        return ledger.lines(in: log)
    }

    private func text(_ line: LedgerLine) -> String { "\(log.node(line.node)?.name ?? "?"): \(line)" }
}

extension Traced {
    /// The number of values that all stages hold at the end: by the ledger, and by the reports.
    var held: [Int] {
        var (ledger, meter) = (Ledger(), UtilizationMeter())
        for entry in log.entries {
            ledger.fold(entry, in: log)
            meter.fold(entry, in: log)
        }
        let reported = meter.reports(in: log, isOver: true).flatMap(\.stages).compactMap { $0.held?.count }
        return [ledger.lines(in: log).reduce(0) { $0 + $1.held }, reported.reduce(0, +)]
    }

    /// The violations, with their events, without notes.
    var brokenRules: [String] {
        var rules = RuleCheck()
        let found = log.entries.flatMap { rules.fold($0, in: log) } + rules.violationsAtEnd(log.end.time)
        return found.filter { !$0.isNote }.map { "\($0.rule.number) at \($0.sequence)" }
    }

    /// The label that an edge was given, or the name of the stage above it.
    func name(of edge: EdgeFact) -> String {
        edge.givenLabel ?? edge.upstream.flatMap { log.node($0) }.map { $0.operation.name } ?? edge.label
    }

    /// The events after which a stage's reported buffer differs from its input less its output and its losses, or exceeds its
    /// capacity. A value that leaves a store is the stage's next delivery.
    var heldFaults: [String] {
        var held: [EdgeID: [String]] = [:]
        var leaving: [String: [String]] = [:]
        var faults: [String] = []
        for entry in log.entries {
            guard let edge = log.edge(entry.edge), let node = edge.upstream.flatMap({ log.node($0) }) else { continue }
            let value = log.value(of: entry)?.description ?? "?"
            switch (edge.role, entry.kind) {
            case (.store, .buffered):
                held[edge.id, default: []].append(value)
                let count = held[edge.id]?.count ?? 0
                // A stage with capacity 0 holds a value while it passes the value on.
                if let capacity = node.capacity, count > max(1, capacity) {
                    faults.append("\(entry.sequence): \(edge.label) holds \(count)")
                }
            case (.store, .unbuffered), (.store, .dropped):
                let reason = entry.event.dropReason
                if reason == nil, Traced.passing.contains(node.operation) { leaving[edge.label, default: []].append(value) }
                guard reason == nil || !log.isRefusal(entry) else { continue }
                if let index = held[edge.id]?.firstIndex(of: value) {
                    held[edge.id]?.remove(at: index)
                } else {
                    faults.append("\(entry.sequence): \(edge.label) lets go of \(value), which it does not hold")
                }
            case (.link, .value) where Traced.passing.contains(node.operation):
                let left = leaving["\(edge.label) held"]?.isEmpty == false ? leaving["\(edge.label) held"]?.removeFirst() : nil
                if left != value {
                    faults.append("\(entry.sequence): \(edge.label) delivers \(value), and \(left ?? "nothing") left")
                }
            default: continue
            }
        }
        return faults
    }

    /// The stages that pass on the values that they hold.
    private static let passing: Set<OperatorID> = [
        .asyncStream, .mergeSequence, .bufferSequence, .debounceSequence, .throttleSequence, .shareSequence,
    ]
}

extension Traced {
    /// The reports on all pipelines at a moment, the oldest first, with the relations of their loops.
    func related(at time: TraceTime, isOver: Bool = false) -> [PipelineReport] {
        relatedByID(at: time, isOver: isOver).map(\.report)
    }

    /// The same, each with its pipeline.
    func relatedByID(at time: TraceTime, isOver: Bool = false) -> [(id: PipelineID, report: PipelineReport)] {
        var (pipelines, meter) = (Pipelines(), UtilizationMeter())
        pipelines.update(from: log, upTo: log.count)
        for entry in log.entries { meter.fold(entry, in: log) }
        let ids = pipelines.ids(by: .age, in: log)
        let reports = meter.reports(of: ids.map { pipelines.edges(of: $0) }, at: time, in: log, isOver: isOver)
        return zip(ids, reports.relating(ids, of: &pipelines, in: log)).map { (id: $0, report: $1) }
    }
}
