import FlowModel
import FlowTrace
import Testing
@testable import FlowAnalysis
@testable import FlowVerdict

@Suite("Forecast")
struct ForecastTests {
    /// A buffer that receives 31 values and delivers 10 in ten seconds.
    private func model(size: Int) -> StreamModel {
        let builder = TraceBuilder.buffered(size: size, overflow: .dropOldest, below: .sink, detail: "")
        builder.begin()
        var next = 1
        for tick in 1...99 {
            builder.at(Double(tick) / 10) {
                if tick == 1 { builder.pass("0") }
                if tick % 3 == 0 || tick == 50 { builder.hold("\(tick)") }
                if tick % 10 == 5 {
                    while !(next % 3 == 0 || next == 50) { next += 1 }
                    builder.take("\(next)")
                    next += 1
                }
            }
        }
        return builder.model()
    }

    private func report(size: Int, at seconds: Double = 10) -> PipelineReport? {
        let model = model(size: size)
        return StreamAnalysis(model).report(at: model.moment(at: TraceTime(seconds: seconds)))
    }

    @Test(arguments: [ProgramEnd.ended, .brokenOff]) func `a program that has ended has no future`(program: ProgramEnd) {
        let log = model(size: 58).log
        var meter = UtilizationMeter()
        for entry in log.entries { meter.fold(entry, in: log) }

        let running = meter.reports(at: TraceTime(seconds: 10), in: log)[0]
        let ended = meter.reports(at: TraceTime(seconds: 10), in: log, isOver: true, program: program)[0]
        #expect(running.notes == ["buffer is growing by 2.4 a second, full in 14 s"])
        #expect(ended.notes == ["buffer grew by 2.4 a second until the end of the trace"])
        #expect(ended.stages.compactMap(\.forecast?.fullIn) == [])
    }

    /// The notes on a buffer without a limit at the end of its program.
    ///
    /// - Parameters:
    ///   - step: The seconds between two values.
    ///   - taken: The number of values taken after the last one.
    private func notes(filling count: Int, every step: Double, taken: Int) -> [String] {
        let builder = TraceBuilder.buffered(size: nil, overflow: .dropOldest, below: .sink, detail: "")
        builder.begin()
        for number in 1...count { builder.at(Double(number) * step) { builder.hold("\(number)") } }
        for number in 1...max(1, taken) where taken > 0 { builder.at(Double(count) * step) { builder.take("\(number)") } }
        let model = builder.model()
        var meter = UtilizationMeter()
        for entry in model.log.entries { meter.fold(entry, in: model.log) }
        return meter.reports(at: model.end.time, in: model.log, isOver: true, program: .ended)[0].notes
    }

    @Test func `what a program had begun to drain did not grow until its end`() {
        #expect(notes(filling: 100, every: 0.1, taken: 0) == ["buffer grew by 10.0 a second until the end of the trace"])
        #expect(notes(filling: 100, every: 0.1, taken: 5) == ["buffer grew by 9.5 a second until the end of the trace"])
        #expect(notes(filling: 100, every: 0.1, taken: 20) == [])
    }

    @Test func `a burst at the end of a short program is no growth`() {
        #expect(notes(filling: 100, every: 0.000_5, taken: 0) == [])
    }

    @Test func `a buffer that fills says how fast and when it is full`() {
        // 34 values have arrived and 10 have left: it has grown by 24 in ten seconds, and has room for 34 more.
        #expect(report(size: 58)?.notes == ["buffer is growing by 2.4 a second, full in 14 s"])
    }

    @Test func `a buffer that has no size grows until memory is full`() {
        let forecast = Forecast(growth: 2.1, fullIn: nil)

        #expect(forecast.text == "is growing by 2.1 a second without a limit: a million more in 5 days")
        #expect(
            Forecast(growth: 150, fullIn: nil).text == "is growing by 150.0 a second without a limit: a million more in 111 min")
        #expect(Forecast(growth: 2.1, fullIn: 14_285_714_286).text == "is growing by 2.1 a second, full in 14 s")
        #expect(Forecast(growth: 2, fullIn: 300_000_000).text == "is growing by 2.0 a second, full in less than a second")
        #expect(Forecast(growth: 2, fullIn: 719_900_000_000).text == "is growing by 2.0 a second, full in 11 min")
        #expect(Forecast(growth: 2, fullIn: 172_799_000_000_000).text == "is growing by 2.0 a second, full in 47 h")
        #expect(Forecast(growth: 2, fullIn: 1_000_000_000_000_000_000).text == "is growing by 2.0 a second, full in 11574 days")
        #expect(Forecast(growth: 0.04, fullIn: 2_500_000_000).text == "is growing by 0.04 a second, full in 2.5 s")
    }

    @Test func `a buffer that requests no more than it has room for is not said to be full soon`() {
        let builder = TraceBuilder([.init("input", .output), .init("buffer", .buffer), .init("output", .output)])
        let source = builder.recorder.declareNode(.source, name: "source")
        let buffer = builder.recorder.declareNode(.buffer, name: "buffer", capacity: 20)
        builder.edge("input", .link, from: source, to: buffer)
        builder.edge("buffer", .store, from: buffer)
        builder.edge("output", .link, from: buffer, to: builder.recorder.declareNode(.sink, name: "sink"))
        builder.at(0) {
            builder.signal("input", .subscribed) { builder.ask("input", .max(20)) }
            builder.signal("output", .subscribed) { builder.ask("output", .max(1)) }
        }
        for tick in 1...17 {
            builder.at(Double(tick) / 10) {
                builder.signal("input", .value, "\(tick)") { builder.signal("buffer", .buffered, "\(tick)") }
            }
        }
        let model = builder.model()

        let report = StreamAnalysis(model).report(at: model.end)

        #expect(report?.stages.compactMap(\.forecast) == [])
        #expect(
            report?.notes == ["buffer fills up to its size of 20 and requests no more: it holds 17, and 3 more will come"])
    }

    @Test func `a buffer that is full does not grow`() {
        #expect(report(size: 34)?.notes == ["buffer is growing by 2.4 a second, full in 4.2 s"])
        #expect(report(size: 24)?.notes == [])
    }

    @Test func `a buffer that is emptied as fast as it fills has no forecast`() {
        let builder = TraceBuilder.buffered(size: 20, overflow: .dropOldest, below: .sink, detail: "")
        builder.begin()
        for tick in 1...20 { builder.at(Double(tick) / 2) { builder.passAndAsk("\(tick)") } }
        let model = builder.model()

        #expect(StreamAnalysis(model).report(at: model.end)?.stages.compactMap(\.forecast) == [])
    }
}
