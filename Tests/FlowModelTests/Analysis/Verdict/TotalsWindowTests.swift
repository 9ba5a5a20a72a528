import FlowTestSupport
import Testing
@testable import FlowVerdict

@Suite("TotalsWindow")
struct TotalsWindowTests {
    private static let step: UInt64 = 500_000_000

    private func mark(_ busy: Double, held: Int = 0) -> StageMark {
        StageMark(totals: StageTotals(busy: busy), held: held)
    }

    @Test func `nothing has been done before it begins`() {
        let window = TotalsWindow(begin: 3 * TotalsWindowTests.step)

        #expect(window.boundary == 4 * TotalsWindowTests.step)
        #expect(window.state(at: 0, now: 10, present: mark(5)).totals.busy == 0)
    }

    @Test func `between two marks sums lie between theirs, and what was held is that of the nearer`() {
        let step = TotalsWindowTests.step
        var window = TotalsWindow(begin: 0)
        window.mark(mark(100, held: 1))
        window.mark(mark(300, held: 5))
        func state(_ time: UInt64) -> StageMark {
            window.state(at: time, now: 3 * step, present: mark(400, held: 9))
        }

        #expect(state(step).totals.busy == 100)
        #expect(state(step + step / 4).totals.busy == 150)
        #expect(state(step + step / 2 - 1).held == 1)
        #expect(state(step + step / 2).held == 5)
        // After the last mark, the state is the present one.
        #expect(state(2 * step + step / 2).totals.busy == 350)
        #expect(state(2 * step + step / 2).held == 9)
    }

    @Test func `it keeps the last ten seconds, however long it runs`() {
        let step = TotalsWindowTests.step
        var window = TotalsWindow(begin: 0)
        for number in 1...1_000 { window.mark(mark(Double(number))) }
        let now = 1_000 * step

        for number in 980...1_000 {
            #expect(window.state(at: UInt64(number) * step, now: now, present: mark(1_000)).totals.busy == Double(number))
        }
        #expect(window.state(at: 970 * step, now: now, present: mark(1_000)).totals.busy == 0)
    }

    @Test func `what has not changed for longer than it reaches is stale`() {
        let step = TotalsWindowTests.step
        var window = TotalsWindow(begin: 0)

        #expect(!window.isStale(at: 24 * step - 1))
        #expect(window.isStale(at: 24 * step))
        window.restart(at: 100 * step + 1, mark(7, held: 2))
        #expect(window.boundary == 101 * step)
        #expect(window.state(at: 100 * step, now: 100 * step + 1, present: mark(7)).held == 2)
    }

    @Test func `the sums of a window are those of its ten seconds`() {
        var chance = SeededChance(seed: 7)
        for _ in 0..<200 {
            var meter = StageMeter(node: nil, edge: .init(rawValue: 1))
            meter.inputs.ever = 1
            meter.settle(to: 0)
            var busy: [Range<UInt64>] = []
            var time: UInt64 = 0
            while time < 40_000_000_000 {
                let isBusy = Bool.random(using: &chance)
                meter.inputs = EdgeWeight(ever: 1, live: 1, open: isBusy ? 0 : 1)
                meter.conclude()
                // Now and then nothing happens for longer than the window.
                let most: UInt64 = Int.random(in: 0..<20, using: &chance) == 0 ? 20_000_000_000 : 2_000_000_000
                let next = time + UInt64.random(in: 1...most, using: &chance)
                if isBusy { busy.append(time..<next) }
                meter.settle(to: next)
                time = next
            }
            // A window that begins at a mark is exact.
            let now = (time / TotalsWindowTests.step + 1) * TotalsWindowTests.step
            if meter.condition == .busy { busy.append(time..<now) }
            meter.settle(to: now)
            let start = now - TotalsWindow.length
            let before = meter.window.state(at: start, now: now, present: StageMark(totals: meter.totals))
            let wanted = busy.reduce(0) { $0 + ($1.upperBound > start ? $1.upperBound - max(start, $1.lowerBound) : 0) }

            #expect(meter.totals.busy - before.totals.busy == Double(wanted))
        }
    }
}
