import Testing
@testable import FlowVerdict

/// Each condition of the judge, on either side of its limit.
@Suite("BottleneckFinder")
struct BottleneckFinderTests {
    /// A source that is held back, a stage, and a sink that waits for the stage.
    private func chain(busy: Double, source: JudgedStage = JudgedStage(heldBack: 1)) -> BottleneckFinder {
        JudgedStage.judge([source, JudgedStage(busy: busy, heldBack: 1 - busy), JudgedStage(busy: 0.1, starved: 0.9)])
    }

    @Test func `a stage is no culprit that is busy for less than three tenths`() {
        #expect(chain(busy: 0.31).culprit(overall: false) == 1)
        #expect(chain(busy: 0.29).culprit(overall: false) == nil)
        #expect(chain(busy: 0.31).culprit(overall: true) == 1)
        #expect(chain(busy: 0.29).culprit(overall: true) == nil)
    }

    @Test func `a stage is no culprit where it and all above it wait for more than a quarter`() {
        func culprit(_ waiting: Double) -> Int? {
            let source = JudgedStage(starved: waiting, heldBack: 1 - waiting)
            let sink = JudgedStage(busy: 1 - waiting, starved: waiting)
            return JudgedStage.judge([source, sink]).culprit(overall: false)
        }

        #expect(culprit(0.24) == 1)
        #expect(culprit(0.26) == nil)
    }

    @Test func `a stage that waits is a culprit where one above it does not`() {
        let source = JudgedStage(starved: 0.2, heldBack: 0.8)
        let sink = JudgedStage(busy: 0.6, starved: 0.4)

        #expect(JudgedStage.judge([source, sink]).culprit(overall: false) == 1)
        #expect(JudgedStage.judge([source, sink]).wait(at: 1, overall: false) == 0.2)
    }

    @Test func `the busiest is the culprit, of equals the lowest`() {
        func culprit(_ upper: Double, _ lower: Double) -> Int? {
            JudgedStage.judge([
                JudgedStage(heldBack: 1), JudgedStage(busy: upper, heldBack: 1 - upper),
                JudgedStage(busy: lower, heldBack: 1 - lower), JudgedStage(starved: 1),
            ]).culprit(overall: false)
        }

        #expect(culprit(0.6, 0.7) == 2)
        #expect(culprit(0.7, 0.6) == 1)
        #expect(culprit(0.715, 0.7) == 2)
        #expect(culprit(0.725, 0.7) == 1)
    }

    @Test func `the source is no culprit`() {
        let judge = JudgedStage.judge([JudgedStage(busy: 1), JudgedStage(starved: 1)])

        #expect(judge.culprit(overall: false) == nil)
        #expect(judge.presentCulprit == nil)
    }

    @Test func `at the moment, the lowest is to blame that is wanted and requests nothing`() {
        let busy = JudgedStage(busy: 1)

        #expect(JudgedStage.judge([JudgedStage(heldBack: 1), busy, busy]).presentCulprit == 2)
        #expect(JudgedStage.judge([JudgedStage(heldBack: 1), busy, JudgedStage(starved: 1)]).presentCulprit == 1)
        #expect(JudgedStage.judge([JudgedStage(starved: 1), JudgedStage(starved: 1)]).presentCulprit == nil)
    }

    @Test func `a source is waited for that keeps everybody waiting for half of the time`() {
        func awaited(_ waiting: Double) -> Int? {
            let source = JudgedStage(starved: waiting, heldBack: 1 - waiting)
            return JudgedStage.judge([source, JudgedStage(busy: 1 - waiting, starved: waiting)]).slowestSource()
        }

        #expect(awaited(0.51) == 0)
        #expect(awaited(0.49) == nil)
    }

    /// A source with demand that sent a value at each of some times, in nanoseconds.
    private func quiet(_ times: [UInt64]) -> BottleneckFinder {
        let source = JudgedStage(then: { meter in
            meter.outputs = EdgeWeight(ever: 1, live: 1, open: 1, unlimited: 1)
            meter.conclude()
            for time in times { meter.progressed(at: time) }
        })
        let sink = JudgedStage(then: { meter in
            meter.inputs = EdgeWeight(ever: 1, live: 1, open: 1, unlimited: 1)
            meter.conclude()
        })
        return JudgedStage.judge([source, sink])
    }

    @Test func `where demand has no limit, a source is waited for that is quiet for four times its gap, and a second`() {
        let (end, second): (UInt64, UInt64) = (JudgedStage.window, 1_000_000_000)
        func awaited(gap: UInt64, then quiet: UInt64) -> Int? {
            self.quiet([end - quiet - gap, end - quiet]).awaitedSource(isQuiet: true)
        }

        #expect(awaited(gap: second / 2, then: 2 * second) == 0)
        #expect(awaited(gap: second / 2, then: 2 * second - 1) == nil)
        #expect(awaited(gap: second / 10, then: second) == 0)
        #expect(awaited(gap: second / 10, then: second - 1) == nil)
    }

    @Test func `a stage that requests nothing for half as long again as usual, or a second, holds back at the moment`() {
        let (end, second): (UInt64, UInt64) = (JudgedStage.window, 1_000_000_000)
        /// A sink that requested nothing for a while, requested again, and has now requested nothing for another while.
        func resting(usual: UInt64, now rest: UInt64, open: Int = 0, live: Int = 1) -> Int? {
            let sink = JudgedStage(then: { meter in
                func turn(_ open: Int, until time: UInt64) {
                    meter.inputs = EdgeWeight(ever: 1, live: live, open: open)
                    meter.conclude()
                    meter.settle(to: time)
                }
                turn(1, until: second)
                turn(0, until: second + usual)
                turn(1, until: end - rest)
                turn(open, until: end)
            })
            return JudgedStage.judge([JudgedStage(heldBack: 1), sink]).present.culprit
        }

        #expect(resting(usual: second, now: second) == 1)
        #expect(resting(usual: second, now: second - 1) == nil)
        #expect(resting(usual: second * 2 / 5, now: second * 3 / 5) == 1)
        #expect(resting(usual: second * 2 / 5, now: second * 3 / 5 - 1) == nil)
        #expect(resting(usual: second / 100, now: second * 2 / 5) == 1)
        #expect(resting(usual: second / 100, now: second * 2 / 5 - 1) == nil)
        #expect(resting(usual: second, now: 4 * second, open: 1) == nil)
        #expect(resting(usual: second, now: 4 * second, live: 0) == nil)
    }

    @Test func `values that wait longer and longer are a load, by a fifth of the time and more`() {
        func outrun(_ last: UInt64) -> Bool {
            let second: UInt64 = 1_000_000_000
            let stage = JudgedStage(then: { meter in
                meter.inputs = EdgeWeight(ever: 1, live: 1, open: 1)
                meter.outputs = EdgeWeight(ever: 1, live: 1, open: 1)
                meter.hold(since: 0)
                meter.hold(since: JudgedStage.window - last)
                meter.settle(to: second)
                meter.release(at: second)
                meter.settle(to: JudgedStage.window)
                meter.release(at: JudgedStage.window)
            })
            return JudgedStage.judge([JudgedStage(heldBack: 1), stage, JudgedStage(starved: 1)]).stages[1].isOutrun(overall: true)
        }

        // The first value waited for one second of a life of ten.
        #expect(outrun(3_000_000_000))
        #expect(!outrun(2_999_999_999))
    }

    @Test func `a chain of ten thousand stages is judged as a short one`() {
        var chain = Array(repeating: JudgedStage(heldBack: 1), count: 10_000)
        chain[7_000] = JudgedStage(busy: 1)
        for place in 7_001..<10_000 { chain[place] = JudgedStage(starved: 1) }
        let judge = JudgedStage.judge(chain)

        #expect(judge.culprit(overall: false) == 7_000)
        #expect(judge.culprit(overall: true) == 7_000)
        #expect(judge.presentCulprit == 7_000)
        #expect(judge.slowestSource() == nil)
        #expect(judge.wait(at: 9_999, overall: false) == 0)
        #expect(JudgedStage.judge(Array(repeating: JudgedStage(starved: 1), count: 10_000)).slowestSource() == 0)
    }

    @Test func `thousands of sources that join one after the other are judged as two`() {
        // Each source joins the chain below the one before.
        let count = 5_000
        let judge = JudgedStage.judge(
            (0..<2 * count).map { $0 == count - 2 ? JudgedStage(starved: 1) : JudgedStage(starved: 0.6, heldBack: 0.4) },
            inputs: { $0 < count ? [] : $0 == count ? [0] : [$0 - 1, $0 - count] })

        // No sink is starved for more than six tenths of the time, so this source starves no stage longer.
        #expect(judge.share(ofWaitingFor: count - 2) == 0.6)
        #expect(judge.slowestSource() == 0)
    }
}
