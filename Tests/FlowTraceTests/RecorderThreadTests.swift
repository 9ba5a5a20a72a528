import FlowTestSupport
import Synchronization
import Testing

@testable import FlowTrace

@Suite("Recorder on threads")
struct RecorderThreadTests {
    private func numbers(_ log: TraceLog) -> [Int] {
        log.entries.compactMap { entry in
            guard case .int(let number)? = log.value(of: entry) else { return nil }
            return number
        }
    }

    @Test func `8 threads record while a ninth drains: nothing is lost, doubled or out of its thread's order`() {
        let recorder = Recorder(chunkLimit: 8 * (2 + operationsPerThread / 2_000))
        let edge = recorder.declareEdge(.link, label: "output")
        let count = operationsPerThread
        let ended = Atomic<Int>(0)
        let drained = Handed(TraceLog())

        onThreads(9) { index in
            if index < 8 {
                for number in 0..<count { recorder.record(.value, on: edge, value: .int(index * count + number)) }
                ended.add(1, ordering: .releasing)
            } else {
                while ended.load(ordering: .acquiring) < 8 {
                    recorder.drain(into: &drained.value)
                    yieldThread()
                }
                recorder.drain(into: &drained.value)
            }
        }

        let log = drained.value
        var next = (0..<8).map { $0 * count }
        var isInOrder = true
        for number in numbers(log) {
            isInOrder = isInOrder && next[number / count] == number
            next[number / count] = number + 1
        }
        #expect(isInOrder)
        #expect(next == (1...8).map { $0 * count })
        #expect(log.entries.count == 8 * count)
        #expect(log.missed == 0)
        #expect(Set(log.entries.map(\.thread)).count == 8)
    }

    @Test func `a recorder may go just as the threads end that recorded`() throws {
        let folder = try TemporaryFolder()
        for round in 0..<max(20, operationsPerThread / 100) {
            let path = folder.path("\(round % 2).fvz")
            let shared = Handed(try Recorder(file: path, options: TraceFileOptions(size: 1 << 20)) as Recorder?)
            let edge = try #require(shared.value?.declareEdge(.link, label: "a"))
            let recorded = Atomic<Int>(0)
            onThreads(3) { index in
                if index < 2 {
                    // The reference goes at the end of the line, the thread at the end of the block.
                    shared.value?.record(.value, on: edge, value: .int(index))
                    recorded.add(1, ordering: .releasing)
                } else {
                    while recorded.load(ordering: .acquiring) < 2 { yieldThread() }
                    shared.value = nil
                }
            }
            var log = TraceLog()
            try TraceFile(path).read(into: &log)
            #expect(log.entries.count == 2)
        }
    }

    @Test func `causes stay within their thread, with text between them`() {
        let recorder = Recorder(chunkLimit: 4_096)
        let edge = recorder.declareEdge(.link, label: "output")
        let long = String(repeating: "long ", count: 20)
        let rounds = max(100, operationsPerThread / 10)

        onThreads { index in
            for round in 0..<rounds {
                let mark = recorder.record(.request, on: edge, demand: .max(index))
                recorder.causing(mark) {
                    let inner = recorder.record(.value, on: edge, value: .string("\(long)\(index) \(round)"))
                    recorder.causing(inner) { _ = recorder.record(.state, on: edge, value: .int(index)) }
                }
            }
        }
        var log = TraceLog()
        recorder.drain(into: &log)

        #expect(log.entries.count == 8 * 3 * rounds)
        var isSound = true
        for entry in log.entries {
            let cause = entry.cause.flatMap { log[sequence: $0] }
            switch entry.kind {
            case .request: isSound = isSound && cause == nil
            case .value: isSound = isSound && cause?.kind == .request && cause?.thread == entry.thread
            default: isSound = isSound && cause?.kind == .value && cause?.thread == entry.thread
            }
        }
        #expect(isSound)
    }

    @Test func `at the same time the threads come by their number, each in its order`() {
        let recorder = Recorder(clock: .custom { 7 })
        let edge = recorder.declareEdge(.link, label: "output")
        let turn = Atomic<Int>(0)

        onThreads(2) { index in
            for number in 0..<10 {
                var patience = Patience()
                while turn.load(ordering: .acquiring) != 2 * number + index, patience.wait() {}
                recorder.record(.value, on: edge, value: .int(10 * index + number))
                turn.add(1, ordering: .releasing)
            }
        }
        var log = TraceLog()
        recorder.drain(into: &log)

        #expect(numbers(log) == Array(0..<20))
    }

    @Test func `a thread's first record does not wait for a drain`() {
        let recorder = Recorder()
        let edge = recorder.declareEdge(.link, label: "output")
        recorder.record(.value, on: edge, value: .int(1))
        let isDraining = Atomic<Bool>(false)
        let hasRecorded = Atomic<Bool>(false)
        let seen = Handed(false)

        onThreads(2) { index in
            var patience = Patience()
            if index == 0 {
                var log = PausingSink {
                    isDraining.store(true, ordering: .releasing)
                    while !hasRecorded.load(ordering: .acquiring), patience.wait() {}
                    seen.value = hasRecorded.load(ordering: .acquiring)
                }
                recorder.drain(into: &log)
            } else {
                while !isDraining.load(ordering: .acquiring), patience.wait() {}
                recorder.record(.value, on: edge, value: .int(2))
                hasRecorded.store(true, ordering: .releasing)
            }
        }

        #expect(seen.value)
    }

    @Test func `threads that have ended leave their records and give back their chunks`() {
        let recorder = Recorder(chunkLimit: 4)
        let edge = recorder.declareEdge(.link, label: "output")
        var log = TraceLog()

        for thread in 0..<100 {
            onThreads(1) { _ in recorder.record(.value, on: edge, value: .int(thread)) }
            if thread % 3 == 2 { recorder.drain(into: &log) }
        }
        recorder.drain(into: &log)

        #expect(numbers(log) == Array(0..<100))
        #expect(log.missed == 0)
    }

    @Test func `as many threads as there are chunks go on after each drain`() {
        let recorder = Recorder(chunkLimit: 4)
        let edge = recorder.declareEdge(.link, label: "output")
        let round = Atomic<Int>(0)
        let waiting = Atomic<Int>(0)
        let counts = Handed([Int]())

        onThreads(5) { index in
            for number in 1...4 {
                if index < 4 {
                    for _ in 0..<5_000 { recorder.record(.subscribed, on: edge) }
                    waiting.add(1, ordering: .releasing)
                    var patience = Patience()
                    while round.load(ordering: .acquiring) < number, patience.wait() {}
                } else {
                    var patience = Patience()
                    while waiting.load(ordering: .acquiring) < 4 * number, patience.wait() {}
                    var log = TraceLog()
                    recorder.drain(into: &log)
                    counts.value.append(log.entries.count)
                    round.store(number, ordering: .releasing)
                }
            }
        }

        #expect(counts.value.count == 4)
        #expect(counts.value.allSatisfy { $0 > 2_000 && $0 <= 4 * Chunk.size / Chunk.recordSize })
        #expect(counts.value.reduce(0, +) + recorder.missed == 4 * 4 * 5_000)
    }

    // MARK: Recorders that go before their threads

    @Test func `a recorder that goes takes its chunks along, also those of threads that live on`() {
        let writers = Handed([ThreadWriter]())
        let recorder = Handed<Recorder?>(Recorder())
        let step = Atomic<Int>(0)

        onThreads(2) { index in
            var patience = Patience()
            if index == 0 {
                if let recorder = recorder.value {
                    recorder.record(.subscribed, on: recorder.declareEdge(.link, label: "output"))
                    let writer = ThreadWriters.writer(for: recorder.id) { preconditionFailure("no writer was kept") }
                    writers.value.append(writer.takeUnretainedValue())
                }
                step.store(1, ordering: .releasing)
                while step.load(ordering: .acquiring) < 2, patience.wait() {}
            } else {
                while step.load(ordering: .acquiring) < 1, patience.wait() {}
                recorder.value = nil
                step.store(2, ordering: .releasing)
            }
        }

        #expect(writers.value.count == 1)
        #expect(writers.value.allSatisfy { $0.isAbandoned.load(ordering: .acquiring) })
        #expect(writers.value.allSatisfy { $0.chunks.withLock { $0.isEmpty } })
    }

    @Test func `a thread lets go of the writers of dead recorders when it meets a new one`() {
        let isReleased = Handed(false)

        onThreads(1) { _ in
            weak var old: ThreadWriter?
            do {
                let recorder = Recorder()
                recorder.record(.subscribed, on: recorder.declareEdge(.link, label: "output"))
                old = ThreadWriters.writer(for: recorder.id) { preconditionFailure("no writer was kept") }.takeUnretainedValue()
            }
            let next = Recorder()
            next.record(.subscribed, on: next.declareEdge(.link, label: "output"))
            isReleased.value = old == nil
        }

        #expect(isReleased.value)
    }

    @Test func `recorders that come and go on threads that live on mix nothing up`() {
        onThreads(4) { index in
            for round in 0..<max(100, operationsPerThread / 100) {
                let recorder = Recorder(clock: .custom { 0 }, chunkLimit: 2)
                let other = Recorder(clock: .custom { 0 }, chunkLimit: 2)
                let edge = recorder.declareEdge(.link, label: "output")
                for number in 0..<5 {
                    recorder.record(.value, on: edge, value: .int(index + round + number))
                    other.record(.value, on: edge, value: .int(-number))
                }
                var log = TraceLog()
                recorder.drain(into: &log)
                let got = numbers(log)
                if got != (0..<5).map({ index + round + $0 }) { Issue.record("thread \(index), round \(round): \(got)") }
            }
        }
    }
}
