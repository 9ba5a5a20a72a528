import FlowAsync
import FlowNIO
import FlowTrace
import NIOCore
import Synchronization
import Testing

@Suite("ReportingStrategy")
struct StrategyTests {
    typealias Sequence = NIOAsyncSequenceProducer<Int, ReportingStrategy<Marks>, Producer>
    typealias Marks = NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark

    /// What a `NIOAsyncSequenceProducer` does with its strategy, as pseudorandom calls of its source and of `next`.
    private struct Program {
        private(set) var answers: [Bool] = []
        private(set) var (yielded, asked, taken) = (0, 0, 0)
        private(set) var depth = 0
        private var isAwaited = false

        /// Calls the strategy; `check` is called after each step.
        init(
            _ seed: Int, on strategy: inout some NIOAsyncSequenceProducerBackPressureStrategy,
            _ check: (Program) -> Void = { _ in }
        ) {
            var chance = Chance(seed)
            for _ in 0..<40 {
                if chance.next(5) < 3 {
                    yield(chance.next(5), to: &strategy)
                } else if !isAwaited {
                    next(&strategy)
                }
                check(self)
            }
        }

        private mutating func yield(_ count: Int, to strategy: inout some NIOAsyncSequenceProducerBackPressureStrategy) {
            guard !isAwaited || count > 0 else { return }
            yielded += count
            depth += count
            if isAwaited { (depth, taken, isAwaited) = (depth - 1, taken + 1, false) }
            answers.append(strategy.didYield(bufferDepth: depth))
        }

        private mutating func next(_ strategy: inout some NIOAsyncSequenceProducerBackPressureStrategy) {
            asked += 1
            if depth > 0 { (depth, taken) = (depth - 1, taken + 1) } else { isAwaited = true }
            answers.append(strategy.didConsume(bufferDepth: depth))
        }

        /// How often the producer was told to stop or to go on.
        var changes: Int { zip([true] + answers, answers).count { $0 != $1 } }
    }

    @Test(arguments: 0..<200)
    func `answers as the strategy inside, and every count is that of the calls`(seed: Int) {
        var bare = Marks(lowWatermark: seed % 4, highWatermark: 3 + seed % 5)
        let expected = Program(seed, on: &bare)
        var untraced = ReportingStrategy("rows", low: seed % 4, high: 3 + seed % 5)
        let unseen = Program(seed, on: &untraced)
        var seen: Program?
        var held: [Int] = []
        let traced = Traced.recording {
            var strategy = ReportingStrategy("rows", low: seed % 4, high: 3 + seed % 5)
            let report = strategy.report
            seen = Program(seed, on: &strategy) { _ in held.append(report?.held ?? -1) }
        }
        var depths: [Int] = []
        _ = Program(seed, on: &bare) { depths.append($0.depth) }

        #expect(untraced.report == nil)
        #expect(unseen.answers == expected.answers)
        #expect(seen?.answers == expected.answers)
        #expect(held == depths)
        #expect(traced.count(.value, on: "rows yield") == expected.yielded)
        #expect(traced.count(.request, on: "rows") == expected.asked)
        #expect(traced.count(.value, on: "rows") == expected.taken)
        #expect(traced.count(.state, on: "rows yield") == expected.changes)
        #expect(traced.faults == [])
    }

    @Test func `the producer of a sequence is told to stop at the high mark, and to go on below the low one`() async {
        let traced = await Traced.recording {
            let strategy = ReportingStrategy("rows", low: 1, high: 2)
            let producer = NIOAsyncSequenceProducer.makeSequence(
                elementType: Int.self, backPressureStrategy: strategy, finishOnDeinit: false, delegate: Producer())
            let iterator = producer.sequence.makeAsyncIterator()
            #expect(producer.source.yield(1) == .produceMore)
            #expect(producer.source.yield(contentsOf: [2, 3]) == .stopProducing)
            for value in 1...3 { #expect(await iterator.next() == value) }
            producer.source.finish()
            #expect(await iterator.next() == nil)
        }

        #expect(
            traced.graph.filter { !$0.contains("held") } == [
                "rows yield: yield -> NIOAsyncSequenceProducer", "rows: NIOAsyncSequenceProducer -> for await",
            ])
        #expect(
            traced.lines(of: "rows yield") == [
                "subscribed", "request 1", "value", "request 1", "value", "returned 1", "value", "state stopProducing, held 3",
                // A strategy is not told that its producer has finished: its release ends the stream.
                "state produceMore, held 0", "request 1", "cancel",
            ])
        #expect(
            traced.lines(of: "rows") == [
                "subscribed", "request 1", "value", "request 1", "value", "request 1", "value", "cancel",
            ])
        #expect(traced.account(of: "rows held").held == 0)
        #expect(traced.faults == [])
    }

    @Test func `what is held when the producer finishes is not known any more, and with a probe it is`() async {
        func record(_ consume: @Sendable (Sequence, StreamReporter?) async -> Void) async -> Traced {
            await Traced.recording {
                let strategy = ReportingStrategy("rows", low: 1, high: 9)
                let producer = NIOAsyncSequenceProducer.makeSequence(
                    elementType: Int.self, backPressureStrategy: strategy, finishOnDeinit: false, delegate: Producer())
                let report = strategy.report
                _ = producer.source.yield(contentsOf: [1, 2, 3])
                producer.source.finish()
                await consume(producer.sequence, report)
            }
        }
        let bare = await record { sequence, _ in for await _ in sequence {} }
        let probed = await record { sequence, report in for await _ in sequence.probe("rows", takingFrom: report) {} }

        #expect(bare.count(.value, on: "rows yield") == 3)
        #expect(bare.count(.value, on: "rows") == 0)
        #expect(bare.account(of: "rows held").dropped == 0)
        #expect(probed.lines(of: "rows").filter { $0.hasPrefix("value") } == ["value 1", "value 2", "value 3"])
        #expect(probed.lines(of: "rows").last == "finished")
        #expect(bare.faults == [] && probed.faults == [])
    }

    struct Producer: NIOAsyncSequenceProducerDelegate {
        func produceMore() {}
        func didTerminate() {}
    }
}
