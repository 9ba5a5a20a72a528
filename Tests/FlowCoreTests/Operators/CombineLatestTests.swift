import FlowCore
import OpenCombineShim
import Testing

#if !canImport(Combine)
    @Suite("combineLatest")
    struct CombineLatestTests {
        private typealias Output = OperatorRecorder<OperatorError>
        private typealias Source = OperatorSource<OperatorError>

        private func make(
            initial: Subscribers.Demand = .unlimited,
            onValue: @escaping (Output, Int) -> Subscribers.Demand = { _, _ in .none }
        ) -> (a: Source, b: Source, output: Output, log: OperatorLog) {
            let log = OperatorLog()
            let (a, b) = (Source("a", log: log), Source("b", log: log))
            let output = Output(log: log, initial: initial, onValue: onValue)
            a.combineLatest(b) { $0 * 10 + $1 }.subscribe(output)
            return (a, b, output, log)
        }

        private let begun = ["subscribed", "a request unlimited", "b request unlimited"]

        @Test func `nothing comes before each has sent, then the newest of both with every value`() {
            let (a, b, _, log) = make()

            a.send(1)
            a.send(2)
            b.send(5)
            a.send(3)
            b.send(6)

            #expect(log.lines == begun + ["25", "35", "36"])
        }

        @Test func `it finishes when all have finished, with the last value of the one that ended first`() {
            let (a, b, _, log) = make()

            a.send(1)
            a.finish()
            b.send(5)
            b.send(6)
            b.finish()

            #expect(log.lines == begun + ["15", "16", "finished"])
        }

        @Test func `an upstream that ends without a value leaves nothing to combine, and the others run on`() {
            let (a, b, _, log) = make()

            a.finish()
            b.send(5)
            #expect(log.lines == begun)

            b.finish()
            #expect(log.lines == begun + ["finished"])
        }

        @Test func `the first failure ends it and cancels the others`() {
            let (a, b, _, log) = make()

            a.send(1)
            b.fail(.broken)
            a.send(2)

            #expect(log.lines == begun + ["a cancel", "failure broken"])
        }

        @Test func `each upstream is asked for what the downstream asks for`() {
            let (_, _, output, log) = make(initial: .none)

            output.request(.max(2))
            output.request(.max(1))

            #expect(
                log.lines == ["subscribed", "a request 2", "b request 2", "a request 1", "b request 1"])
        }

        @Test func `a value beyond the demand is not sent, but is the newest from then on`() {
            let (a, b, output, log) = make(initial: .none)
            output.request(.max(1))

            a.send(1)
            b.send(5)
            a.send(2)
            output.request(.max(1))
            b.send(6)

            #expect(
                log.lines == ["subscribed", "a request 1", "b request 1", "15", "a request 1", "b request 1", "26"])
        }

        @Test func `what the downstream returns is asked of all`() {
            let (a, b, _, log) = make(initial: .max(1)) { _, value in value == 15 ? .max(1) : .none }

            a.send(1)
            b.send(5)
            a.send(2)

            #expect(
                log.lines == ["subscribed", "a request 1", "b request 1", "15", "a request 1", "b request 1", "25"])
        }

        @Test func `a cancel reaches all, after which nothing comes`() {
            let (a, b, output, log) = make()

            a.send(1)
            output.cancel()
            b.send(5)

            #expect(log.lines == begun + ["a cancel", "b cancel"])
        }

        @Test func `three are combined as two are`() {
            let (a, b, c) = (
                PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()
            )
            var seen: [String] = []
            let subscription = a.combineLatest(b, c).sink { seen.append("\($0)") }

            a.send(1)
            b.send(2)
            c.send(3)
            b.send(4)

            #expect(seen == ["(1, 2, 3)", "(1, 4, 3)"])
            withExtendedLifetime(subscription) {}
        }
    }
#endif
