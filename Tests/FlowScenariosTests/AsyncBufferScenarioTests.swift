#if AsyncAlgorithms
    import FlowModel
    import FlowScenarios
    import FlowTrace
    import Testing

    @Suite("async-buffer")
    struct AsyncBufferScenarioTests {
        @Test func `bounded takes in a burst, and lets the producer wait for room`() throws {
            let history = try History("async-buffer", "bounded", until: 3.9)

            #expect(
                history.whole == [
                    "0 send subscribed", "0 send request ∞ -> ∞", "0 for await subscribed", "0 for await request 1 -> 1",
                    "0 send value 1 -> ∞", "0 AsyncChannel buffered 1", "0 AsyncChannel unbuffered 1",
                    "0 send value 2 -> ∞", "0 AsyncChannel buffered 2", "0 buffer buffered 1",
                    "0 AsyncChannel unbuffered 2",
                    "0 buffer buffered 2", "0 buffer unbuffered 1", "0 for await value 1 -> 0",
                    "0 send value 3 -> ∞", "0 AsyncChannel buffered 3", "0 AsyncChannel unbuffered 3",
                    "0 send value 4 -> ∞", "0 AsyncChannel buffered 4", "0 buffer buffered 3",
                    "0.5 for await request 1 -> 1", "0.5 buffer unbuffered 2", "0.5 for await value 2 -> 0",
                    "0.5 AsyncChannel unbuffered 4", "0.5 buffer buffered 4", "0.5 send value 5 -> ∞",
                    "0.5 AsyncChannel buffered 5",
                    "1 for await request 1 -> 1", "1 buffer unbuffered 3", "1 for await value 3 -> 0",
                    "1 AsyncChannel unbuffered 5", "1 buffer buffered 5",
                    "1.5 for await request 1 -> 1", "1.5 buffer unbuffered 4", "1.5 for await value 4 -> 0",
                    "2 for await request 1 -> 1", "2 buffer unbuffered 5", "2 for await value 5 -> 0",
                    "2.5 for await request 1 -> 1",
                ])
        }

        @Test func `a paused loop requests nothing once its work is done, and the producer waits`() throws {
            let history = try History(
                "async-buffer", "bounded", until: 19.5, controls: [(0.7, Control(.pause)), (14.5, Control(.resume))])

            #expect(
                history.whole(since: 0.7).prefix { !$0.hasPrefix("15 ") } == [
                    "0.7 for await state paused", "14.5 for await state resumed", "14.5 for await request 1 -> 1",
                    "14.5 buffer unbuffered 3", "14.5 for await value 3 -> 0", "14.5 AsyncChannel unbuffered 5",
                    "14.5 buffer buffered 5",
                ])
            #expect(
                history.lines(of: ["for await"], kinds: [.value]) == [
                    "0 for await value 1", "0.5 for await value 2", "14.5 for await value 3", "15 for await value 4",
                    "15.5 for await value 5", "17.5 for await value 6", "18 for await value 7", "18.5 for await value 8",
                    "19 for await value 9", "19.5 for await value 10",
                ])
        }

        @Test func `of a loop that is paused while it waits, what it asked for still comes`() throws {
            let history = try History("async-buffer", "bounded", until: 19.5, controls: [(3.1, Control(.pause))])

            #expect(
                history.lines(of: ["for await"], withOutstanding: true).suffix(3) == [
                    "2.5 for await request 1 -> 1", "3.1 for await state paused -> 1", "4 for await value 6 -> 0",
                ])
            #expect(history.held("buffer") == ["7", "8"])
            #expect(history.held("AsyncChannel") == ["9"])
        }

        @Test func `resumed while it works, it asks when its work is done`() throws {
            let history = try History(
                "async-buffer", "bounded", until: 0.5, controls: [(0.1, Control(.pause)), (0.3, Control(.resume))])

            #expect(
                history.lines(of: ["for await"], withOutstanding: true).suffix(4) == [
                    "0.1 for await state paused -> 0", "0.3 for await state resumed -> 0", "0.5 for await request 1 -> 1",
                    "0.5 for await value 2 -> 0",
                ])
        }

        @Test func `unbounded lets the producer go on, and grows while the loop is paused`() throws {
            let history = try History("async-buffer", "unbounded", until: 29.5, controls: [(0.7, Control(.pause))])

            #expect(history.held("AsyncChannel") == [])
            #expect(history.held("buffer") == (3...50).map(String.init))
        }

        @Test(arguments: [
            "latest": (["2", "3"], ["1", "4", "5"], "overflow: oldest"),
            "oldest": (["4", "5"], ["1", "2", "3"], "overflow: newest"),
        ])
        func `a buffer that drops never lets its producer wait`(
            variant: String, burst: (lost: [String], delivered: [String], reason: String)
        ) throws {
            let history = try History("async-buffer", variant, until: 2.5)

            #expect(
                history.lines(of: ["buffer"], kinds: [.dropped])
                    == burst.lost.map { "0 buffer dropped \($0) (\(burst.reason))" })
            #expect(
                history.lines(of: ["for await"], kinds: [.value])
                    == zip(["0", "0.5", "1"], burst.delivered).map { "\($0) for await value \($1)" })
            #expect(
                history.lines(of: ["AsyncChannel"], kinds: [.unbuffered]) == (1...5).map { "0 AsyncChannel unbuffered \($0)" })
        }

        @Test func `the end comes after what is held, and what waits for room is discarded`() throws {
            let history = try History(
                "async-buffer", "bounded", until: 19.5,
                controls: [(0.2, Control(.finish)), (4.5, Control(.pause)), (4.5, Control(.finish))])

            #expect(
                history.whole(since: 0.2) == [
                    "0.2 send finished", "0.2 AsyncChannel dropped 4 (ended)",
                    "0.5 for await request 1 -> 1", "0.5 buffer unbuffered 2", "0.5 for await value 2 -> 0",
                    "1 for await request 1 -> 1", "1 buffer unbuffered 3", "1 for await value 3 -> 0",
                    "1.5 for await request 1 -> 1", "1.5 for await finished",
                ])
            #expect(history.answers == [nil, .over("the stream is over"), .over("the source has finished already")])
            #expect(history.run.nextDeadline == nil)
        }

        @Test func `resume while time is frozen takes effect when it runs, and pause takes it back`() throws {
            let scenario = try Catalogue.scenario("async-buffer")
            let run = ScenarioRun(scenario, variant: scenario.variants[0])
            #expect(try run.send(Control(.pause)) == "the loop has not begun yet")
            run.advance(to: TraceTime(seconds: 1.2))
            try run.send(Control(.pause))
            run.advance(to: TraceTime(seconds: 2))

            #expect(try run.send(Control(.pause)) == "the loop is paused already")
            #expect(try run.statesOfFrozenResume() == [["paused"], ["paused"], ["paused", "resumed"]])
            #expect(try run.send(Control(.resume)) == "the loop is not paused")
        }

        @Test(arguments: ["bounded", "latest", "oldest"])
        func `a buffer with room for one never holds two, at no event`(variant: String) throws {
            var numbers = Numbers(try Catalogue.variant(variant, of: try Catalogue.scenario("async-buffer")))
            numbers["size"] = 1
            let run = try History(
                "async-buffer", variant, until: 12, numbers: numbers,
                controls: [(0.2, Control(.emit)), (0.7, Control(.pause)), (5, Control(.resume)), (7, Control(.emit))])

            let lane = try #require(run.model.lanes.first { $0.spec.name == "buffer" })
            #expect(lane.marks.map(\.totals.held).max() == 1)
        }

        @Test func `a run that is let go while its loop is paused lets its chain go`() throws {
            weak var recorder: Recorder?
            do {
                let scenario = try Catalogue.scenario("async-buffer")
                let run = ScenarioRun(scenario, variant: scenario.variants[0])
                recorder = run.recorder
                run.advance(to: TraceTime(seconds: 0.6))
                try run.send(Control(.pause))
                run.advance(to: TraceTime(seconds: 3))
            }

            #expect(recorder == nil)
        }
    }
#endif
