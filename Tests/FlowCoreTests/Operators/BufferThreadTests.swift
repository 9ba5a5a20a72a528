import FlowCore
import FlowTestSupport
import FlowTrace
import FlowCombine
import Synchronization
import Testing

@Suite("RecordedBuffer on many threads")
struct BufferThreadTests {
    private struct Balance {
        var isSound = true
        var held: [String] = []
        var passed = 0
        var lost = 0
    }

    /// Replays the store's history, which must be that of a queue, for any order of the threads.
    private func balance(_ history: [String], size: Int) -> Balance {
        var balance = Balance()
        for line in history {
            let words = line.split(separator: " ")
            switch words[0] {
            case "buffered": balance.held.append(String(words[1]))
            case "unbuffered":
                balance.passed += 1
                balance.isSound = balance.isSound && !balance.held.isEmpty && balance.held.removeFirst() == words[1]
            default:
                balance.lost += 1
                guard line.hasSuffix("oldest") else { continue }
                balance.isSound = balance.isSound && !balance.held.isEmpty && balance.held.removeFirst() == words[1]
            }
            balance.isSound = balance.isSound && balance.held.count <= size
        }
        return balance
    }

    @Test(arguments: [false, true])
    func `deliveries are serial while some threads send and others request`(keepsFull: Bool) {
        for seed in Rounds.seeds(full: 2_000) {
            var chance = SeededChance(seed: seed)
            let size = 1 + chance.below(20)
            let values = 100
            // Stamps that grow under the lock of the store, so that the merged trace has one order.
            let stamp = Atomic<UInt64>(0)
            let recorder = Recorder(clock: .custom { stamp.wrappingAdd(1, ordering: .relaxed).newValue })
            let upstream = OperatorThreadSource<OperatorError>()
            let meter = OperatorMeter<OperatorError>()
            upstream.buffer(size: size, prefetch: keepsFull ? .keepFull : .byRequest, whenFull: .dropOldest, recorder: recorder)
                .subscribe(meter)

            onThreads(6) { thread in
                for number in 0..<values {
                    if thread < 3 { upstream.send(thread * values + number) } else { meter.request(1) }
                }
            }
            meter.request(1_000)
            let balance = balance(recorder.storeHistory(), size: size)

            #expect(meter.overlaps == 0, "seed \(seed)")
            #expect(meter.overdeliveries == 0, "seed \(seed)")
            #expect(balance.isSound, "seed \(seed)")
            #expect(balance.held.isEmpty, "seed \(seed)")
            #expect(balance.passed == meter.values.count, "seed \(seed)")
            #expect(balance.passed + balance.lost == 3 * values, "seed \(seed)")
            for sender in 0..<3 {
                let own = meter.values.filter { $0 / values == sender }
                #expect(own == own.sorted(), "seed \(seed)")
            }
        }
    }

    @Test func `nothing comes after the end, whoever ends it`() {
        for seed in Rounds.seeds(full: 2_000) {
            let upstream = OperatorThreadSource<OperatorError>()
            let meter = OperatorMeter<OperatorError>(initial: 3, returning: 1)
            upstream.buffer(size: 4, prefetch: .byRequest, whenFull: .customError { .full }, recorder: Recorder())
                .subscribe(meter)

            onThreads(5) { thread in
                for number in 0..<50 {
                    switch thread {
                    case 0, 1: upstream.send(number)
                    case 2: meter.request(1)
                    case 3: if number == 25 { upstream.fail(.broken) }
                    default: if number == 49, seed.isMultiple(of: 2) { meter.subscription?.cancel() }
                    }
                }
            }
            meter.request(1_000)

            #expect(meter.overlaps == 0, "seed \(seed)")
            #expect(meter.late == 0, "seed \(seed)")
            #expect(meter.completions <= 1, "seed \(seed)")
        }
    }
}
