import FlowAnalysis
import FlowModel
import FlowTrace
import FlowVerdict

/// The pipelines of a trace file as the list, the diagnosis and the metrics know them.
package struct PipelineAgreement {
    /// The nodes of each pipeline in the list, by its identifier.
    private let listed: [PipelineID: Set<NodeID>]
    private let titles: [PipelineID: PipelineTitle]
    private let reports: [PipelineReport]
    private let figures: [FigureRow]

    /// Reads a trace of a program.
    package init(_ file: TraceFile) {
        var fold = TraceFold(file)
        fold.read()
        let log = fold.log
        var pipelines = fold.pipelines
        listed = pipelines.ids(by: .age, in: log).reduce(into: [:]) { listed, id in
            let facts = pipelines.edges(of: id).compactMap { log.edge($0) }
            listed[id] = Set(facts.flatMap { [$0.upstream, $0.downstream].compactMap(\.self) })
        }
        titles = listed.keys.reduce(into: [:]) { $0[$1] = pipelines.title(ofEdge: $1.edge, in: log) }
        var reader = BottleneckReader(file, isOneRun: false, derivesEvents: true)
        reader.read()
        reports = reader.reports()
        figures = reader.figures()
    }

    /// The number of pipelines in the list.
    package var count: Int { listed.count }

    /// What the diagnosis and the metrics say otherwise than the list, in words.
    package var faults: [String] {
        let named = reports.compactMap { $0.title?.id }
        var faults: [String] = []
        if Set(named) != Set(listed.keys) || named.count != listed.count {
            faults.append("the list has \(PipelineAgreement.numbers(listed.keys)), diagnose \(PipelineAgreement.numbers(named))")
        }
        for report in reports {
            guard let id = report.title?.id, let nodes = listed[id] else { continue }
            if report.title != titles[id] {
                faults.append("diagnose calls \(titles[id]?.name ?? "nothing") \(report.title?.name ?? "nothing")")
            }
            for case .node(let node) in report.stages.map(\.id) where !nodes.contains(node) {
                faults.append("diagnose has \(node) in pipeline \(id.edge.rawValue)")
            }
        }
        let measured = Set(figures.map { "\($0.name.pipeline) \($0.name.place ?? "") \($0.name.number ?? 0)" })
        let judged = reports.count { !$0.stages.isEmpty }
        if measured.count != judged { faults.append("metrics have \(measured.count) pipelines, diagnose \(judged)") }
        return faults
    }

    private static func numbers(_ ids: some Sequence<PipelineID>) -> [UInt32] { ids.map(\.edge.rawValue).sorted() }
}
