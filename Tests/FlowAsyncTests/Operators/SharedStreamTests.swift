import FlowAlgorithms
import FlowAsync
import FlowTrace
import Testing

@testable import FlowAnalysis
@testable import FlowText
@testable import FlowVerdict

/// The path of each value, if several streams meet, or several consumers share one.
@Suite("values of several streams")
struct SharedStreamTests {
    #if AsyncAlgorithms
        @Test func `a value that merge delivers is the one that was yielded`() async {
            let traced = await Traced.recording {
                let (one, toOne) = AsyncStream.makeStream(of: Int.self)
                let (other, toOther) = AsyncStream.makeStream(of: Int.self)
                for number in 1...20 {
                    toOne.yield(number)
                    toOther.yield(100 + number)
                }
                toOne.finish()
                toOther.finish()
                for await _ in merge(one, other) { await Task.yield() }
            }
            let log = traced.log

            let yielded = log.entries.filter { $0.kind == .value && log.edge($0.edge)?.label.hasPrefix("yield") == true }
            let journeys = yielded.compactMap { entry in
                Journey(of: entry.sequence, in: log).map { $0.events.compactMap { log[sequence: $0] }.compactMap(log.value) }
            }

            #expect(journeys.count == 40)
            #expect(journeys.allSatisfy { Set($0).count == 1 })
            #expect(traced.residues == [])
        }
    #endif

    @Test func `the consumers of one stream that share its values are named with what each got`() {
        let recorder = Recorder()
        CurrentTarget.with(TraceTarget(recorder: recorder)) {
            let loop = TaskLoop()
            loop.spawn {
                let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                for value in 1...2 { continuation.yield(value) }
                for _ in 1...2 {
                    loop.spawn { for await _ in stream { await loop.sleep(milliseconds: 10) } }
                    await loop.sleep(milliseconds: 5)
                }
                for value in 3...9 {
                    continuation.yield(value)
                    await loop.sleep(milliseconds: 10)
                }
                continuation.finish()
            }
            loop.run()
        }
        let traced = Traced(recorder)
        var meter = UtilizationMeter()
        for entry in traced.log.entries { meter.fold(entry, in: traced.log) }

        let notes = meter.reports(in: traced.log).flatMap(\.notes)

        #expect(notes == ["for await got 5, for await 2 got 4: they share one stream; for await 2 came after 1 value"])
    }
}
