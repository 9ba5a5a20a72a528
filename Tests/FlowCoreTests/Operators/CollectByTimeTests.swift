import FlowCore
import FlowTestSupport
import OpenCombineShim
import Testing

#if !canImport(Combine)
    @Suite("collect by time")
    struct CollectByTimeTests {
        private typealias Output = RecordingSubscriber<[String], FlowError>

        /// What came down, with times: `1 ["a"]`.
        private func run(
            _ picture: String, count: Int? = nil, demand: Subscribers.Demand = .unlimited, until seconds: Double = 10,
            _ act: (VirtualTimeScheduler, Output) -> Void = { _, _ in }
        ) throws -> [String] {
            let scheduler = VirtualTimeScheduler()
            let marbles = Publishers.Marbles(
                try MarbleScript(picture), unit: .milliseconds(250), scheduler: scheduler, failure: FlowError("lost"))
            let output = Output(on: scheduler, demand: demand)
            if let count {
                marbles.collect(.byTimeOrCount(scheduler, .seconds(1), count)).subscribe(output)
            } else {
                marbles.collect(.byTime(scheduler, .seconds(1))).subscribe(output)
            }
            act(scheduler, output)
            scheduler.advance(to: VirtualTime(seconds: seconds))
            return output.history.compactMap { signal in
                switch signal.signal {
                case .value(let values): "\(signal.time.traceTime) \(values.joined())"
                case .completion(.finished): "\(signal.time.traceTime) finished"
                case .completion(.failure(let error)): "\(signal.time.traceTime) \(error)"
                default: nil
                }
            }
        }

        @Test func `each interval sends what came in it`() throws {
            #expect(try run("abc-def-g----------|") == ["1 abc", "2 def", "3 g", "4.75 finished"])
        }

        @Test func `what is left goes out with the end`() throws {
            #expect(try run("abcdef|") == ["1 abcd", "1.5 ef", "1.5 finished"])
        }

        @Test func `a failure comes at once, and what is held is lost`() throws {
            #expect(try run("abcdef#") == ["1 abcd", "1.5 lost"])
        }

        @Test func `so many values go out before the interval is over`() throws {
            #expect(try run("abcdef--|", count: 3) == ["0.5 abc", "1 d", "2 ef", "2 finished"])
        }

        @Test func `what nobody wants is held, and goes out with the next demand`() throws {
            let lines = try run("abcdef--|", demand: .max(1)) { scheduler, output in
                scheduler.advance(to: VirtualTime(seconds: 3))
                output.request(.max(1))
            }

            #expect(lines == ["1 abcd", "3 ef", "3 finished"])
        }

        @Test func `after a cancel nothing comes, and no timer is left`() throws {
            let scheduler = VirtualTimeScheduler()
            let subject = PassthroughSubject<String, FlowError>()
            let output = Output(on: scheduler, demand: .unlimited)
            subject.collect(.byTime(scheduler, .seconds(1))).subscribe(output)

            subject.send("a")
            output.cancel()
            scheduler.advance(to: VirtualTime(seconds: 5))

            #expect(scheduler.nextDeadline == nil)
            #expect(output.history.count == 3)
        }
    }
#endif
