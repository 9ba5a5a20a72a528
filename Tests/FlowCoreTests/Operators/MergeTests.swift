import FlowCore
import OpenCombineShim
import Testing

#if !canImport(Combine)
    @Suite("merge")
    struct MergeTests {
        private typealias Output = OperatorRecorder<OperatorError>
        private typealias Source = OperatorSource<OperatorError>

        private func make(
            initial: Subscribers.Demand = .none,
            onValue: @escaping (Output, Int) -> Subscribers.Demand = { _, _ in .none }
        ) -> (a: Source, b: Source, output: Output, log: OperatorLog) {
            let log = OperatorLog()
            let (a, b) = (Source("a", log: log), Source("b", log: log))
            let output = Output(log: log, initial: initial, onValue: onValue)
            a.merge(with: b).subscribe(output)
            return (a, b, output, log)
        }

        private let begun = ["subscribed", "a request 1", "b request 1"]
        private let begunUnlimited = ["subscribed", "a request unlimited", "b request unlimited"]

        @Test func `values come as they are sent, and the end when all have ended`() {
            let (a, b, _, log) = make(initial: .unlimited)

            a.send(1)
            b.send(2)
            a.finish()
            b.send(3)
            b.finish()

            #expect(log.lines == begunUnlimited + ["1", "2", "3", "finished"])
        }

        @Test func `each upstream is asked for one before anybody asks, and for the next when that is delivered`() {
            let (a, b, output, log) = make()

            b.send(1)
            a.send(2)
            #expect(log.lines == begun)

            output.request(.max(1))
            #expect(log.lines == begun + ["1", "b request 1"])

            output.request(.max(2))
            b.send(3)
            #expect(log.lines == begun + ["1", "b request 1", "2", "a request 1", "3", "b returned 1"])
        }

        @Test func `what is held goes out in the order in which it came in`() {
            let (a, b, output, log) = make()

            b.send(1)
            a.send(2)
            output.request(.max(2))

            #expect(log.lines == begun + ["1", "b request 1", "2", "a request 1"])
        }

        @Test func `a request without limit delivers what is held and then opens the upstreams`() {
            let (a, b, output, log) = make()

            a.send(1)
            output.request(.unlimited)
            output.request(.unlimited)
            a.send(2)
            b.send(3)

            #expect(log.lines == begun + ["1", "a request unlimited", "b request unlimited", "2", "3"])
        }

        @Test func `the end waits for what is held`() {
            let (a, b, output, log) = make()

            a.send(1)
            a.finish()
            b.finish()
            #expect(log.lines == begun)

            output.request(.max(1))
            #expect(log.lines == begun + ["1", "finished"])
        }

        @Test func `a failure comes at once: what is held is lost and the others are cancelled`() {
            let (a, b, output, log) = make()

            a.send(1)
            b.fail(.broken)
            a.send(2)
            a.finish()
            output.request(.unlimited)

            #expect(log.lines == begun + ["a cancel", "failure broken"])
        }

        @Test func `a cancel reaches all that are still open, once`() {
            let (a, b, output, log) = make(initial: .unlimited)

            a.finish()
            output.cancel()
            output.cancel()
            b.send(1)
            b.finish()

            #expect(log.lines == begunUnlimited + ["b cancel"])
        }

        @Test func `a value or failure sent inside a delivery comes after it`() {
            let log = OperatorLog()
            let (a, b) = (Source("a", log: log), Source("b", log: log))
            let output = Output(log: log, initial: .unlimited) { _, value in
                if value == 1 {
                    b.send(2)
                    b.send(3)
                }
                if value == 2 { a.fail(.broken) }
                return .none
            }
            a.merge(with: b).subscribe(output)

            a.send(1)

            #expect(log.lines == begunUnlimited + ["1", "2", "b cancel", "failure broken"])
        }

        @Test func `a cancel inside a delivery ends it at once`() {
            let (a, b, output, log) = make { output, _ in
                output.cancel()
                return .max(1)
            }
            a.send(1)
            b.send(2)

            output.request(.max(2))

            #expect(log.lines == begun + ["1", "a cancel", "b cancel"])
        }

        @Test func `synchronous upstreams of any length are merged one value at a time`() {
            let log = OperatorLog()
            let output = OperatorRecorder<Never>(log: log, initial: .max(2)) { _, value in value == 3 ? .max(1) : .none }
            let (a, b) = ([1, 2, 3].publisher, [11, 12].publisher)

            a.merge(with: b).subscribe(output)
            #expect(log.lines == ["subscribed", "1", "2"])

            output.request(.max(1))
            #expect(log.lines == ["subscribed", "1", "2", "3", "11"])

            output.request(.max(1))
            #expect(log.lines == ["subscribed", "1", "2", "3", "11", "12", "finished"])
        }

        @Test func `publishers of different types, up to five, and sequences of publishers`() {
            func merged(_ publisher: some Publisher<Int, Never>) -> [String] {
                let log = OperatorLog()
                publisher.subscribe(OperatorRecorder<Never>(log: log, initial: .unlimited))
                return log.lines
            }
            let (a, b, c) = (Just(1), [2].publisher, [3].publisher.map { $0 })
            let (d, e) = (Just(4).filter { _ in true }, Empty<Int, Never>())

            #expect(merged(a.merge(with: b)) == ["subscribed", "1", "2", "finished"])
            #expect(merged(a.merge(with: b, c)) == ["subscribed", "1", "2", "3", "finished"])
            #expect(merged(a.merge(with: b, c, d)) == ["subscribed", "1", "2", "3", "4", "finished"])
            #expect(merged(a.merge(with: b, c, d, e)) == ["subscribed", "1", "2", "3", "4", "finished"])
            #expect(merged(Publishers.MergeMany(Just(1), Just(2)).merge(with: Just(3))).count == 5)
            #expect(merged(Publishers.MergeMany((1...3).map(Just.init))) == ["subscribed", "1", "2", "3", "finished"])
            #expect(merged(Publishers.MergeMany([Just<Int>]())) == ["subscribed", "finished"])
            #expect(Publishers.MergeMany(Just(1), Just(2)) == Just(1).merge(with: Just(2)))
        }

        @Test func `an upstream that subscribes twice or too late is cancelled`() {
            let (a, b, output, log) = make()
            a.subscribeAgain()
            output.cancel()
            b.subscribeAgain()

            #expect(log.lines == begun + ["a cancel", "a cancel", "b cancel", "b cancel"])
        }
    }
#endif
