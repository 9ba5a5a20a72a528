import FlowOperators
import FlowTestSupport
import FlowTrace
import Testing
@testable import FlowAnalysis

@Suite("ViolationIndex")
struct ViolationIndexTests {
    private func violation(_ rule: ContractRule, _ sequence: Int) -> Violation {
        Violation(
            rule: rule, edge: EdgeID(rawValue: 1), sequence: sequence, time: TraceTime(nanoseconds: UInt64(sequence) * 10),
            isNote: false, known: nil, stages: Violation.StageNames(of: EdgeID(rawValue: 1), in: TraceLog()), signal: .value,
            end: nil, isCancelled: false, demand: .none, failure: nil)
    }

    @Test func `what is asked of it is what a look at all of them gives`() {
        var chance = SeededChance(seed: 9)
        var index = ViolationIndex()
        var all: [(lane: Int?, violation: Violation)] = []
        let rules = [MoreThanDemanded.self, NotSerial.self, AfterTerminal.self].map(ContractRule.init)
        for number in 1...500 {
            // An overlap shows after later events.
            let sequence = max(1, number * 3 - Int.random(in: 0..<12, using: &chance))
            let found = violation(rules.randomElement(using: &chance) ?? ContractRule(Leak.self), sequence)
            let lane = [0, 1, nil].randomElement(using: &chance) ?? nil
            index.add(found, lane: lane)
            all.append((lane, found))
        }

        for sequence in stride(from: 0, through: 1_600, by: 37) {
            let known = all.filter { $0.violation.sequence <= sequence }
            #expect(index.all(upTo: sequence).map(\.sequence) == known.map(\.violation.sequence).sorted())
            for lane in [0, 1, 2] {
                let own = known.filter { $0.lane == lane }.map(\.violation)
                let start = TraceTime(nanoseconds: UInt64(sequence) * 5)
                let late = own.filter { $0.time >= start }
                #expect(index.on(lane, from: start, upTo: sequence).map(\.sequence) == late.map(\.sequence).sorted())
                let byRule = index.rules(brokenOn: lane, upTo: sequence)
                #expect(Set(byRule.compactMap(\.first?.rule)) == Set(own.map(\.rule)))
                #expect(byRule.map(\.count).reduce(0, +) == own.count)
                let lasts = byRule.compactMap(\.last?.sequence)
                #expect(lasts == lasts.sorted(by: >))
            }
        }
    }
}
