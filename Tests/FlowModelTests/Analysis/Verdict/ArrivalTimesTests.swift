import FlowTestSupport
import Testing
@testable import FlowVerdict

@Suite("ArrivalTimes")
struct ArrivalTimesTests {
    @Test func `values leave with the times at which they came, in order`() {
        var chance = SeededChance(seed: 3)
        var (line, truth) = (ArrivalTimes(), [UInt64]())
        var now: UInt64 = 0
        for _ in 0..<20_000 {
            now += UInt64.random(in: 0...2, using: &chance)
            if truth.count < ArrivalTimes.limit, Int.random(in: 0..<2, using: &chance) == 0 {
                line.append(now)
                truth.append(now)
            } else {
                #expect(line.removeFirst() == (truth.isEmpty ? nil : truth.removeFirst()))
            }
            #expect(line.count == truth.count)
        }
    }

    @Test func `a million that wait take no more memory than some thousand, and leave near their times`() {
        var line = ArrivalTimes()
        for time in 0..<1_000_000 { line.append(UInt64(time)) }

        #expect(line.count == 1_000_000)
        #expect(line.moments.count <= ArrivalTimes.limit)
        var last: UInt64 = 0
        for time in 0..<UInt64(1_000_000) {
            let found = line.removeFirst() ?? .max
            #expect(found >= last && found <= time)
            last = found
        }
        #expect(line.removeFirst() == nil)
        #expect(line.count == 0)
    }
}
