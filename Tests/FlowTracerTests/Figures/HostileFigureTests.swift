import FlowTestSupport
import FlowTrace
import Testing

@testable import FlowAnalysis
@testable import FlowExport
@testable import FlowGraph
@testable import FlowVerdict

/// Figures come from a program's own claims: limits, demand and times of any size. Every reader that counts them, such as
/// FlowMetrics in the program itself, finishes with figures.
@Suite("hostile figures")
struct HostileFigureTests {
    private static let numbers: [Int] = [.max, .max - 1, 1 << 62, 1 << 53, 2, 1, 0, -1, .min]
    private static let durations: [UInt64] = [.max, .max - 1, 1 << 63, 1 << 53, 1, 0]

    // MARK: Sums

    private static func figures(_ chance: inout SeededChance) -> StageFigures {
        var figures = StageFigures()
        figures.values = numbers.randomElement(using: &chance) ?? 0
        for reason in DropReason.allCases { figures.dropped[reason] = numbers.randomElement(using: &chance) ?? 0 }
        guard !chance.oneIn(4) else {
            figures.present = nil
            return figures
        }
        func duration() -> UInt64 { durations.randomElement(using: &chance) ?? 0 }
        let times = StageTimes(busy: duration(), starved: duration(), heldBack: duration())
        figures.present?.held = numbers.randomElement(using: &chance)
        figures.present?.capacity = numbers.randomElement(using: &chance)
        figures.present?.oldest = duration()
        figures.present?.demand = Demand(rawValue: duration())
        figures.present?.times = chance.oneIn(4) ? nil : times
        return figures
    }

    @Test(arguments: Rounds.seeds(full: 10_000)) func `of one name are added up, as far as a number goes`(seed: UInt64) {
        var chance = SeededChance(seed: seed)
        let name = FigureName(pipeline: "p", place: nil, number: nil, stage: "s")
        let rows = (0..<3).map { _ in FigureRow(name: name, figures: HostileFigureTests.figures(&chance)) }
        var table = FigureTable(limit: 1)

        let sums = table.fold(rows)
        let program = ProgramFigures(program: "p", since: .max, missing: .max, rows: sums + [rows[0].ended])

        #expect(sums.count == 1)
        let whole = rows.dropFirst().reduce(rows[0].figures.values) { Int(clamping: Int128($0) + Int128($1.figures.values)) }
        #expect(sums[0].figures.values == whole, "seed \(seed)")
        #expect(FlowMetric.all.contains { !$0.samples(program).isEmpty }, "seed \(seed)")
        for format in MetricsFormat.allCases { #expect(!MetricsText.text(of: [program], as: format).isEmpty, "seed \(seed)") }
    }

    @Test func `of two limits that no number holds the sum of, and of times far apart, are the largest number`() {
        let name = FigureName(pipeline: "p", place: nil, number: nil, stage: "s")
        var (one, table) = (StageFigures(), FigureTable())
        one.present?.capacity = 1 << 62
        one.values = .max
        one.present?.times = StageTimes(busy: .max, starved: 1, heldBack: 1 << 63)
        one.dropped[.noDemand] = .max
        let row = FigureRow(name: name, figures: one)

        let sum = table.fold([row, row]).first?.figures

        #expect(sum?.present?.capacity == .max && sum?.values == .max && sum?.dropped[.noDemand] == .max)
        #expect(sum?.present?.times == StageTimes(busy: .max, starved: 2, heldBack: .max))
    }

    @Test func `of a stage whose records are missing, and of others, are known to be too low`() {
        let name = FigureName(pipeline: "p", place: nil, number: nil, stage: "s")
        var (known, table) = (StageFigures(), FigureTable())
        known.present?.times = StageTimes(busy: 1, starved: 2, heldBack: 3)
        let unknown = StageFigures()
        func isIncomplete(_ figures: [StageFigures]) -> Bool {
            let rows = table.fold(figures.map { FigureRow(name: name, figures: $0) })
            return ProgramFigures(program: "p", since: nil, missing: 0, rows: rows).isIncomplete
        }

        for figures in [[unknown], [known, unknown], [unknown, known], [known, unknown, known], [unknown, known, known]] {
            #expect(isIncomplete(figures))
            #expect(isIncomplete(table.fold(figures.map { FigureRow(name: name, figures: $0) }).map(\.figures.ended)))
        }
        #expect(!isIncomplete([known, known, known]))
    }

    // MARK: Records

    /// Declares a chain of stages with limits of any size, and events of any kind at any time.
    private static func play(_ count: Int, into records: inout Reconstruction, _ chance: inout SeededChance) {
        let limits = numbers.filter { $0 >= 0 }
        let nodes = (1...3).map {
            NodeFact(
                id: NodeID(rawValue: $0), role: [.buffer, .transform, .sink][Int($0) % 3], name: "n\($0)",
                capacity: limits.randomElement(using: &chance))
        }
        let roles: [EdgeFact.Role] = [.source, .store, .link]
        let edges = (1...4).map { id in
            EdgeFact(
                id: EdgeID(rawValue: id), role: roles.randomElement(using: &chance) ?? .link, label: "e\(id)",
                upstream: chance.oneIn(4) ? nil : NodeID(rawValue: UInt32(1 + chance.below(3))),
                downstream: chance.oneIn(4) ? nil : NodeID(rawValue: UInt32(1 + chance.below(3))))
        }
        records.declare(nodes: nodes, edges: edges)
        for _ in 0..<count {
            let kind = SignalKind.allCases.randomElement(using: &chance) ?? .value
            let demand = Demand(rawValue: durations.randomElement(using: &chance) ?? 0)
            let event = TraceEvent(
                time: durations.randomElement(using: &chance) ?? 0, kind: kind,
                edge: EdgeID(rawValue: UInt32(1 + chance.below(5))),
                flags: UInt8(chance.below(8)), payload: kind.holdsDemand ? .demand(demand) : .int(.max))
            records.append(event, thread: UInt32(chance.below(2)), bytes: nil)
        }
    }

    @Test(arguments: Rounds.seeds(full: 20_000, sample: 80))
    func `are made of any records, as FlowMetrics makes them`(seed: UInt64) {
        var chance = SeededChance(seed: seed)
        var (fold, table) = (TraceFold(isMeasuring: true), FigureTable())
        for _ in 0..<4 {
            fold.update { HostileFigureTests.play(20, into: &$0, &chance) }
            for time in [nil, .zero, TraceTime(nanoseconds: .max)] as [TraceTime?] {
                let rows = table.fold(fold.meter?.figures(at: time, in: fold.log) ?? [])
                let program = ProgramFigures(program: "p", since: 0, missing: fold.log.missed, rows: rows)
                for metric in FlowMetric.all { _ = metric.samples(program) }
                for report in fold.meter?.reportsByPressure(at: time, in: fold.log) ?? [] { _ = report.verdict }
            }
            fold.forget(upTo: chance.oneIn(2) ? .max : 3)
        }
        #expect(fold.log.count > 0, "seed \(seed)")
    }
}
