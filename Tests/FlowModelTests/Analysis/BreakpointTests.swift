import FlowTrace
import Testing
@testable import FlowAnalysis
@testable import FlowModel

@Suite("Breakpoint")
struct BreakpointTests {
    @Test(arguments: [
        ("buffer >= 80%", "buffer >= 80%"), ("buffer>=80 %", "buffer >= 80 %"), ("  delay out 2 <  3 ", "delay out 2 < 3"),
        ("demand = 0 for 2s", "demand = 0 for 2s"), ("demand==0", "demand = 0"), ("demand > 0 for 500ms", "demand > 0 for 500ms"),
        ("demand = unlimited", "demand = unlimited"), ("value = line 7", "value = line 7"),
        ("value contains a = b", "value contains a = b"), ("drop", "drop"), (" failure", "failure"),
    ])
    func `a condition is read, and written in one way`(typed: String, text: String) throws {
        let breakpoint = try Breakpoint(parsing: typed)

        #expect(breakpoint.text == text)
        #expect(try Breakpoint(parsing: breakpoint.text) == breakpoint)
    }

    @Test func `what is read is what was meant`() throws {
        #expect(try Breakpoint(parsing: "buffer >= 80%").condition == .held(lane: "buffer", .atLeast, .percent(80)))
        #expect(try Breakpoint(parsing: "delay out < 3").condition == .held(lane: "delay out", .less, .count(3)))
        #expect(try Breakpoint(parsing: "demand = 0 for 2s").condition == .demand(.equal, .none, for: 2_000_000_000))
        #expect(try Breakpoint(parsing: "demand <= 3 for 0.5").condition == .demand(.atMost, .max(3), for: 500_000_000))
        #expect(try Breakpoint(parsing: "demand > 0 for 20ms").condition == .demand(.more, .none, for: 20_000_000))
        #expect(try Breakpoint(parsing: "value contains a = b").condition == .valueContains("a = b"))
    }

    private static let conditions =
        "write 'buffer >= 80%', 'demand = 0 for 2s', 'value = D', 'value contains ab', drop or failure"

    @Test(arguments: [
        ("", "'' is no condition; \(conditions)"), ("drops", "'drops' is no condition; \(conditions)"),
        ("drop now", "'drop now' is no condition; \(conditions)"), (">= 3", "'>= 3' is no condition; \(conditions)"),
        ("buffer >=", "'buffer >=' is no condition; \(conditions)"),
        ("buffer => 3", "'buffer => 3' is no condition; \(conditions)"),
        ("buffer >= many", "'many' is not valid; buffer takes a count or a percentage, for example 8 or 80%"),
        ("buffer >= 101%", "'101%' is not valid; buffer takes a count or a percentage, for example 8 or 80%"),
        ("buffer >= -1", "'-1' is not valid; buffer takes a count or a percentage, for example 8 or 80%"),
        ("demand = x", "'x' is not valid; demand takes a count or unlimited, for example 0"),
        ("demand = 0 during 2s", "'0 during 2s' is not valid; demand takes a count or unlimited, for example 0"),
        ("demand = 0 for ever", "'ever' is not valid; for takes a time, for example 2s or 500ms"),
        ("demand = 0 for -1s", "'-1s' is not valid; for takes a time, for example 2s or 500ms"),
        ("value > 3", "'value > 3' is not valid; value takes = or contains, and a text"),
        ("value contains", "'value contains' is not valid; value takes = or contains, and a text"),
    ])
    func `what is no condition is answered in one line`(typed: String, answer: String) {
        do throws(BreakpointError) {
            let breakpoint = try Breakpoint(parsing: typed)
            Issue.record("\(typed) was read as \(breakpoint)")
        } catch {
            #expect(error.description == answer)
        }
    }

    @Test func `whether a level can be reached is known without trying all of them`() {
        for comparison in Comparison.allCases {
            for (most, right) in (0...5).flatMap({ most in (-1...7).map { (most, $0) } }) {
                #expect(
                    comparison.isPossible(upTo: most, right) == (0...most).contains { comparison.holds($0, right) },
                    "\(comparison) \(right), up to \(most)")
            }
            #expect(comparison.isPossible(upTo: .max, 0) == (comparison != .less))
            #expect(comparison.isPossible(upTo: .max, .max) == (comparison != .more))
        }
    }

    // MARK: Stopping

    /// The moments and reasons of all stops, if time runs to the end in steps.
    private func stops(_ builder: TraceBuilder, _ conditions: String..., step: Double = 0.05, end: Double = 9) throws -> [String]
    {
        let model = builder.model()
        var set = BreakpointSet(try conditions.map { try Breakpoint(parsing: $0) }, in: model, at: .start)
        var stops: [String] = []
        for number in 0...Int(end / step) {
            let moment = model.moment(at: TraceTime(seconds: Double(number) * step))
            while let hit = set.next(in: model, model.log, upTo: moment) {
                stops.append("\(hit.moment.time) #\(hit.moment.sequence) \(hit.words)")
            }
        }
        return stops
    }

    @Test func `a level stops time when it is reached, and again after it was left`() throws {
        #expect(
            try stops(TraceBuilder.pace(), "buffer >= 2") == ["0.6 #10 buffer holds 2 of 1000", "5.6 #25 buffer holds 2 of 1000"])
        #expect(try stops(TraceBuilder.pace(), "buffer >= 1%") == [])
        #expect(
            try stops(TraceBuilder.pausableSink(), "buffer >= 80%", end: 12) == ["7.75 #\(sixteenth) buffer holds 16 of 20"])
    }

    @Test func `demand that stays at 0 stops time when it has lasted`() throws {
        #expect(
            try stops(TraceBuilder.pace(), "demand = 0 for 0.9s") == [
                "0.9 #10 output is asked for 0 for 0.90 s", "1.9 #13 output is asked for 0 for 0.90 s",
                "2.9 #16 output is asked for 0 for 0.90 s", "5.9 #26 output is asked for 0 for 0.90 s",
                "6.9 #29 output is asked for 0 for 0.90 s", "7.9 #32 output is asked for 0 for 0.90 s",
            ])
        #expect(try stops(TraceBuilder.pace(), "demand = 0 for 2s") == [])
    }

    @Test func `whatever the steps, time stops at the same moments`() throws {
        let conditions = ["buffer >= 2", "demand = 0 for 0.9s", "drop", "value = D", "demand > 0"]
        for builder in [TraceBuilder.pace, TraceBuilder.pausableSink, TraceBuilder.demandSink, TraceBuilder.customError] {
            for condition in conditions {
                let small = try stops(builder(), condition, step: 0.01)
                #expect(try stops(builder(), condition, step: 0.5) == small, "\(condition)")
                #expect(try stops(builder(), condition, step: 9) == small, "\(condition)")
            }
        }
    }

    @Test func `values, drops and failures stop time each time`() throws {
        #expect(try stops(TraceBuilder.demandSink(), "drop") == ["3 #9 3 dropped, no demand", "7 #16 6 dropped, no demand"])
        #expect(try stops(TraceBuilder.demandSink(), "value = 2") == ["2 #6 source sent 2", "2 #7 output value 2"])
        #expect(
            try stops(TraceBuilder.pausableSink(), "value contains 46", end: 12) == [
                "11.5 #\(last(.offered)) source sent 46", "11.5 #\(last(.buffered)) buffer held 46",
            ])
        #expect(
            try stops(TraceBuilder.customError(), "failure").map { $0.split(separator: " ").suffix(3).joined(separator: " ") }
                == ["failure Overflow(size: 5)"])
    }

    /// The event with which the sixteenth value waits.
    private var sixteenth: Int {
        TraceBuilder.pausableSink().model().log.entries.first { $0.kind == .buffered && $0.time == TraceTime(seconds: 7.75) }?
            .sequence ?? 0
    }

    private func last(_ kind: SignalKind) -> Int {
        TraceBuilder.pausableSink().model().log.entries.last { $0.kind == kind }?.sequence ?? 0
    }

    @Test func `of several conditions each stops time in its turn`() throws {
        #expect(
            try stops(TraceBuilder.demandSink(), "drop", "value = 2") == [
                "2 #6 source sent 2", "2 #7 output value 2", "3 #9 3 dropped, no demand", "7 #16 6 dropped, no demand",
            ])
    }

    @Test func `what holds at the start has to cease first`() throws {
        let model = TraceBuilder.pace().model()
        var set = BreakpointSet(
            [try Breakpoint(parsing: "buffer >= 1")], in: model, at: model.moment(at: TraceTime(seconds: 0.7)))

        #expect(set.next(in: model, model.log, upTo: model.end)?.moment.time == TraceTime(seconds: 5))
    }

    @Test func `what cannot come to hold is told`() throws {
        let model = TraceBuilder.pace().model()

        #expect(try Breakpoint(parsing: "bufer >= 1").problem(in: model)?.text == "no buffer 'bufer'; buffers are buffer")
        #expect(try Breakpoint(parsing: "output >= 1").problem(in: model)?.text == "no buffer 'output'; buffers are buffer")
        #expect(try Breakpoint(parsing: "buffer >= 1%").problem(in: model) == nil)
        #expect(try Breakpoint(parsing: "drop").problem(in: StreamModel(lanes: [])) == nil)
        #expect(
            try Breakpoint(parsing: "a >= 1").problem(in: TraceBuilder.demandSink().model())?.text
                == "no buffer 'a'; nothing is held here")
    }
}
