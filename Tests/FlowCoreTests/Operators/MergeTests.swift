import FlowCore
import FlowTestSupport
import FlowCombine
import Testing

#if !canImport(Combine)
    @Suite("merge")
    struct MergeTests {
        private func expect(_ diagram: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
            try expectDiagram(diagram, sourceLocation: sourceLocation) { $0["a"].merge(with: $0["b"]) }
        }

        @Test func `values come as they are sent, and the end when all have ended`() throws {
            try expect(
                """
                a      ^∞   A     |
                b        ^∞    B    C  |
                out *^∞      A  B    C  |
                """)
        }

        @Test func `each upstream is asked for one before anybody asks, and for the next when that is delivered`() throws {
            try expect(
                """
                a     ^1     B       1
                b       ^1 A     1     C ¹
                out *^         1A  2B   C
                """)
        }

        @Test func `what is held goes out in the order in which it came in`() throws {
            try expect(
                """
                a     ^1     B     1
                b       ^1 A     1
                out *^         2A B
                """)
        }

        @Test func `a request without limit delivers what is held and then opens the upstreams`() throws {
            try expect(
                """
                a     ^1   A   ∞    B
                b       ^1      ∞      C
                out *^       ∞A   ∞  B  C
                """)
        }

        @Test func `the end waits for what is held`() throws {
            try expect(
                """
                a     ^1   A |
                b       ^1     |
                out *^           1A|
                """)
        }

        @Test func `a failure comes at once: what is held is lost and the others are cancelled`() throws {
            try expect(
                """
                a     ^1   A  x  B |
                b       ^1   #
                out *^         #     ∞
                """)
        }

        @Test func `a cancel reaches all that are still open, once`() throws {
            try expect(
                """
                a      ^∞   |
                b        ^∞    x   A |
                out *^∞       x  x
                """)
        }

        @Test func `a value or failure sent inside a delivery comes after it`() throws {
            try expect(
                """
                a      ^∞   A    #
                b        ^∞   BC  x
                out *^∞      A  B  #
                """)
        }

        @Test func `a cancel inside a delivery ends it at once`() throws {
            try expect(
                """
                a     ^1   A      x
                b       ^1   B     x
                out *^         2Ax  ¹
                """)
        }

        @Test func `synchronous upstreams of any length are merged one value at a time`() {
            let log = OperatorLog()
            let output = RecordingSubscriber<Int, Never>(log: log, initial: .max(2)) { _, value in value == 3 ? .max(1) : .none }
            let (a, b) = ([1, 2, 3].publisher, [11, 12].publisher)

            a.merge(with: b).subscribe(output)
            #expect(log.lines == ["subscribed", "1", "2"])

            output.request(.max(1))
            #expect(log.lines == ["subscribed", "1", "2", "3", "11"])

            output.request(.max(1))
            #expect(log.lines == ["subscribed", "1", "2", "3", "11", "12", "finished"])
        }

        @Test func `publishers of different types, up to five, and sequences of publishers`() {
            func merged(_ publisher: some Publisher<Int, Never>) -> [RecordedSignal<Int, Never>.Signal] {
                let output = RecordingSubscriber<Int, Never>(demand: .unlimited)
                publisher.subscribe(output)
                return output.history.map(\.signal)
            }
            func all(_ values: Int...) -> [RecordedSignal<Int, Never>.Signal] {
                [.subscribed, .requested(.unlimited)] + values.map { .value($0) } + [.completion(.finished)]
            }
            let (a, b, c) = (Just(1), [2].publisher, [3].publisher.map { $0 })
            let (d, e) = (Just(4).filter { _ in true }, Empty<Int, Never>())

            #expect(merged(a.merge(with: b)) == all(1, 2))
            #expect(merged(a.merge(with: b, c)) == all(1, 2, 3))
            #expect(merged(a.merge(with: b, c, d)) == all(1, 2, 3, 4))
            #expect(merged(a.merge(with: b, c, d, e)) == all(1, 2, 3, 4))
            #expect(merged(Publishers.MergeMany(Just(1), Just(2)).merge(with: Just(3))) == all(1, 2, 3))
            #expect(merged(Publishers.MergeMany((1...3).map(Just.init))) == all(1, 2, 3))
            #expect(merged(Publishers.MergeMany([Just<Int>]())) == all())
            #expect(Publishers.MergeMany(Just(1), Just(2)) == Just(1).merge(with: Just(2)))
        }

        @Test func `an upstream that subscribes twice or too late is cancelled`() throws {
            try expect(
                """
                a     ^1   ~x  x
                b       ^1      x ~x
                out *^        x
                """)
        }
    }
#endif
