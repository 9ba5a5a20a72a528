import FlowScenarios
import FlowTrace
import Testing

@Suite("async-stream")
struct AsyncStreamScenarioTests {
    @Test func `unbounded holds what the loop has not asked for`() throws {
        let history = try History("async-stream", "unbounded", until: 2.25)

        #expect(
            history.whole == [
                "0 yield subscribed", "0 yield request ∞ -> ∞", "0 for await subscribed",
                "0 for await request 1 -> 1",
                "0.25 yield value 1 -> ∞", "0.25 AsyncStream buffered 1", "0.25 AsyncStream unbuffered 1",
                "0.25 for await value 1 -> 0",
                "0.5 yield value 2 -> ∞", "0.5 AsyncStream buffered 2",
                "0.75 yield value 3 -> ∞", "0.75 AsyncStream buffered 3",
                "1 yield value 4 -> ∞", "1 AsyncStream buffered 4",
                "1.25 yield value 5 -> ∞", "1.25 AsyncStream buffered 5",
                "1.25 for await request 1 -> 1", "1.25 AsyncStream unbuffered 2", "1.25 for await value 2 -> 0",
                "1.5 yield value 6 -> ∞", "1.5 AsyncStream buffered 6",
                "1.75 yield value 7 -> ∞", "1.75 AsyncStream buffered 7",
                "2 yield value 8 -> ∞", "2 AsyncStream buffered 8",
                "2.25 yield value 9 -> ∞", "2.25 AsyncStream buffered 9",
                "2.25 for await request 1 -> 1", "2.25 AsyncStream unbuffered 3", "2.25 for await value 3 -> 0",
            ])
    }

    @Test func `unbounded goes on growing`() throws {
        let history = try History("async-stream", "unbounded", until: 60)

        #expect(history.held("AsyncStream") == (61...240).map(String.init))
    }

    @Test func `newest drops the oldest, and the loop gets ever later values`() throws {
        let history = try History("async-stream", "newest", until: 4.5)

        #expect(
            history.lines(of: ["AsyncStream"], kinds: [.dropped]) == [
                "2 AsyncStream dropped 3 (overflow: oldest)", "2.25 AsyncStream dropped 4 (overflow: oldest)",
                "2.75 AsyncStream dropped 6 (overflow: oldest)", "3 AsyncStream dropped 7 (overflow: oldest)",
                "3.25 AsyncStream dropped 8 (overflow: oldest)", "3.75 AsyncStream dropped 10 (overflow: oldest)",
                "4 AsyncStream dropped 11 (overflow: oldest)", "4.25 AsyncStream dropped 12 (overflow: oldest)",
            ])
        #expect(
            history.lines(of: ["for await"], kinds: [.value]) == [
                "0.25 for await value 1", "1.25 for await value 2", "2.25 for await value 5", "3.25 for await value 9",
                "4.25 for await value 13",
            ])
        #expect(history.held("AsyncStream") == ["14", "15", "16", "17", "18"])
    }

    @Test func `oldest drops new values while it is full`() throws {
        let history = try History("async-stream", "oldest", until: 4.5)

        #expect(
            history.lines(of: ["AsyncStream"], kinds: [.dropped]) == [
                "2 AsyncStream dropped 8 (overflow: newest)", "2.25 AsyncStream dropped 9 (overflow: newest)",
                "2.75 AsyncStream dropped 11 (overflow: newest)", "3 AsyncStream dropped 12 (overflow: newest)",
                "3.25 AsyncStream dropped 13 (overflow: newest)", "3.75 AsyncStream dropped 15 (overflow: newest)",
                "4 AsyncStream dropped 16 (overflow: newest)", "4.25 AsyncStream dropped 17 (overflow: newest)",
            ])
        #expect(
            history.lines(of: ["for await"], kinds: [.value]) == [
                "0.25 for await value 1", "1.25 for await value 2", "2.25 for await value 3", "3.25 for await value 4",
                "4.25 for await value 5",
            ])
    }

    @Test func `what is sent at once is held at once, and the end comes after what is held`() throws {
        let history = try History(
            "async-stream", "unbounded", until: 12,
            controls: [(0.6, Control(.burst)), (0.7, Control(.emit, "70")), (0.8, Control(.finish))])

        #expect(
            history.whole(since: 0.6) == [
                "0.6 yield value 3 -> ∞", "0.6 AsyncStream buffered 3",
                "0.6 yield value 4 -> ∞", "0.6 AsyncStream buffered 4",
                "0.6 yield value 5 -> ∞", "0.6 AsyncStream buffered 5",
                "0.6 yield value 6 -> ∞", "0.6 AsyncStream buffered 6",
                "0.6 yield value 7 -> ∞", "0.6 AsyncStream buffered 7",
                "0.7 yield value 70 -> ∞", "0.7 AsyncStream buffered 70",
                "0.75 yield value 71 -> ∞", "0.75 AsyncStream buffered 71",
                "0.8 yield finished",
                "1.25 for await request 1 -> 1", "1.25 AsyncStream unbuffered 2", "1.25 for await value 2 -> 0",
                "2.25 for await request 1 -> 1", "2.25 AsyncStream unbuffered 3", "2.25 for await value 3 -> 0",
                "3.25 for await request 1 -> 1", "3.25 AsyncStream unbuffered 4", "3.25 for await value 4 -> 0",
                "4.25 for await request 1 -> 1", "4.25 AsyncStream unbuffered 5", "4.25 for await value 5 -> 0",
                "5.25 for await request 1 -> 1", "5.25 AsyncStream unbuffered 6", "5.25 for await value 6 -> 0",
                "6.25 for await request 1 -> 1", "6.25 AsyncStream unbuffered 7", "6.25 for await value 7 -> 0",
                "7.25 for await request 1 -> 1", "7.25 AsyncStream unbuffered 70", "7.25 for await value 70 -> 0",
                "8.25 for await request 1 -> 1", "8.25 AsyncStream unbuffered 71", "8.25 for await value 71 -> 0",
                "9.25 for await request 1 -> 1", "9.25 for await finished",
            ])
        #expect(history.run.nextDeadline == nil)
    }

    @Test func `a control that changes nothing says why`() throws {
        let history = try History(
            "async-stream", "newest", until: 2,
            controls: [
                (0.5, Control(.emit, "x")), (1, Control(.finish)), (1.1, Control(.finish)), (1.2, Control(.emit)),
                (1.3, Control(.burst)),
            ])

        #expect(
            history.answers == [
                "'x' cannot be sent: this source sends whole numbers", nil, .over("the source has finished already"),
                .over("the source has finished: nothing more can be sent"),
                .over("the source has finished: nothing more can be sent"),
            ])
    }
}
