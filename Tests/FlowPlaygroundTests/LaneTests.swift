import FlowCore
import FlowPlayground
import FlowTrace
import Testing

@Suite("Lanes of a chain")
struct LaneTests {
    private func names(_ text: String) throws -> [String] {
        try Chain(text).lanes.map { "\($0.name) \($0.role.rawValue)\($0.isShared ? " shared" : "")" }
    }

    @Test func `each stage is a lane; what reaches the sink is the output`() throws {
        #expect(
            try names("marbles(\"ab|\").map { $0 }.filter { _ in true }.map { $0 }.sink()")
                == ["marbles source", "map output", "filter output", "output output"])
    }

    @Test func `a buffer's lane is what it holds`() throws {
        #expect(
            try names("[1].publisher.buffer(size: 1, prefetch: .byRequest, whenFull: .dropOldest).pace(.seconds(1)).sink()")
                == ["publisher output", "buffer buffer", "output output"])
    }

    @Test func `what a closure makes has lanes that many share`() throws {
        #expect(
            try names("marbles(\"ab|\").flatMap { x in marbles(\"12|\").map { x + $0 } }")
                == ["marbles source", "marbles 2 source shared", "map output shared", "output output"])
    }

    @Test func `a stream with several subscriptions is shared up to what shares it`() throws {
        #expect(
            try names("let a = marbles(\"ab|\").map { $0 }; a.sink(); a.sink()")
                == ["marbles source shared", "output output", "output 2 output"])
        #expect(
            try names("let a = marbles(\"ab|\").share(); a.sink(); a.sink()")
                == ["marbles source", "output output", "output 2 output"])
        #expect(try names("marbles(\"a#\").retry(1).sink()") == ["marbles source shared", "output output"])
    }

    @Test func `a buffer shows what it takes in, gives away and drops`() throws {
        let history = try ChainHistory(
            "marbles(\"ABCD|\").buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).pace(.seconds(1)).sink()")

        let lines = history.lines { lane, _ in lane == "buffer" }

        #expect(
            lines == [
                "buffer 0 buffered A", "buffer 0 unbuffered A", "buffer 0.25 buffered B", "buffer 0.5 buffered C",
                "buffer 0.75 dropped B (overflow: oldest)", "buffer 0.75 buffered D", "buffer 1 unbuffered C",
                "buffer 2 unbuffered D",
            ])
    }

    @Test func `a source that sends by itself shows what nobody asked for`() throws {
        let history = try ChainHistory("marbles(\"ABC|\").pace(.seconds(0.6)).sink()")

        let lines = history.lines { lane, _ in lane == "marbles" }

        #expect(
            lines == [
                "marbles 0 offered A", "marbles 0.25 offered B", "marbles 0.25 dropped B (no demand)", "marbles 0.5 offered C",
                "marbles 0.5 dropped C (no demand)", "marbles 0.75 finished",
            ])
    }

    @Test func `a lane shows demand, values and end of the subscription`() throws {
        let history = try ChainHistory("[1, 2].publisher.map { $0 * 10 }.pace(.seconds(1)).sink()")

        let lines = history.lines { lane, _ in lane == "map" }

        #expect(
            lines == ["map 0 subscribed", "map 0 request 1", "map 0 10", "map 1 request 1", "map 1 20", "map 1 finished"])
    }

    @Test func `the same chain gives the same events every time`() throws {
        let text = "let a = marbles(\"ab|\").share(); a.zip(a).sink(); a.sink(); a.merge(with: a).sink()"
        let first = try ChainHistory(text).lines { _, _ in true }

        for _ in 0..<20 { #expect(try ChainHistory(text).lines { _, _ in true } == first) }
    }

    @Test func `a pausable sink can be paused and resumed by the user`() throws {
        let history = try ChainHistory("[1, 2, 3].publisher.pausableSink { $0 != 1 }", until: 5)

        #expect(history.outputs.map(\.text) == ["1"])
        #expect(history.lines { _, kind in kind == .state } == ["output 0 state paused"])
    }

    @Test func `a pause is refused only if every sink refuses it`() throws {
        let text = "[1].publisher.pausableSink { $0 != 1 }; marbles(\"a---------|\").pausableSink { $0 != \"b\" }"
        let scheduler = VirtualTimeScheduler()
        let run = ChainRun(try Chain(text), scheduler: scheduler, recorder: Recorder(clock: scheduler.clock.traceClock))
        run.start()
        scheduler.advance(to: VirtualTime(seconds: 0))

        #expect(run.pause() == nil)
        #expect(run.pause() != nil)
        #expect(run.resume() == nil)
        run.cancel()
        scheduler.removeAll()
    }
}
