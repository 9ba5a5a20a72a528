import FlowOperators
import FlowTestSupport
import Testing

@testable import FlowSizing
@testable import FlowTrace

/// What is foretold for stages without a size is held to what happens with those numbers.
@Suite("Forecasts of stages without a size", .notForever)
struct UnsizedForecastTests {
    // MARK: Turns

    /// A `receive(on:)`: the times at which values arrive, and the work for each. In nanoseconds.
    private struct Turns {
        var arrivals: [UInt64]
        var work: [UInt64]

        init(_ chance: inout SeededChance) {
            var time: UInt64 = 0
            let count = 20 + chance.below(180)
            arrivals = (0..<count).map { _ in
                time += UInt64(1 + chance.below(20)) * 1_000_000
                return time
            }
            work = (0..<count).map { _ in UInt64(chance.below(chance.below(4) == 0 ? 60 : 16)) * 1_000_000 }
        }

        /// The arrivals at another rate, and work at another speed.
        func changed(rate: UInt64, speed: UInt64) -> Turns {
            var other = self
            other.arrivals = arrivals.map { arrivals[0] + ($0 - arrivals[0]) / rate }
            other.work = work.map { $0 / speed }
            return other
        }

        /// The times at which the values are passed on: each when it is there and the work for the last is done.
        var turns: [UInt64] {
            var free: UInt64 = 0
            return zip(arrivals, work).map { arrival, work in
                let turn = max(arrival, free)
                free = turn + work
                return turn
            }
        }

        /// The maximum number of values that waited at once.
        var peak: Int {
            let turns = turns
            return arrivals.indices.reduce(0) { most, index in
                let waiting = (0...index).count { turns[$0] > arrivals[index] }
                return max(most, waiting)
            }
        }

        func history(_ demand: Demand? = .unlimited) throws -> StoreHistory {
            try #require(histories(demand).first)
        }

        func histories(_ demand: Demand? = .unlimited) -> [StoreHistory] {
            let nodes = [(1, OperatorRole.source, "send"), (2, .transform, "receive(on:)"), (3, .sink, "sink")].map {
                id, role, name in
                NodeFact(id: NodeID(rawValue: UInt32(id)), role: role, name: name)
            }
            var log = TraceLog()
            log.declare(
                nodes: nodes,
                edges: [
                    EdgeFact(id: EdgeID(rawValue: 1), role: .link, label: "in", upstream: nodes[0].id, downstream: nodes[1].id),
                    EdgeFact(id: EdgeID(rawValue: 2), role: .store, label: "receive", upstream: nodes[1].id),
                    EdgeFact(id: EdgeID(rawValue: 3), role: .link, label: "out", upstream: nodes[1].id, downstream: nodes[2].id),
                ])
            func event(_ time: UInt64, _ kind: SignalKind, on edge: UInt32, _ payload: TraceEvent.Payload = .none) {
                let edge = EdgeID(rawValue: edge)
                log.append(TraceEvent(time: time, kind: kind, edge: edge, payload: payload), thread: 1, bytes: nil)
            }
            event(0, .subscribed, on: 3)
            if let demand { event(0, .request, on: 3, .demand(demand)) }
            let arriving = arrivals.map { (time: $0, isArrival: true) }
            // A value that arrives when the work ends is passed on after it has arrived.
            let all = (arriving + turns.map { ($0, false) }).sorted {
                ($0.time, $0.isArrival ? 0 : 1) < ($1.time, $1.isArrival ? 0 : 1)
            }
            for (time, isArrival) in all {
                event(time, isArrival ? .value : .unbuffered, on: isArrival ? 1 : 2)
                event(time, isArrival ? .buffered : .value, on: isArrival ? 2 : 3)
            }
            return UnsizedForecastTests.histories(of: log, until: log.entries.last?.event.time ?? 0)
        }
    }

    @Test(
        "what receive(on:) would hold with another source or other work is in the range",
        arguments: Rounds.seeds(full: 2_000, sample: 100))
    func turns(seed: UInt64) throws {
        var chance = SeededChance(seed: seed)
        let recorded = Turns(&chance)
        guard recorded.peak > 0 else {
            #expect(recorded.histories().isEmpty)
            return
        }
        let history = try recorded.history()
        let forecaster = Forecaster(history)
        #expect(forecaster.doubt == nil, "\(seed)")
        #expect(history.recorded.peak == recorded.peak && forecaster.outcome(forecaster.plan).peak == recorded.peak, "\(seed)")
        for (rate, speed) in [(2, 1), (1, 2), (1, 4), (4, 2)] as [(UInt64, UInt64)] {
            var plan = forecaster.plan
            (plan.rate, plan.speed) = (Double(rate), Double(speed))
            let (forecast, real) = (forecaster.forecast(plan), recorded.changed(rate: rate, speed: speed))
            #expect(forecast.held ~= real.peak, "seed \(seed), rate \(rate), speed \(speed): \(forecast.held), not \(real.peak)")
            #expect(forecast.outcome.delivered == real.arrivals.count)
        }
    }

    @Test func `receive(on:) that is never behind is no store, and what follows its demand is not foretold`() throws {
        var chance = SeededChance(seed: 1)
        var quick = Turns(&chance)
        quick.work = quick.work.map { _ in 0 }
        #expect(quick.histories().isEmpty)

        let busy = Turns(&chance)
        #expect(try busy.history(.max(1_000)).doubt == .demandDecides)
        #expect(try busy.history(nil).doubt == .unknownDemand)
    }

    @Test func `all work is known where each value waits, so that the forecast is exact`() throws {
        var chance = SeededChance(seed: 2)
        var busy = Turns(&chance)
        busy.work = busy.work.map { $0 % 7_000_000 + 21_000_000 }
        let history = try busy.history()
        var plan = Forecaster(history).plan
        plan.rate = 2
        let (forecast, real) = (Forecaster(history).forecast(plan), busy.changed(rate: 2, speed: 1))
        let waits = zip(real.turns, real.arrivals).map { $0 - $1 }

        #expect(history.waited == busy.arrivals.count - 1)
        #expect(forecast.held == real.peak...real.peak)
        #expect(forecast.outcome.waitTimes?.longest == waits.max())
    }

    // MARK: Joins

    /// A `zip` of two inputs, played value by value.
    private struct Joins {
        struct Input {
            var times: [UInt64]
            /// The time at which it finishes; `nil` if it does not.
            var end: UInt64?
        }

        var inputs: [Input]

        init(_ chance: inout SeededChance) {
            inputs = (0..<2).map { input in
                let unit = UInt64(1 + chance.below(10)) * 2_000_000
                // Two values never come at one time.
                var time = unit + UInt64(input)
                let times = (0..<(10 + chance.below(60))).map { _ in
                    time += UInt64(1 + chance.below(4)) * unit
                    return time
                }
                return Input(times: times, end: chance.below(2) == 0 ? time + 2_000_000 : nil)
            }
        }

        /// One input at another rate, counted from its first value.
        func changed(_ input: Int, rate: Double) -> Joins {
            var other = self
            let first = inputs[input].times[0]
            func moved(_ time: UInt64) -> UInt64 { first + UInt64(Double(time - first) / rate) }
            other.inputs[input] = Input(times: inputs[input].times.map(moved), end: inputs[input].end.map(moved))
            return other
        }

        private enum Step { case value(Int), end(Int) }

        /// The steps of both inputs in order of time.
        private var steps: [(time: UInt64, step: Step)] {
            inputs.indices.flatMap { input in
                inputs[input].times.map { ($0, Step.value(input)) } + (inputs[input].end.map { [($0, Step.end(input))] } ?? [])
            }.sorted { $0.0 < $1.0 }
        }

        /// The log up to a time, or to its end, and the time of that.
        func log(until limit: UInt64 = .max) -> (log: TraceLog, end: UInt64) {
            let nodes = [(1, OperatorRole.source, "a"), (2, .source, "b"), (3, .transform, "zip"), (4, .sink, "sink")].map {
                id, role, name in
                NodeFact(id: NodeID(rawValue: UInt32(id)), role: role, name: name)
            }
            func link(_ id: UInt32, _ above: Int, _ below: Int) -> EdgeFact {
                EdgeFact(
                    id: EdgeID(rawValue: id), role: .link, label: "\(id)", upstream: nodes[above].id, downstream: nodes[below].id)
            }
            var log = TraceLog()
            let store = EdgeFact(id: EdgeID(rawValue: 3), role: .store, label: "zip", upstream: nodes[2].id)
            log.declare(nodes: nodes, edges: [link(1, 0, 2), link(2, 1, 2), store, link(4, 2, 3)])
            func event(_ time: UInt64, _ kind: SignalKind, on edge: Int, _ payload: TraceEvent.Payload = .none) {
                let edge = EdgeID(rawValue: UInt32(edge))
                log.append(TraceEvent(time: time, kind: kind, edge: edge, payload: payload), thread: 1, bytes: nil)
            }
            for edge in [1, 2, 4] { event(0, .subscribed, on: edge) }
            event(0, .request, on: 4, .demand(.unlimited))
            var (held, ended, last): ([Int], [Bool], UInt64) = ([0, 0], [false, false], 0)
            for (time, step) in steps where time <= limit {
                last = time
                switch step {
                case .end(let input):
                    ended[input] = true
                    event(time, .finished, on: input + 1)
                case .value(let input):
                    event(time, .value, on: input + 1)
                    event(time, .buffered, on: 3)
                    held[input] += 1
                    guard held.allSatisfy({ $0 > 0 }) else { break }
                    for index in held.indices {
                        held[index] -= 1
                        event(time, .unbuffered, on: 3)
                    }
                    event(time, .value, on: 4)
                }
                if zip(held, ended).contains(where: { $0 == 0 && $1 }) {
                    event(time, .finished, on: 4)
                    break
                }
            }
            return (log, min(limit, last))
        }
    }

    private static func histories(of log: TraceLog, until end: UInt64) -> [StoreHistory] {
        var survey = StoreSurvey()
        for entry in log.entries { survey.fold(entry, in: log) }
        var reader = StoreReader(survey)
        for entry in log.entries { reader.fold(entry, in: log) }
        return reader.histories(until: TraceTime(nanoseconds: end), hasGaps: false)
    }

    @Test("what zip would hold with an input of another rate is what it holds", arguments: Rounds.seeds(full: 2_000, sample: 100))
    func joins(seed: UInt64) throws {
        var chance = SeededChance(seed: seed)
        let joins = Joins(&chance)
        let (log, end) = joins.log()
        let history = try #require(UnsizedForecastTests.histories(of: log, until: end).first)
        let forecaster = Forecaster(history)
        #expect(history.inputs == ["a", "b"])
        #expect(forecaster.doubt == nil, "\(seed)")
        for (input, rate) in [(0, 2), (1, 2), (0, 0.5), (1, 0.5), (0, 1)] as [(Int, Double)] {
            var plan = forecaster.plan
            (plan.input, plan.rate) = (input, rate)
            let (first, isWhole) = (joins.inputs[input].times[0], joins.inputs[input].end.map { $0 <= end } ?? false)
            let limit = isWhole ? end : min(end, first + UInt64(Double(end - first) / rate))
            let (rerun, last) = joins.changed(input, rate: rate).log(until: limit)
            let real = try #require(UnsizedForecastTests.histories(of: rerun, until: last).first).recorded
            let foretold = forecaster.outcome(plan)
            let words: Comment = "seed \(seed), input \(input) at \(rate)"
            #expect([foretold.arrived, foretold.delivered, foretold.left] == [real.arrived, real.delivered, real.left], words)
            #expect(foretold.waitTimes?.longest == real.waitTimes?.longest, words)
            #expect(abs(foretold.peak - real.peak) <= 1, words)
        }
    }
}
