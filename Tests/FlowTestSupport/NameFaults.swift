import FlowAnalysis
import FlowModel
import FlowTrace
import FlowVerdict

/// Compares the names of a trace's stages in the list, on lanes, in a diagnosis, in checks and in sentences about rules: a stage
/// has one name, and a name means one stage.
package struct NameFaults {
    private let log: TraceLog
    /// The stages by name.
    private var nodes: [String: NodeID] = [:]
    /// The stages with an event.
    private var begun: Set<NodeID> = []
    /// Names of edges without a stage, and labels of a stage's several outputs.
    private var labels: Set<String> = []
    /// The faults, in words.
    package private(set) var all: [String] = []

    package init(in log: TraceLog) {
        self.log = log
        for edge in Set(log.entries.map(\.edge)).compactMap(log.edge) {
            begun.formUnion([edge.upstream, edge.downstream].compactMap(\.self))
        }
        labels = Set(log.edges.flatMap { [$0.label, $0.givenLabel].compactMap(\.self) })
        for node in log.nodes where begun.contains(node.id) {
            let name = log.stageName(node.id) ?? ""
            if let other = nodes.updateValue(node.id, forKey: name) { all.append("'\(name)' means \(other) and \(node.id)") }
        }
        checkDiagnosis()
        checkSentences()
        checkPipelines()
    }

    private mutating func checkDiagnosis() {
        var meter = UtilizationMeter()
        var tally = RunTally()
        for entry in log.entries {
            meter.fold(entry, in: log)
            tally.fold(entry, in: log)
        }
        for stage in meter.reports(in: log, isOver: true).flatMap(\.stages) {
            guard let node = stage.node, begun.contains(node.id) else { continue }
            if nodes[stage.name] != node.id { all.append("diagnose calls \(node.id) '\(stage.name)'") }
        }
        for name in tally.names where tally.stage(name)?.hasEvents == true { expect(name, "check") }
    }

    private mutating func checkSentences() {
        var check = RuleCheck()
        var found = log.entries.flatMap { check.fold($0, in: log) }
        found += check.violationsAtEnd(TraceTime(nanoseconds: .max))
        for violation in found {
            expect(violation.stages.publisher, "rule \(violation.rule.number)")
            if violation.stages.subscriber != "its subscriber" {
                expect(violation.stages.subscriber, "rule \(violation.rule.number)")
            }
        }
    }

    private mutating func checkPipelines() {
        let operators = Set(log.nodes.filter { log.stageNameAlone($0.id) != $0.name }.map(\.name))
        var pipelines = Pipelines()
        pipelines.update(from: log, upTo: log.count)
        for id in pipelines.ids(by: .age, in: log) {
            for stage in pipelines.summary(of: id, at: pipelines.time, in: log)?.stages ?? [] {
                // `map "orders"` has the name of a label.
                expect(stage.split(separator: "\"").dropFirst().first.map(String.init) ?? stage, "the list")
            }
            let lanes = PipelineLanes(of: pipelines.members(of: id), in: pipelines, log: log)
            for lane in lanes.specs where !lane.isShared {
                // The label of a store names the lane of the store's output; the store's lane has the name of its operator.
                for stage in lane.name.components(" > ").map(NameFaults.stage) where !operators.contains(stage) {
                    expect(stage, "lane '\(lane.name)'")
                }
            }
        }
    }

    private mutating func expect(_ name: String, _ place: String) {
        let isLabel =
            labels.contains(name) && !log.nodes.contains { name.hasPrefix("\($0.name) ") || name.hasPrefix("\($0.name):") }
        if nodes[name] == nil, !isLabel { all.append("\(place) says '\(name)', which is no stage") }
    }

    /// The stage in the name of a lane: `zip` of `zip (2)` and of `zip out`.
    private static func stage(of lane: String) -> String {
        let name = lane.replacing(#/ \(\d+\)$/#, with: "")
        return name.hasSuffix(" out") ? String(name.dropLast(4)) : name
    }
}

extension StageTally {
    fileprivate var hasEvents: Bool { values + dropped + held + maxHeld + finished + failed + cancelled > 0 }
}

extension String {
    fileprivate func components(_ separator: String) -> [String] { split(separator: separator).map(String.init) }
}
