import FlowCore
import FlowTestSupport
import FlowTrace
import FlowCombine
import Testing

@Suite("shareReplay")
struct ShareReplayTests {
    private typealias Output = RecordingSubscriber<Int, OperatorError>

    private func expect(
        capacity: Int = .max, _ diagram: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try expectDiagram(diagram, sourceLocation: sourceLocation) {
            $0["up"].shareReplay(capacity: capacity, recorder: $0.recorder)
        }
    }

    private func make() -> (
        source: RecordingPublisher<Int, OperatorError>,
        shared: Publishers.ShareReplay<RecordingPublisher<Int, OperatorError>>, log: OperatorLog
    ) {
        let log = OperatorLog()
        let source = RecordingPublisher<Int, OperatorError>(log: log)
        return (source, source.shareReplay(recorder: Recorder()), log)
    }

    // MARK: The mistakes it must not have

    @Test func `a completed replay hands out all its values, not just the first`() throws {
        try expect(
            """
            up    ^∞ A B C D |
            one *^
            two                *^∞ABCD|
            """)
    }

    @Test func `a cancel sends nothing, and the others go on`() throws {
        try expect(
            """
            up     ^∞     A       B  |
            one *^∞        A  x 1
            two       *^∞   A      B  |
            """)
    }

    @Test func `what was not delivered is kept past the end`() throws {
        try expect(
            capacity: 3,
            """
            up     ^∞ A  B C |
            out *^1    A       1B 1C|
            """)
    }

    @Test func `what was not delivered is kept past a failure`() throws {
        try expect(
            capacity: 3,
            """
            up     ^∞ A  B C #
            out *^1    A       1B 1C#
            """)
    }

    @Test func `subscribers that cancelled or completed are let go of`() {
        for isCancelled in [true, false] {
            let (source, shared, log) = make()
            var output: Output? = Output(log: log, initial: .unlimited)
            let isGone = { [weak output] in output == nil }
            shared.subscribe(output!)

            source.send(1)
            if isCancelled { output?.cancel() } else { source.send(completion: .finished) }
            output = nil

            #expect(isGone())
        }
    }

    // MARK: Sharing

    @Test func `the upstream is subscribed to once and kept when the last subscriber leaves`() throws {
        try expect(
            """
            up     ^∞ A    B
            one *^∞    A x
            two              *^∞AB
            """)
    }

    @Test func `the upstream is cancelled when nobody can subscribe any more`() {
        let log = OperatorLog()
        let source = RecordingPublisher<Int, OperatorError>(log: log)
        var shared: Publishers.ShareReplay<RecordingPublisher<Int, OperatorError>>? = source.shareReplay()
        var output: Output? = Output(log: log, initial: .unlimited)
        shared?.subscribe(output!)

        shared = nil
        source.send(1)
        output?.cancel()
        #expect(log.lines == ["subscribed", "up request unlimited", "1"])

        output = nil
        #expect(log.lines == ["subscribed", "up request unlimited", "1", "up cancel"])
    }

    @Test func `a second subscription of the upstream is cancelled`() throws {
        try expect(
            """
            up    ^∞ ~x
            out *^
            """)
    }

    @Test func `values go to the subscribers by order of subscription, whatever left meanwhile`() throws {
        try expect(
            """
            up       ^∞                                       A
            one   *^∞                                          A
            two         *^∞                             x
            three           *^∞                                 A
            four                *^∞                              A
            five                    *^∞                   x
            six                         *^∞                       A
            seven                           *^∞                    A
            eight                               *^∞                 A
            nine                                    *^∞     x
            """)
    }

    @Test func `a synchronous upstream is not lost to the first subscriber, however small the replay`() {
        let log = OperatorLog()

        [1, 2, 3].publisher.shareReplay(capacity: 1).subscribe(RecordingSubscriber<Int, Never>(log: log, initial: .unlimited))

        #expect(log.lines == ["subscribed", "1", "2", "3", "finished"])
    }

    // MARK: Slow subscribers

    @Test func `a subscriber that is too slow loses the oldest, visibly, and the others lose nothing`() throws {
        try expect(
            capacity: 2,
            """
            up       ^∞     A     B    C      D
            store            +A    +B   >A+C   oB+D
            slow  *^1          A                     ∞CD
            fast        *^∞     A    B      C      D
            """)
    }

    @Test func `a value sent inside a delivery is handed out after it, to everybody, also with room for one`() throws {
        try expect(
            capacity: 1,
            """
            up       ^∞     A   BC
            store            +A    >A+B  >B+C
            one   *^∞          A       B     C
            two         *^∞       A     B     C
            """)
    }

    @Test func `a request inside a delivery and a returned demand both count`() throws {
        try expect(
            """
            up     ^∞ A   B   C  D
            out *^1    A1  B¹  C
            """)
    }

    @Test func `without values the completion needs no demand`() throws {
        try expect(
            """
            up    ^∞ |  | A
            one *^    |
            two             *^|
            """)
    }

    @Test func `a completion waits until the subscription has been handed over`() {
        let (source, shared, log) = make()
        shared.subscribe(Output("1", log: log))

        let second = Output("2", log: log)
        second.whenSubscribed {
            source.send(completion: .finished)
            log.note("2: ready")
        }
        shared.subscribe(second)

        #expect(
            log.lines == [
                "1: subscribed", "up request unlimited", "2: subscribed", "1: finished", "2: ready", "2: finished",
            ])
    }

    @Test func `an upstream that has finished is not cancelled when all is gone`() {
        let log = OperatorLog()
        let source = RecordingPublisher<Int, OperatorError>(log: log)
        var shared: Publishers.ShareReplay<RecordingPublisher<Int, OperatorError>>? = source.shareReplay()
        shared?.subscribe(Output(log: log))

        source.send(completion: .finished)
        shared = nil

        #expect(log.lines == ["subscribed", "up request unlimited", "finished"])
    }

    // MARK: Declaring

    @Test func `the node and its store are declared when the publisher is built, and once`() {
        let log = OperatorLog()
        let recorder = Recorder()
        let shared = RecordingPublisher<Int, OperatorError>(log: log).shareReplay(capacity: 2, recorder: recorder)
        shared.subscribe(Output(log: log))
        shared.subscribe(Output(log: log))
        var trace = TraceLog()
        recorder.drain(into: &trace)

        let node = NodeID(rawValue: 1)
        #expect(trace.nodes == [NodeFact(id: node, role: .replay, name: "shareReplay", capacity: 2)])
        #expect(
            trace.edges == [
                EdgeFact(id: EdgeID(rawValue: 1), role: .store, label: "replay", upstream: node, downstream: node)
            ])
    }

    @Test func `deliveries name the buffering as their cause`() {
        let recorder = Recorder()
        let edge = recorder.declareEdge(.link, label: "output")
        let source = RecordingPublisher<Int, OperatorError>(log: OperatorLog())
        let output = Output(log: OperatorLog(), initial: .unlimited) { _, value in
            recorder.record(.value, on: edge, value: .int(value))
            return .none
        }
        source.shareReplay(recorder: recorder).subscribe(output)

        source.send(7)
        var log = TraceLog()
        recorder.drain(into: &log)

        #expect(log.entries.map(\.kind) == [.buffered, .value])
        #expect(log.entries.map(\.cause) == [nil, 1])
    }

    @Test func `a capacity of nothing is refused`() async {
        await #expect(processExitsWith: .failure) { _ = Empty<Int, OperatorError>().shareReplay(capacity: 0) }
    }
}
