import FlowAnalysis
import FlowScreen
import FlowTrace
import Testing

@testable import FlowModel
@testable import FlowViews
import FlowVerdict

/// Lanes with more values than single marbles can show.
@Suite("Lanes of many values")
struct RateTests {
    private let timeline = Timeline()

    /// Sends the given numbers of values in each cell of 100 ms, named by their number.
    private func send(_ counts: [Int]) {
        var sent = 0
        for (cell, count) in counts.enumerated() {
            timeline.at(UInt64(cell) * 100) { line in
                for _ in 0..<count {
                    sent += 1
                    line.send("\(sent)")
                }
            }
        }
    }

    @Test(
        arguments: [(1, 1_000_000_000, "0–10/s"), (1, 10_000_000, "0–1k/s"), (100, 1_000_000, "0–1M/s")]
            as [(Int, UInt64, String)])
    func `a stream looks the same at any rate, but for its scale`(unit: Int, cell: UInt64, scale: String) {
        for (column, count) in [10, 3, 0, 5, 8, 2, 4, 6, 7, 9, 1, 10, 0, 3].enumerated() {
            timeline.at(nanoseconds: UInt64(column) * cell) { line in for _ in 0..<count * unit { line.send("a") } }
        }

        let context = timeline.context(at: 13 * cell / 1_000_000, cell: cell)
        #expect(timeline.sourceRows(context) == [scale, "█▂.▄▆▂▃▅▆▇▁█.▂"])
    }

    @Test(arguments: [
        (0, "1/s"), (0.03, "0.05/s"), (0.1, "0.1/s"), (0.4, "0.5/s"), (1, "1/s"), (3, "5/s"), (12, "20/s"), (83, "100/s"),
        (100, "100/s"), (101, "200/s"), (999, "1k/s"), (12_000, "20k/s"), (1_000_000, "1M/s"), (1.5e9, "2G/s"),
    ])
    func `a scale ends at 1, 2, 5, 10, 20 and so on`(peak: Double, text: String) {
        let scale = RateScale(peak: peak)

        #expect(scale.text == text)
        #expect(scale.top >= peak * 0.999_999)
    }

    @Test func `single values are drawn again where there are few in a cell`() {
        for number in 0..<16 as Range<UInt64> { timeline.at(number * 25) { $0.send("\(number)") } }

        #expect(timeline.sourceRows(timeline.context(at: 379)) == ["0–50/s", "▆▆▆▆"])
        #expect(
            timeline.sourceRows(timeline.context(at: 379, cell: 10_000_000)) == ["  8 9    11   13  15", "──●─●──●─●──●─●──●─●"])
    }

    @Test func `a value dropped among others has its sign above the bars, and the last one its name`() {
        timeline.at(0) { line in ["1", "2", "3"].forEach(line.send) }
        for cell in 1..<16 as Range<UInt64> {
            timeline.at(cell * 100) { line in
                for number in 0..<4 { line.send("\(cell)\(number)") }
                if cell > 8 { line.refuse("\(cell)3") }
            }
        }

        #expect(timeline.sourceRows(timeline.context(at: 1_999)) == ["0–50/s   ✗✗✗✗✗ ✗153", "▅▆▆▆▆▆▆▆▆▆▆▆▆▆▆▆...."])
    }

    @Test func `the value that is followed and the first one are named`() {
        timeline.at(0) { $0.ask(1_000) }
        for cell in 9..<20 as Range<UInt64> {
            timeline.at(cell * 100) { line in for number in 0..<4 { line.deliver("\(cell)\(number)") } }
        }

        // Before it, there are a subscription, a request, and 4 values in each cell.
        let context = timeline.context(at: 1_999, followed: [2 + 6 * 4 + 2])
        #expect(timeline.outputRows(context) == ["0–50/s   90    151", "├........▆▆▆▆▆▆▆▆▆▆▆"])
    }

    @Test func `without Unicode the bars are signs of rising weight`() {
        send([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
        let context = timeline.context(at: 1_099, signs: .ascii)

        #expect(timeline.sourceRows(context) == ["0-100/s", ":--~=+**%#."])
    }

    @Test func `a lane keeps its bars until the last crowded stretch has left the screen`() {
        send([0, 0, 2, 2, 2, 0, 0, 0] + Array(repeating: 1, count: 40))

        let looks = (0..<48 as Range<UInt64>).map { cell -> String in
            let rows = timeline.sourceRows(timeline.context(at: cell * 100 + 99))
            return rows[0].hasPrefix("0–") ? "bars" : "marbles"
        }
        let changes = zip(looks, looks.dropFirst()).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
        // The fifth cell is the third with several values. The stretch ends with the eighth cell, and 20 cells are shown.
        #expect(changes == [3, 26])
    }

    @Test func `how long a lane takes to draw does not depend on how much happens in a cell`() {
        func asked(_ perCell: Int) -> Int {
            let timeline = Timeline()
            for cell in 0..<20 as Range<UInt64> {
                timeline.at(cell * 100) { line in for _ in 0..<perCell { line.send("a") } }
            }
            let context = timeline.context(at: 1_999)
            var count = 0
            _ = LaneRate(
                of: { totals in
                    count += 1
                    return totals.offered
                }, in: context.pane.model.lanes[0], on: context.axis, upTo: context.sequence)
            return count
        }

        #expect(asked(1_000) == asked(4))
    }

    @Test func `the largest number of a range is found without looking at each`() {
        var maxima = RangeMaximum()
        let numbers = (0..<10_000).map { UInt64($0 * 7_919 % 10_007) }
        for number in numbers { maxima.append(number) }
        for range in [0..<0, 5..<6, 0..<10_000, 63..<64, 64..<128, 1..<4_097, 4_095..<8_193, 100..<9_999, 9_998..<10_000] {
            var looked = 0
            let most = maxima.maximum(in: range) { index in
                looked += 1
                return numbers[index]
            }

            #expect(most == numbers[range].max() ?? 0, "\(range)")
            #expect(looked <= 126, "\(range)")
        }
    }

    /// 40 values arrived in the first second, and none of these events is known.
    @Test func `where single events are not known, the bars have the average`() {
        let edge = EdgeID(rawValue: 1)
        func mark(_ sequence: Int, at seconds: Double) -> Mark {
            let time = TraceTime(seconds: seconds)
            var totals = EdgeAccount()
            for _ in 0..<sequence { totals.fold(.value, of: TraceEvent(time: time.nanoseconds, kind: .value, edge: edge)) }
            return Mark(sequence: sequence, time: time, kind: .value, totals: totals)
        }
        var lane = LaneBase()
        lane.marks = [mark(40, at: 1)]
        let history = LaneHistory(spec: LaneSpec("output", .output), base: lane)
        let now = TraceTime(seconds: 1.5)
        let rate = LaneRate(
            of: \.values, in: history, on: TimeAxis(now: now, playhead: nil, cell: 100_000_000, x: 0, width: 20), upTo: 40)

        #expect(
            rate.values.map { ($0 * 1_000).rounded() / 1_000 } == Array(repeating: 4, count: 10) + Array(repeating: 0, count: 6))
        #expect(rate.isDense)
    }

    // MARK: Several values in a cell

    @Test func `several values in a cell are their number after a sign, which ends in the cell`() {
        send([0, 0, 0, 2, 0, 0, 0, 0, 0, 12])

        #expect(timeline.sourceRows(timeline.context(at: 1_199)) == ["   1,2   3…14", "──×2───×12──"])
    }

    @Test func `where their number has no room, several values are one sign`() {
        send([0, 0, 1, 2])

        #expect(timeline.sourceRows(timeline.context(at: 499)) == ["   2,3", "──●◉─"])
    }

    @Test func `at the very beginning their number begins in the cell`() {
        send([3])

        #expect(timeline.sourceRows(timeline.context(at: 499)) == ["1,2,3", "×3───"])
    }
}
