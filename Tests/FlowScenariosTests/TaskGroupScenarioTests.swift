#if AsyncAlgorithms
    import FlowAnalysis
    import FlowScenarios
    import FlowTrace
    import Testing
    import FlowVerdict

    @Suite("task-group")
    struct TaskGroupScenarioTests {
        @Test func `who is free takes the next value, the slow worker fewer`() throws {
            let history = try History("task-group", "workers", until: 4.5)

            #expect(
                history.lines(of: ["worker 1", "worker 2", "slow worker"], kinds: [.value]) == [
                    "0.3 worker 1 value 1", "0.6 worker 2 value 2", "0.9 slow worker value 3", "1.2 worker 1 value 4",
                    "1.5 worker 2 value 5", "1.8 worker 1 value 6", "2.1 worker 2 value 7", "2.4 worker 1 value 8",
                    "2.7 worker 2 value 9", "3 worker 1 value 10", "3.3 worker 2 value 11", "3.6 worker 1 value 12",
                    "3.9 worker 2 value 13", "4.2 slow worker value 14", "4.5 worker 1 value 15",
                ])
            #expect(history.held("AsyncChannel") == [])
        }

        @Test func `workers ask when they are free, in this order they get what comes`() throws {
            let history = try History("task-group", "workers", until: 1.2)

            #expect(
                history.whole == [
                    "0 send subscribed", "0 send request ∞ -> ∞", "0 worker 1 subscribed", "0 worker 1 request 1 -> 1",
                    "0 worker 2 subscribed", "0 worker 2 request 1 -> 1", "0 slow worker subscribed",
                    "0 slow worker request 1 -> 1",
                    "0.3 send value 1 -> ∞", "0.3 AsyncChannel buffered 1", "0.3 AsyncChannel unbuffered 1",
                    "0.3 worker 1 value 1 -> 0",
                    "0.6 send value 2 -> ∞", "0.6 AsyncChannel buffered 2", "0.6 AsyncChannel unbuffered 2",
                    "0.6 worker 2 value 2 -> 0", "0.8 worker 1 request 1 -> 1",
                    "0.9 send value 3 -> ∞", "0.9 AsyncChannel buffered 3", "0.9 AsyncChannel unbuffered 3",
                    "0.9 slow worker value 3 -> 0", "1.1 worker 2 request 1 -> 1",
                    "1.2 send value 4 -> ∞", "1.2 AsyncChannel buffered 4", "1.2 AsyncChannel unbuffered 4",
                    "1.2 worker 1 value 4 -> 0",
                ])
        }

        @Test func `in batches all wait for the slowest, and the producer with them`() throws {
            let history = try History("task-group", "batches", until: 8)

            #expect(
                history.lines(of: ["for await", "AsyncChannel"], kinds: [.value, .buffered]) == [
                    "0.3 AsyncChannel buffered 1", "0.3 for await value 1", "0.6 AsyncChannel buffered 2",
                    "0.6 for await value 2",
                    "0.9 AsyncChannel buffered 3", "0.9 for await value 3", "1.2 AsyncChannel buffered 4",
                    "3.9 for await value 4",
                    "4.2 AsyncChannel buffered 5", "4.2 for await value 5", "4.5 AsyncChannel buffered 6",
                    "4.5 for await value 6",
                    "4.8 AsyncChannel buffered 7", "7.5 for await value 7", "7.8 AsyncChannel buffered 8",
                    "7.8 for await value 8",
                ])
        }

        @Test(arguments: ["workers": Verdict.Kind.flowing, "batches": .heldBack])
        func `a slow worker holds others back only where they wait for it`(variant: String, kind: Verdict.Kind) throws {
            let history = try History("task-group", variant, until: 20)

            let verdicts = (6...20).compactMap { second in
                StreamAnalysis(history.model).report(at: history.model.moment(at: TraceTime(seconds: Double(second))))?.verdict
                    .kind
            }
            #expect(verdicts == Array(repeating: kind, count: 15))
        }

        @Test(arguments: ["workers", "batches"]) func `the end reaches every loop`(variant: String) throws {
            let history = try History("task-group", variant, until: 30, controls: [(1, Control(.finish))])

            #expect(history.held("AsyncChannel") == [])
            #expect(
                history.lines(of: ["worker 1", "worker 2", "slow worker", "for await"], kinds: [.finished])
                    == (variant == "workers"
                        ? ["1 worker 1 finished", "1.1 worker 2 finished", "3.9 slow worker finished"]
                        : ["3.9 for await finished"]))
            #expect(history.run.nextDeadline == nil)
        }
    }
#endif
