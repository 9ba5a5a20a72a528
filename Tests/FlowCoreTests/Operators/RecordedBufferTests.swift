import FlowCore
import FlowTestSupport
import FlowTrace
import FlowCombine
import Testing

@Suite("RecordedBuffer")
struct RecordedBufferTests {
    private typealias Output = RecordingSubscriber<Int, OperatorError>

    private func expect(
        size: Int, prefetch: Publishers.PrefetchStrategy = .byRequest,
        whenFull: Publishers.BufferingStrategy<FlowError> = .dropOldest, _ diagram: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try expectDiagram(diagram, sourceLocation: sourceLocation) {
            $0["up"].buffer(size: size, prefetch: prefetch, whenFull: whenFull, recorder: $0.recorder)
        }
    }

    @Test func `a value that passes straight through is buffered and unbuffered all the same`() throws {
        try expect(
            size: 1,
            """
            up     ^∞   A
            store        +A>A
            out   *  ^1      A
            """)
    }

    @Test func `with dropOldest the oldest is dropped before the newest is buffered`() throws {
        try expect(
            size: 2,
            """
            up     ^∞  A   B   C     D
            store       +A  +B  oA+C  oB+D  >C >D
            out   *  ^                     ∞  C  D
            """)
    }

    @Test func `with dropNewest the newest is dropped and never buffered`() throws {
        try expect(
            size: 2, whenFull: .dropNewest,
            """
            up     ^∞  A   B   C   D
            store       +A  +B  nC  nD  >A >B
            out   *  ^                 ∞  A  B
            """)
    }

    @Test func `with keepFull the upstream is asked for the size and then for what was delivered`() throws {
        try expect(
            size: 2, prefetch: .keepFull,
            """
            up     ^2  A   B          2 C     ¹
            store       +A  +B  >A >B    +C>C
            out   *  ^         3  A  B       C
            """)
    }

    @Test func `completion comes only with the next demand`() throws {
        try expect(
            size: 2,
            """
            up     ^∞   A      |
            store        +A>A
            out   *  ^1      A   1|
            """)
    }

    @Test func `a failure overtakes what is held, which is dropped before it`() throws {
        try expect(
            size: 3,
            """
            up     ^∞  A   B   #
            store       +A  +B  eAeB
            out   *  ^              #
            """)
    }

    @Test func `a failure waits until the subscription has been handed over`() {
        let log = OperatorLog()
        let source = RecordingPublisher<Int, OperatorError>(log: log)
        let output = Output(log: log)
        output.whenSubscribed {
            source.send(completion: .failure(.broken))
            log.note("ready")
        }

        source.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest, recorder: Recorder()).subscribe(output)

        #expect(log.lines == ["up request unlimited", "subscribed", "ready", "failure broken"])
    }

    @Test func `what is held when the subscriber cancels is dropped`() throws {
        try expect(
            size: 3,
            """
            up     ^∞  A   B        x   C
            store       +A  +B  cAcB     cC
            out   *  ^         x      x
            """)
    }

    @Test func `what happens inside a delivery names the unbuffering as its cause`() {
        let recorder = Recorder()
        let edge = recorder.declareEdge(.link, label: "output")
        let source = RecordingPublisher<Int, OperatorError>(log: OperatorLog())
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
        let source = RecordingPublisher<Int, OperatorError>(log: OperatorLog())
        let buffer = source.buffer(size: 20, prefetch: .byRequest, whenFull: .dropOldest, label: "mine", recorder: recorder)
        var log = TraceLog()
        recorder.drain(into: &log)

        #expect(
            log.nodes == [
                NodeFact(
                    id: NodeID(rawValue: 1), role: .buffer, name: "buffer", capacity: 20, overflow: .dropOldest,
                    prefetch: .byRequest)
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
        #expect(log.nodes.map(\.overflow) == [.dropOldest, .dropOldest])
        #expect(log.edges.map(\.upstream) == [NodeID(rawValue: 1), NodeID(rawValue: 2)])
    }

    @Test func `a subscriber that cancelled or got its completion is let go of`() {
        for isCancelled in [true, false] {
            let source = RecordingPublisher<Int, OperatorError>(log: OperatorLog())
            var output: Output? = Output(log: OperatorLog(), initial: .max(1))
            let isGone = { [weak output] in output == nil }
            source.buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest, recorder: Recorder()).subscribe(output!)

            if isCancelled { output?.cancel() } else { source.send(completion: .finished) }
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
