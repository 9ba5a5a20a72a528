import FlowCore
import FlowTestSupport
import FlowTrace
import FlowCombine
import Testing

/// Compares the recorded buffer with OpenCombine's original, event by event, above and below.
@Suite("RecordedBuffer and OpenCombine's buffer")
struct BufferLikenessTests {
    /// One thing that happens to a buffer from outside.
    private enum Move {
        case send(Int), finish, fail, request(Subscribers.Demand), cancel
    }

    /// A random life of a buffer: its parameters, its neighbours, and its events.
    private struct Life {
        let size: Int
        let prefetch: Publishers.PrefetchStrategy
        let strategy: Int
        let stock: [Int]
        let initial: Subscribers.Demand
        /// The demand that the subscriber returns for its nth value, and its request inside the same call.
        let returns: [Subscribers.Demand]
        let requests: [Subscribers.Demand]
        let requestsAtEnd: Bool
        let moves: [Move]

        init(seed: UInt64) {
            var chance = SeededChance(seed: seed)
            size = chance.oneIn(3) ? 1 : 1 + chance.below(4)
            prefetch = chance.oneIn(2) ? .keepFull : .byRequest
            strategy = chance.below(3)
            stock = chance.oneIn(3) ? (0..<(1 + chance.below(12))).map { 100 + $0 } : []
            initial = [.none, .none, .max(1), .max(2), .max(7), .unlimited][chance.below(6)]
            let generosity = chance.below(3)
            returns = (0..<20).map { _ in chance.oneIn(3) ? .max(chance.below(generosity + 1)) : .none }
            requests = (0..<20).map { _ in chance.oneIn(4) ? .max(chance.below(generosity + 1)) : .none }
            requestsAtEnd = chance.oneIn(2)
            moves = (0..<(5 + chance.below(25))).map { index in
                switch chance.below(20) {
                case 0: .finish
                case 1: chance.oneIn(2) ? .fail : .finish
                case 2: chance.oneIn(3) ? .cancel : .send(index)
                case 3: chance.oneIn(3) ? .request(.unlimited) : .request(.max(5))
                case 4..<9: .request(.max(chance.below(4)))
                default: .send(index)
                }
            }
        }

        var whenFull: Publishers.BufferingStrategy<OperatorError> {
            [.dropNewest, .dropOldest, .customError { .full }][strategy]
        }

        func play(_ attach: (RecordingPublisher<Int, OperatorError>, RecordingSubscriber<Int, OperatorError>) -> Void) -> [String]
        {
            let log = OperatorLog()
            let source = RecordingPublisher<Int, OperatorError>(log: log, stock: stock)
            var count = 0
            let output = RecordingSubscriber<Int, OperatorError>(
                log: log, initial: initial,
                onValue: { output, _ in
                    defer { count += 1 }
                    let more = requests[count % requests.count]
                    if more > .none { output.request(more) }
                    return returns[count % returns.count]
                }, onCompletion: { if requestsAtEnd { $0.request(.max(1)) } })
            attach(source, output)
            for move in moves {
                switch move {
                case .send(let value): source.send(value)
                case .finish: source.send(completion: .finished)
                case .fail: source.send(completion: .failure(.broken))
                case .request(let demand): output.request(demand)
                case .cancel: output.cancel()
                }
                log.note("-")
            }
            return log.lines
        }
    }

    @Test func `on one thread they behave the same, event by event`() {
        for seed in Rounds.seeds(full: 400_000) {
            let life = Life(seed: seed)
            let recorder = Recorder(chunkLimit: 1)

            let expected = life.play { source, output in
                source.buffer(size: life.size, prefetch: life.prefetch, whenFull: life.whenFull).subscribe(output)
            }
            let actual = life.play { source, output in
                source.buffer(size: life.size, prefetch: life.prefetch, whenFull: life.whenFull, recorder: recorder)
                    .subscribe(output)
            }

            #expect(actual == expected, "seed \(seed): \(life)")
            guard actual == expected else { return }
        }
    }

    @Test func `every value is buffered and then unbuffered or dropped, and the store never holds more than its size`() {
        for seed in Rounds.seeds(full: 100_000) {
            let life = Life(seed: seed)
            let recorder = Recorder(chunkLimit: 1)
            let lines = life.play { source, output in
                source.buffer(size: life.size, prefetch: life.prefetch, whenFull: life.whenFull, recorder: recorder)
                    .subscribe(output)
            }

            var held: [String] = []
            var passed: [String] = []
            var isSound = true
            for line in recorder.storeHistory() {
                let words = line.split(separator: " ").map(String.init)
                switch (words[0], words.dropFirst(2).joined(separator: " ")) {
                case ("buffered", _): held.append(words[1])
                case ("unbuffered", _): passed.append(words[1])
                default: break
                }
                let leaves = words[0] == "unbuffered" || (words[0] == "dropped" && held.contains(words[1]))
                if leaves { isSound = isSound && held.removeFirst() == words[1] }
                isSound = isSound && held.count <= life.size
            }
            let isOver = lines.contains { $0 == "finished" || $0.hasPrefix("failure") } || lines.contains("up cancel")

            #expect(isSound, "seed \(seed)")
            #expect(passed == lines.filter { Int($0) != nil }, "seed \(seed)")
            if isOver, !lines.contains("up cancel") || life.strategy != 2 { #expect(held.isEmpty, "seed \(seed)") }
        }
    }

    // MARK: Where they differ

    private typealias Pair = (theirs: [String], ours: [String])

    private func both(
        stock: [Int] = [], initial: Subscribers.Demand = .none, size: Int = 9,
        onValue:
            @escaping (RecordingPublisher<Int, OperatorError>, RecordingSubscriber<Int, OperatorError>, Int) -> Subscribers.Demand,
        _ play: (RecordingPublisher<Int, OperatorError>, RecordingSubscriber<Int, OperatorError>) -> Void
    ) -> Pair {
        func run(
            _ attach: (RecordingPublisher<Int, OperatorError>, RecordingSubscriber<Int, OperatorError>) -> Void
        ) -> [String] {
            let log = OperatorLog()
            let source = RecordingPublisher<Int, OperatorError>(log: log, stock: stock)
            let output = RecordingSubscriber<Int, OperatorError>(log: log, initial: initial) { onValue(source, $0, $1) }
            attach(source, output)
            play(source, output)
            return log.lines
        }
        return (
            run { $0.buffer(size: size, prefetch: .byRequest, whenFull: .dropOldest).subscribe($1) },
            run { $0.buffer(size: size, prefetch: .byRequest, whenFull: .dropOldest, recorder: Recorder()).subscribe($1) }
        )
    }

    @Test func `a cancel inside a delivery ends it at once, where OpenCombine delivers the rest of the batch`() {
        let pair = both(
            onValue: { _, output, _ in
                output.cancel()
                return .none
            },
            { source, output in
                (1...3).forEach(source.send)
                output.request(.max(3))
            })

        #expect(pair.ours == ["up request unlimited", "subscribed", "1", "up cancel"])
        #expect(pair.theirs == pair.ours + ["2", "3"])
    }

    @Test func `a value sent inside a delivery comes after those held before, where OpenCombine lets it overtake them`() {
        let pair = both(
            onValue: { source, _, value in
                if value == 1 { source.send(9) }
                return .max(1)
            },
            { source, output in
                (1...2).forEach(source.send)
                output.request(.unlimited)
            })

        #expect(pair.ours == ["up request unlimited", "subscribed", "1", "2", "9"])
        #expect(pair.theirs == ["up request unlimited", "subscribed", "1", "9", "2"])
    }

    @Test func `a failure waits for the subscription to be handed over, where OpenCombine sends it before`() {
        func run(_ attach: (AnyPublisher<Int, OperatorError>, RecordingSubscriber<Int, OperatorError>) -> Void) -> [String] {
            let log = OperatorLog()
            let failing = [1].publisher.tryMap { _ -> Int in throw OperatorError.broken }
                .mapError { _ in OperatorError.broken }.eraseToAnyPublisher()
            attach(failing, RecordingSubscriber(log: log, initial: .max(1)))
            return log.lines
        }

        let theirs = run { $0.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).subscribe($1) }
        let ours = run {
            $0.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest, recorder: Recorder()).subscribe($1)
        }

        #expect(theirs == ["failure broken", "subscribed"])
        #expect(ours == ["subscribed", "failure broken"])
    }
}
