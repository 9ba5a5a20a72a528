import FlowTestSupport
import Testing
@testable import FlowAnalysis

@Suite("PagedTable")
struct PagedTableTests {
    @Test func `a copy keeps what it was while the original goes on`() {
        var chance = SeededChance(seed: 5)
        var (paged, truth) = (PagedTable<UInt32, Int>(), [UInt32: Int]())
        var copies: [(PagedTable<UInt32, Int>, [UInt32: Int])] = []
        // Numbers close together, far apart, and beyond the pages that are found by index.
        let numbers: [UInt32] = (0..<40) + [1_000, 70_000, 262_143, 262_144, 262_145, 4_000_000_000, .max]
        for round in 0..<2_000 {
            let number = numbers.randomElement(using: &chance) ?? 0
            if Int.random(in: 0..<5, using: &chance) == 0 {
                paged[number] = nil
                truth[number] = nil
            } else {
                paged[number, default: 0] += round
                truth[number, default: 0] += round
            }
            if round % 100 == 0 { copies.append((paged, truth)) }
        }
        copies.append((paged, truth))
        for (copy, truth) in copies { #expect(numbers.map { copy[$0] } == numbers.map { truth[$0] }) }
        #expect(paged[999_999] == nil)
    }
}
