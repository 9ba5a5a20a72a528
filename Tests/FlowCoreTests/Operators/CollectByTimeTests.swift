import FlowCore
import FlowTestSupport
import FlowCombine
import Testing

#if !canImport(Combine)
    @Suite("collect by time")
    struct CollectByTimeTests {
        private func expect(_ diagram: String, count: Int? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {
            try expectDiagram(diagram, describe: { $0.joined() }, sourceLocation: sourceLocation) { diagram in
                if let count {
                    diagram["up"].collect(.byTimeOrCount(diagram.scheduler, .seconds(1), count)).eraseToAnyPublisher()
                } else {
                    diagram["up"].collect(.byTime(diagram.scheduler, .seconds(1))).eraseToAnyPublisher()
                }
            }
        }

        @Test func `each interval sends what came in it`() throws {
            try expect(
                """
                up   ^  ∞ A-B-C--      D-E-F--      G---- -------|
                out * ^∞   - - --(ABC)  - - --(DEF)  ----G------- |
                """)
        }

        @Test func `what is left goes out with the end`() throws {
            try expect(
                """
                up   ^  ∞ A-B-C-D-       E-F-|
                out * ^∞   - - - -(ABCD)  - - (EF)|
                """)
        }

        @Test func `a failure comes at once, and what is held is lost`() throws {
            try expect(
                """
                up   ^  ∞ A-B-C-D-       E-F-#
                out * ^∞   - - - -(ABCD)  - - #
                """)
        }

        @Test func `so many values go out before the interval is over`() throws {
            try expect(
                """
                up   ^  ∞ A-B-C     -D-  E-F---     |
                out * ^∞   - - (ABC)- -D  - ---(EF)  |
                """, count: 3)
        }

        @Test func `what nobody wants is held, and goes out with the next demand`() throws {
            try expect(
                """
                up   ^  ∞ A-B-C-D-       E-F---|----
                out * ^1   - - - -(ABCD)  - --- ----1(EF)|
                """)
        }

        @Test func `after a cancel nothing comes, and no timer is left`() throws {
            let scheduler = VirtualTimeScheduler()
            let subject = PassthroughSubject<String, FlowError>()
            let output = RecordingSubscriber<[String], FlowError>(on: scheduler, demand: .unlimited)
            subject.collect(.byTime(scheduler, .seconds(1))).subscribe(output)

            subject.send("a")
            output.cancel()
            scheduler.advance(to: VirtualTime(seconds: 5))

            #expect(scheduler.nextDeadline == nil)
            #expect(
                output.history == [.at(0, .subscribed), .at(0, .requested(.unlimited)), .at(0, .cancelled)])
        }
    }
#endif
