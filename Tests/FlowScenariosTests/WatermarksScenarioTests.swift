import FlowScenarios
import FlowTrace
import Testing

@Suite("watermarks")
struct WatermarksScenarioTests {
    @Test func `the producer is told to stop at the high mark, and to go on below the low one`() throws {
        let history = try History("watermarks", "two-marks", until: 4)

        #expect(
            history.lines(of: ["read"], kinds: [.state, .request, .value], withOutstanding: true) == [
                "0 read request 1 -> 1", "0.5 read value 1 -> 0", "0.5 read value 2 -> 0", "0.5 read value 3 -> 0",
                "0.5 read value 4 -> 0", "0.5 read request 1 -> 1", "1 read value 5 -> 0", "1 read value 6 -> 0",
                "1 read value 7 -> 0", "1 read value 8 -> 0", "1 read request 1 -> 1", "1.5 read value 9 -> 0",
                "1.5 read value 10 -> 0", "1.5 read value 11 -> 0", "1.5 read value 12 -> 0", "1.5 read request 1 -> 1",
                "2 read value 13 -> 0", "2 read value 14 -> 0", "2 read value 15 -> 0", "2 read value 16 -> 0",
                "2 read state told to stop at 10 held -> 0", "3.5 read state told to go on at 3 held -> 0",
                "3.5 read request 1 -> 1", "4 read value 17 -> 0", "4 read value 18 -> 0", "4 read value 19 -> 0",
                "4 read value 20 -> 0", "4 read request 1 -> 1",
            ])
        #expect(history.held("stream") == ["16", "17", "18", "19", "20"])
    }

    @Test func `with one mark it is told to stop and to go on again and again`() throws {
        let history = try History("watermarks", "one-mark", until: 5)

        #expect(
            history.lines(of: ["read"], kinds: [.state]) == [
                "2 read state told to stop at 10 held", "2 read state told to go on at 9 held",
                "2.5 read state told to stop at 12 held", "3 read state told to go on at 9 held",
                "3.5 read state told to stop at 12 held", "4 read state told to go on at 9 held",
                "4.5 read state told to stop at 12 held", "5 read state told to go on at 9 held",
            ])
    }

    @Test(arguments: ["two-marks": 10, "one-mark": 12])
    func `nothing is dropped, and no more is held than a read brings above the high mark`(variant: String, most: Int) throws {
        let history = try History("watermarks", variant, until: 60)

        #expect(history.lines(of: ["read", "stream", "for await"], kinds: [.dropped]) == [])
        let lane = try #require(history.model.lanes.first { $0.spec.name == "stream" })
        let peak = (1...history.model.log.count).map { lane.totals(upTo: $0).held }.max()
        #expect(peak == most)
    }
}
