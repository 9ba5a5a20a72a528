import FlowModel
import FlowTestSupport
import Testing

@testable import FlowAnalysis
@testable import FlowTrace

@Suite("Where values were lost")
struct DropIndexTests {
    @Test func `the nearest loss on the edges wanted is the one that a search of all would find`() {
        var chance = SeededChance(seed: 15)
        for _ in 0..<20 {
            let drops = (1...400).filter { _ in chance.below(3) == 0 }.map { sequence in
                (moment: Moment(time: TraceTime(nanoseconds: UInt64(sequence) * 10), sequence: sequence), edge: chance.below(4))
            }
            var index = DropIndex()
            for start in stride(from: 1, through: 400, by: 50) {
                let stretch = start..<start + 50
                index.record(drops.filter { stretch.contains($0.moment.sequence) }.map(DropIndexTests.entry))
            }
            for sequence in 0...401 {
                let edges = Set((0..<4).filter { _ in chance.below(2) == 0 })
                let wanted = drops.filter { edges.contains($0.edge) }.map(\.moment)
                let (next, previous) = (wanted.first { $0.sequence > sequence }, wanted.last { $0.sequence < sequence })
                for (direction, expected) in [(Direction.next, next), (.previous, previous)] {
                    let found = index.nearest(direction, of: sequence) { edge, _ in edges.contains(Int(edge.rawValue)) }
                    let isNear = expected.map { ($0.sequence - 1) / 50 == (max(1, sequence) - 1) / 50 } ?? false
                    if found == .near { #expect(isNear) } else { #expect(found == expected.map { .event($0) } ?? .none) }
                }
            }
        }
    }

    private static func entry(_ drop: (moment: Moment, edge: Int)) -> TraceEntry {
        let event = TraceEvent(time: drop.moment.time.nanoseconds, kind: .dropped, edge: EdgeID(rawValue: UInt32(drop.edge)))
        return TraceEntry(event: event, sequence: drop.moment.sequence, cause: nil, thread: 1)
    }
}
