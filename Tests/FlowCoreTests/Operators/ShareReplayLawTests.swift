import FlowCore
import FlowTestSupport
import FlowCombine
import Testing

/// Compares the shared replay with a simple model: a separate queue for each subscriber.
@Suite("shareReplay's laws")
struct ShareReplayLawTests {
    private typealias Output = RecordingSubscriber<Int, OperatorError>

    /// The simplest model of a shared replay.
    private struct Model {
        struct Reader {
            var waiting: [Int]
            var demand = 0
            var isOpen = true
        }

        let capacity: Int
        var lines: [String] = []
        var replay: [Int] = []
        var readers: [Reader] = []
        var isFinished = false

        mutating func subscribe(initial: Int) {
            readers.append(Reader(waiting: replay))
            lines.append("\(readers.count): subscribed")
            if readers.count == 1, initial == 0 { lines.append("up request unlimited") }
            request(initial, readers.count - 1)
            if readers.count == 1, initial > 0 { lines.append("up request unlimited") }
        }

        mutating func send(_ value: Int) {
            guard !readers.isEmpty, !isFinished else { return }
            replay = (replay + [value]).suffix(capacity)
            for index in readers.indices {
                readers[index].waiting = (readers[index].waiting + [value]).suffix(capacity)
                take(index)
            }
        }

        mutating func finish() {
            guard !readers.isEmpty, !isFinished else { return }
            isFinished = true
            for index in readers.indices { take(index) }
        }

        mutating func request(_ count: Int, _ index: Int) {
            readers[index].demand += count
            take(index)
        }

        mutating func take(_ index: Int) {
            guard readers[index].isOpen else { return }
            while readers[index].demand > 0, !readers[index].waiting.isEmpty {
                readers[index].demand -= 1
                lines.append("\(index + 1): \(readers[index].waiting.removeFirst())")
            }
            guard isFinished, readers[index].waiting.isEmpty else { return }
            readers[index].isOpen = false
            lines.append("\(index + 1): finished")
        }
    }

    @Test func `every subscriber sees what a queue of its own would give it`() {
        for seed in Rounds.seeds(full: 100_000) {
            var chance = SeededChance(seed: seed)
            let capacity = chance.oneIn(4) ? Int.max : 1 + chance.below(4)
            var model = Model(capacity: capacity)
            let log = OperatorLog()
            let source = RecordingPublisher<Int, OperatorError>(log: log)
            let shared = source.shareReplay(capacity: capacity)
            var outputs: [Output] = []

            for step in 0..<(10 + chance.below(40)) {
                switch chance.below(12) {
                case 0, 1:
                    let initial = chance.below(3)
                    model.subscribe(initial: initial)
                    outputs.append(Output("\(outputs.count + 1)", log: log, initial: .max(initial)))
                    shared.subscribe(outputs[outputs.count - 1])
                case 2..<6 where !outputs.isEmpty:
                    let index = chance.below(outputs.count)
                    let count = 1 + chance.below(3)
                    model.request(count, index)
                    outputs[index].request(.max(count))
                case 6 where !outputs.isEmpty && chance.oneIn(3):
                    let index = chance.below(outputs.count)
                    model.readers[index].isOpen = false
                    outputs[index].cancel()
                case 7 where chance.oneIn(5):
                    model.finish()
                    source.send(completion: .finished)
                default:
                    model.send(step)
                    source.send(step)
                }
            }

            #expect(log.lines == model.lines, "seed \(seed)")
            guard log.lines == model.lines else { return }
        }
    }

    @Test func `on many threads deliveries are serial, in order and never beyond demand`() {
        for seed in Rounds.seeds(full: 1_000) {
            let values = 200
            let upstream = OperatorThreadSource<OperatorError>()
            let shared = upstream.shareReplay()
            let meters = [
                OperatorMeter<OperatorError>(initial: nil), OperatorMeter<OperatorError>(initial: 1, returning: 1),
                OperatorMeter<OperatorError>(), OperatorMeter<OperatorError>(),
            ]
            for meter in meters { shared.subscribe(meter) }

            onThreads(5) { thread in
                for number in 0..<values {
                    switch thread {
                    case 0: upstream.send(number)
                    case 1, 2: meters[2].request(1)
                    case 3: meters[3].request(1)
                    default: if number == values / 2 { meters[3].subscription?.cancel() }
                    }
                }
            }
            upstream.finish()

            for meter in meters {
                #expect(meter.overlaps == 0, "seed \(seed)")
                #expect(meter.overdeliveries == 0, "seed \(seed)")
                #expect(meter.late == 0, "seed \(seed)")
                #expect(meter.values == Array(0..<meter.values.count), "seed \(seed)")
            }
            #expect(meters.map(\.completions) == [1, 1, 1, 0], "seed \(seed)")
            #expect(meters[0].values.count == values, "seed \(seed)")
            #expect(meters[2].values.count == values, "seed \(seed)")
        }
    }

    @Test func `subscribers that come and go on other threads see an unbroken stretch`() {
        for seed in Rounds.seeds(full: 1_000) {
            let upstream = OperatorThreadSource<OperatorError>()
            let shared = upstream.shareReplay(capacity: 5)
            shared.subscribe(OperatorMeter<OperatorError>(initial: nil))
            let meters = (0..<12).map { _ in OperatorMeter<OperatorError>(initial: 1_000) }

            onThreads(4) { thread in
                guard thread > 0 else { return (0..<300).forEach(upstream.send) }
                for meter in meters[((thread - 1) * 4)..<(thread * 4)] {
                    shared.subscribe(meter)
                    if seed.isMultiple(of: 2) { meter.subscription?.cancel() }
                }
            }
            upstream.finish()

            for meter in meters {
                #expect(meter.overlaps == 0 && meter.late == 0 && meter.overdeliveries == 0, "seed \(seed)")
                #expect(meter.values == meter.values.sorted(), "seed \(seed)")
            }
        }
    }
}
