import FlowScenarios
import FlowTrace
import Testing
@testable import FlowAnalysis
@testable import FlowVerdict

/// The counts for metrics engines agree with the ledger.
@Suite("Figures of scenarios")
struct FigureTests {
    @Test(arguments: CatalogueTests.Case.all)
    func `every stage of a variant has the counts of its ledger`(test: CatalogueTests.Case) throws {
        let log = try History(test.scenario.id, test.variant.id, until: 20).model.log
        var (ledger, meter) = (Ledger(), UtilizationMeter())
        for entry in log.entries {
            ledger.fold(entry, in: log)
            meter.fold(entry, in: log)
        }

        for stage in meter.stages {
            guard let node = stage.node else { continue }
            let lines = ledger.lines(of: node, in: log)
            guard let first = lines.first else { continue }
            let name = log.node(node)?.name ?? "?"
            // Values of the publishers that an operator made are not its own values.
            let own = first.law == .oneToMany ? [first] : lines
            // The input of a stage past all probes is not seen; the stage counts its sends instead.
            let isSeen = stage.inputs.ever > 0 || stage.isSource || stage.isStore
            let arrived = own.reduce(0) { $0 + (isSeen ? $1.arrived : $1.out) }
            #expect(stage.values == arrived, "\(name)")
            for reason in DropReason.allCases {
                let count = stage.drops.first { $0.reason == reason }?.count ?? 0
                #expect(count == lines.reduce(0) { $0 + $1.dropped[reason] }, "\(name): \(reason)")
            }
        }
    }
}
