#if AsyncAlgorithms
    import FlowScenarios
    import FlowTrace
    import Testing

    @Suite("async-rate")
    struct AsyncRateScenarioTests {
        @Test func `debounce sends the last value before a silence, and drops those before it`() throws {
            let history = try History("async-rate", "debounce", until: 4.2)

            #expect(
                history.whole == [
                    "0 yield subscribed", "0 yield request ∞ -> ∞", "0 for await subscribed", "0 for await request 1 -> 1",
                    "0.3 yield value 1 -> ∞", "0.3 debounce buffered 1",
                    "0.6 yield value 2 -> ∞", "0.6 debounce dropped 1 (superseded)", "0.6 debounce buffered 2",
                    "0.9 yield value 3 -> ∞", "0.9 debounce dropped 2 (superseded)", "0.9 debounce buffered 3",
                    "1.2 yield value 4 -> ∞", "1.2 debounce dropped 3 (superseded)", "1.2 debounce buffered 4",
                    "1.5 yield value 5 -> ∞", "1.5 debounce dropped 4 (superseded)", "1.5 debounce buffered 5",
                    "1.8 yield value 6 -> ∞", "1.8 debounce dropped 5 (superseded)", "1.8 debounce buffered 6",
                    "2.3 debounce unbuffered 6", "2.3 for await value 6 -> 0", "2.3 for await request 1 -> 1",
                    "2.7 yield value 7 -> ∞", "2.7 debounce buffered 7",
                    "3.2 debounce unbuffered 7", "3.2 for await value 7 -> 0", "3.2 for await request 1 -> 1",
                ])
        }

        @Test func `throttle forgets the last value of a burst when the next comes late`() throws {
            let history = try History("async-rate", "throttle", until: 4.2)

            #expect(
                history.lines(of: ["_throttle", "for await"], kinds: [.buffered, .unbuffered, .dropped, .value]) == [
                    "0.3 _throttle buffered 1", "0.3 _throttle unbuffered 1", "0.3 for await value 1",
                    "0.6 _throttle buffered 2",
                    "0.9 _throttle dropped 2 (superseded)", "0.9 _throttle buffered 3",
                    "1.2 _throttle dropped 3 (superseded)", "1.2 _throttle buffered 4",
                    "1.5 _throttle dropped 4 (superseded)", "1.5 _throttle buffered 5",
                    "1.5 _throttle unbuffered 5", "1.5 for await value 5",
                    "1.8 _throttle buffered 6",
                    "2.7 _throttle dropped 6 (superseded)", "2.7 _throttle buffered 7",
                    "2.7 _throttle unbuffered 7", "2.7 for await value 7",
                ])
        }

        @Test func `throttle that takes the first holds it until the next comes, and drops that`() throws {
            let history = try History("async-rate", "throttle-first", until: 4.2)

            #expect(
                history.lines(of: ["_throttle", "for await"], kinds: [.buffered, .unbuffered, .dropped, .value]) == [
                    "0.3 _throttle buffered 1", "0.3 _throttle unbuffered 1", "0.3 for await value 1",
                    "0.6 _throttle buffered 2",
                    "0.9 _throttle dropped 3 (overflow: newest)", "1.2 _throttle dropped 4 (overflow: newest)",
                    "1.5 _throttle dropped 5 (overflow: newest)", "1.5 _throttle unbuffered 2", "1.5 for await value 2",
                    "1.8 _throttle buffered 6",
                    "2.7 _throttle dropped 7 (overflow: newest)", "2.7 _throttle unbuffered 6", "2.7 for await value 6",
                ])
        }

        @Test func `chunks keep every value, and send none where none came`() throws {
            let history = try History("async-rate", "chunks", until: 8)

            #expect(
                history.lines(of: ["chunked", "for await"], kinds: [.value, .dropped]) == [
                    "1 for await value [1, 2, 3]", "2 for await value [4, 5, 6]", "3 for await value [7]",
                    "5 for await value [8, 9, 10]", "6 for await value [11, 12, 13]", "7 for await value [14]",
                ])
        }

        @Test(arguments: [
            "debounce": ["1.9 for await value 6", "1.9 for await finished"],
            "throttle": ["2.5 for await value 6", "2.5 for await finished"],
            "throttle-first": ["2.5 for await value 6", "2.5 for await finished"],
            "chunks": ["1.9 for await value [4, 5, 6]", "1.9 for await finished"],
        ])
        func `what is held when the source finishes still comes`(variant: String, end: [String]) throws {
            let history = try History("async-rate", variant, until: 20, controls: [(1.9, Control(.finish))])

            #expect(history.lines(of: ["for await"], kinds: [.value, .finished]).suffix(2) == end[...])
            #expect(history.run.nextDeadline == nil)
        }

        @Test(arguments: [
            "debounce": "2.5 for await value 11", "throttle": "2.7 for await value 12",
            "throttle-first": "2.7 for await value 6", "chunks": "3 for await value [7, 8, 9, 10, 11, 12]",
        ])
        func `five values that the user sends at once are a burst as any other`(variant: String, last: String) throws {
            let history = try History("async-rate", variant, until: 3, controls: [(2, Control(.burst))])

            #expect(history.lines(of: ["for await"], kinds: [.value]).last == last)
        }
    }
#endif
