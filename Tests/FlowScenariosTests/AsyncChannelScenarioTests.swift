#if AsyncAlgorithms
    import FlowScenarios
    import FlowTrace
    import Testing

    @Suite("async-channel")
    struct AsyncChannelScenarioTests {
        @Test func `one producer sends as fast as the loop takes`() throws {
            let history = try History("async-channel", "one-producer", until: 2.5)

            #expect(
                history.whole == [
                    "0 send subscribed", "0 send request ∞ -> ∞", "0 for await subscribed", "0 for await request 1 -> 1",
                    "0.25 send value 1 -> ∞", "0.25 AsyncChannel buffered 1", "0.25 AsyncChannel unbuffered 1",
                    "0.25 for await value 1 -> 0",
                    "0.5 send value 2 -> ∞", "0.5 AsyncChannel buffered 2",
                    "1.25 for await request 1 -> 1", "1.25 AsyncChannel unbuffered 2", "1.25 for await value 2 -> 0",
                    "1.5 send value 3 -> ∞", "1.5 AsyncChannel buffered 3",
                    "2.25 for await request 1 -> 1", "2.25 AsyncChannel unbuffered 3", "2.25 for await value 3 -> 0",
                    "2.5 send value 4 -> ∞", "2.5 AsyncChannel buffered 4",
                ])
        }

        @Test func `of five producers each has one value waiting, and they take turns`() throws {
            let history = try History("async-channel", "five-producers", until: 3.2)

            #expect(
                history.lines(of: ["send", "AsyncChannel"], kinds: [.value, .unbuffered]) == [
                    "0.1 send value 1", "0.1 AsyncChannel unbuffered 1", "0.2 send value 2", "0.3 send value 3",
                    "0.4 send value 4",
                    "0.5 send value 5", "0.6 send value 6", "1.1 AsyncChannel unbuffered 2", "1.6 send value 7",
                    "2.1 AsyncChannel unbuffered 3", "2.6 send value 8", "3.1 AsyncChannel unbuffered 4",
                ])
            #expect(history.held("AsyncChannel") == ["5", "6", "7", "8"])
        }

        @Test func `the end discards what waits, and every producer goes on`() throws {
            let history = try History(
                "async-channel", "five-producers", until: 20, controls: [(4.2, Control(.finish)), (4.3, Control(.finish))])

            #expect(
                history.whole(since: 4.2) == [
                    "4.2 send finished", "4.2 AsyncChannel dropped 6 (ended)", "4.2 AsyncChannel dropped 7 (ended)",
                    "4.2 AsyncChannel dropped 8 (ended)", "4.2 AsyncChannel dropped 9 (ended)",
                    "5.1 for await request 1 -> 1", "5.1 for await finished",
                ])
            #expect(history.answers == [nil, .over("the source has finished already")])
            #expect(history.run.nextDeadline == nil)
        }

        @Test func `what the user sends waits too`() throws {
            let history = try History(
                "async-channel", "one-producer", until: 0.9, controls: [(0.6, Control(.burst)), (0.7, Control(.emit, "70"))])

            #expect(
                history.whole(since: 0.6) == [
                    "0.6 send value 3 -> ∞", "0.6 AsyncChannel buffered 3", "0.6 send value 4 -> ∞",
                    "0.6 AsyncChannel buffered 4",
                    "0.6 send value 5 -> ∞", "0.6 AsyncChannel buffered 5", "0.6 send value 6 -> ∞",
                    "0.6 AsyncChannel buffered 6",
                    "0.6 send value 7 -> ∞", "0.6 AsyncChannel buffered 7", "0.7 send value 70 -> ∞",
                    "0.7 AsyncChannel buffered 70",
                ])
        }
    }
#endif
