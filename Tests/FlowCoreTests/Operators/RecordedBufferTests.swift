import FlowCore
import FlowTrace
import OpenCombineShim
import Testing

@Suite("RecordedBuffer")
struct RecordedBufferTests {
    private typealias Output = OperatorRecorder<OperatorError>

    private func make(
        size: Int, _ prefetch: Publishers.PrefetchStrategy = .byRequest,
        _ whenFull: Publishers.BufferingStrategy<OperatorError> = .dropOldest, initial: Subscribers.Demand = .none
    ) -> (source: OperatorSource<OperatorError>, output: Output, recorder: Recorder) {
        let log = OperatorLog()
        let source = OperatorSource<OperatorError>(log: log)
        let output = Output(log: log, initial: initial)
        let recorder = Recorder()
        source.buffer(size: size, prefetch: prefetch, whenFull: whenFull, recorder: recorder).subscribe(output)
        return (source, output, recorder)
    }

    @Test func `a value that passes straight through is buffered and unbuffered all the same`() {
        let (source, output, recorder) = make(size: 1, initial: .max(1))

        source.send(1)

        #expect(output.log.lines == ["up request unlimited", "subscribed", "1"])
        #expect(recorder.storeHistory() == ["buffered 1", "unbuffered 1"])
    }

    @Test func `with dropOldest the oldest is dropped before the newest is buffered`() {
        let (source, output, recorder) = make(size: 2)

        (1...4).forEach(source.send)
        output.request(.unlimited)

        #expect(output.log.lines == ["up request unlimited", "subscribed", "3", "4"])
        #expect(
            recorder.storeHistory() == [
                "buffered 1", "buffered 2", "dropped 1 overflow: oldest", "buffered 3", "dropped 2 overflow: oldest",
                "buffered 4", "unbuffered 3", "unbuffered 4",
            ])
    }

    @Test func `with dropNewest the newest is dropped and never buffered`() {
        let (source, output, recorder) = make(size: 2, .byRequest, .dropNewest)

        (1...4).forEach(source.send)
        output.request(.unlimited)

        #expect(output.log.lines == ["up request unlimited", "subscribed", "1", "2"])
        #expect(
            recorder.storeHistory() == [
                "buffered 1", "buffered 2", "dropped 3 overflow: newest", "dropped 4 overflow: newest", "unbuffered 1",
                "unbuffered 2",
            ])
    }

    @Test func `with keepFull the upstream is asked for the size and then for what was delivered`() {
        let (source, output, recorder) = make(size: 2, .keepFull)

        (1...2).forEach(source.send)
        output.request(.max(3))
        source.send(3)

        #expect(
            output.log.lines == [
                "up request 2", "subscribed", "1", "2", "up request 2", "3", "up returned 1",
            ])
        #expect(
            recorder.storeHistory() == [
                "buffered 1", "buffered 2", "unbuffered 1", "unbuffered 2", "buffered 3", "unbuffered 3",
            ])
    }

    @Test func `completion comes only with the next demand`() {
        let (source, output, _) = make(size: 2, initial: .max(1))

        source.send(1)
        source.finish()
        #expect(output.log.lines == ["up request unlimited", "subscribed", "1"])

        output.request(.max(1))
        #expect(output.log.lines == ["up request unlimited", "subscribed", "1", "finished"])
    }

    @Test func `a failure overtakes what is held, which is dropped before it`() {
        let (source, output, recorder) = make(size: 3)

        (1...2).forEach(source.send)
        source.fail(.broken)

        #expect(output.log.lines == ["up request unlimited", "subscribed", "failure broken"])
        #expect(recorder.storeHistory() == ["buffered 1", "buffered 2", "dropped 1 error", "dropped 2 error"])
    }

    @Test func `what is held when the subscriber cancels is dropped`() {
        let (source, output, recorder) = make(size: 3)

        (1...2).forEach(source.send)
        output.cancel()
        output.cancel()
        source.send(3)

        #expect(output.log.lines == ["up request unlimited", "subscribed", "up cancel"])
        #expect(
            recorder.storeHistory() == [
                "buffered 1", "buffered 2", "dropped 1 cancelled", "dropped 2 cancelled", "dropped 3 cancelled",
            ])
    }

    @Test func `what happens inside a delivery names the unbuffering as its cause`() {
        let recorder = Recorder()
        let edge = recorder.declareEdge(.link, label: "output")
        let source = OperatorSource<OperatorError>(log: OperatorLog())
        let output = Output(log: OperatorLog(), initial: .max(1)) { _, value in
            recorder.record(.value, on: edge, value: .int(value))
            return .none
        }
        source.buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest, recorder: recorder).subscribe(output)

        source.send(7)
        var log = TraceLog()
        recorder.drain(into: &log)

        #expect(log.entries.map(\.kind) == [.buffered, .unbuffered, .value])
        #expect(log.entries.map(\.cause) == [nil, nil, 2])
    }

    @Test func `the node and its store are declared when the publisher is built, others by further subscriptions`() {
        let recorder = Recorder()
        let source = OperatorSource<OperatorError>(log: OperatorLog())
        let buffer = source.buffer(size: 20, prefetch: .byRequest, whenFull: .dropOldest, label: "mine", recorder: recorder)
        var log = TraceLog()
        recorder.drain(into: &log)

        #expect(
            log.nodes == [
                NodeFact(id: NodeID(rawValue: 1), role: .buffer, name: "buffer", detail: "20 · dropOldest", capacity: 20)
            ])
        #expect(
            log.edges == [
                EdgeFact(
                    id: EdgeID(rawValue: 1), role: .store, label: "mine", upstream: NodeID(rawValue: 1),
                    downstream: NodeID(rawValue: 1))
            ])

        buffer.subscribe(Output(log: OperatorLog()))
        recorder.drain(into: &log)
        #expect(log.nodes.count == 1)

        buffer.subscribe(Output(log: OperatorLog()))
        recorder.drain(into: &log)
        #expect(log.nodes.map(\.detail) == ["20 · dropOldest", "20 · dropOldest"])
        #expect(log.edges.map(\.upstream) == [NodeID(rawValue: 1), NodeID(rawValue: 2)])
    }

    @Test func `a subscriber that cancelled or got its completion is let go of`() {
        for isCancelled in [true, false] {
            let source = OperatorSource<OperatorError>(log: OperatorLog())
            var output: Output? = Output(log: OperatorLog(), initial: .max(1))
            let isGone = { [weak output] in output == nil }
            source.buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest, recorder: Recorder()).subscribe(output!)

            if isCancelled { output?.cancel() } else { source.finish() }
            output = nil

            #expect(isGone())
        }
    }

    @Test func `a size of nothing is refused`() async {
        await #expect(processExitsWith: .failure) {
            _ = Empty<Int, OperatorError>().buffer(
                size: 0, prefetch: .byRequest, whenFull: .dropOldest, recorder: Recorder())
        }
    }

    @Test func `an overflow with a custom error ends as the scenario tells`() {
        let scheduler = VirtualTimeScheduler()
        let recorder = Recorder(clock: scheduler.clock.traceClock)
        let log = OperatorLog(scheduler)
        let subject = PassthroughSubject<Int, OperatorError>()
        for value in 1...12 {
            scheduler.schedule(after: VirtualTime(seconds: Double(value - 1) * 0.05)) { subject.send(value) }
        }
        let output = Output(log: log, initial: .max(1)) { output, _ in
            scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1))) { output.request(.max(1)) }
            return .none
        }

        subject.handleEvents(receiveCancel: { log.note("cancel") })
            .buffer(size: 5, prefetch: .byRequest, whenFull: .customError { .full }, recorder: recorder)
            .subscribe(output)
        scheduler.run()

        #expect(log.lines == ["0.0 subscribed", "0.0 1", "0.3 cancel", "1.0 2", "1.0 failure full"])
        #expect(
            recorder.storeHistory(timed: true) == [
                "0.0 buffered 1", "0.0 unbuffered 1", "0.05 buffered 2", "0.1 buffered 3", "0.15 buffered 4", "0.2 buffered 5",
                "0.25 buffered 6", "0.3 dropped 7 error", "1.0 unbuffered 2", "1.0 dropped 3 error", "1.0 dropped 4 error",
                "1.0 dropped 5 error", "1.0 dropped 6 error",
            ])
    }
}
