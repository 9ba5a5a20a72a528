import FlowAlgorithms
import FlowCore
import FlowTrace
import Synchronization
import Testing

@testable import FlowScenarios

@Suite("Tasks in virtual time")
struct TaskLoopTests {
    /// The actions of tasks, in order.
    private final class Notes: Sendable {
        private let all = Mutex<[String]>([])

        var lines: [String] { all.withLock { $0 } }

        func add(_ line: String) { all.withLock { $0.append(line) } }
    }

    /// A loop with its scheduler.
    private struct Bench {
        let scheduler = VirtualTimeScheduler()
        let recorder: Recorder
        let loop: TaskLoop
        let notes = Notes()

        init() {
            recorder = Recorder(clock: scheduler.clock.traceClock)
            loop = TaskLoop(scheduler: scheduler, recorder: recorder)
        }

        /// Starts a task that notes the time after each of its sleeps.
        func sleep(_ name: String, seconds: [Double]) {
            let (clock, notes) = (loop.clock, notes)
            loop.start {
                for time in seconds {
                    await clock.wait(seconds: time)
                    notes.add("\(clock.now.sinceStart) \(name)")
                }
            }
        }
    }

    @Test func `tasks go on by time, ties in the order in which they fell asleep`() {
        let bench = Bench()
        bench.sleep("a", seconds: [1, 1])
        bench.sleep("b", seconds: [2])
        bench.sleep("c", seconds: [0.5, 0.5])

        #expect(bench.notes.lines == [])
        bench.scheduler.run()

        #expect(bench.notes.lines == ["0.5 seconds c", "1.0 seconds a", "1.0 seconds c", "2.0 seconds b", "2.0 seconds a"])
    }

    @Test func `time stands while a task is ready`() {
        let bench = Bench()
        bench.sleep("a", seconds: [1, 1])

        #expect(bench.scheduler.nextDeadline == VirtualTime(seconds: 0))
        bench.scheduler.advance(to: VirtualTime(seconds: 0))
        #expect(bench.scheduler.nextDeadline == VirtualTime(seconds: 1))
        bench.scheduler.step()
        #expect(bench.notes.lines == [])
        #expect(bench.scheduler.nextDeadline == VirtualTime(seconds: 1))
        bench.scheduler.step()
        #expect(bench.notes.lines == ["1.0 seconds a"])
        #expect(bench.scheduler.nextDeadline == VirtualTime(seconds: 2))
    }

    #if AsyncAlgorithms
        /// The values that two sources send through `merge`, `debounce` and `buffer`, which have separate tasks.
        private static func merged() -> [String] {
            let bench = Bench()
            let (clock, notes) = (bench.loop.clock, bench.notes)
            bench.loop.start {
                let (first, firstEnd) = AsyncStream.makeStream(of: String.self)
                let (second, secondEnd) = AsyncStream.makeStream(of: String.self)
                async let sending: Void = {
                    for number in 1...5 {
                        await clock.wait(seconds: 0.2)
                        firstEnd.yield("a\(number)")
                        secondEnd.yield("b\(number)")
                        if number == 3 { await clock.wait(seconds: 1) }
                    }
                    firstEnd.finish()
                    secondEnd.finish()
                }()
                for await value in merge(first, second).debounce(for: .seconds(0.5), clock: clock).buffer(policy: .bounded(2)) {
                    notes.add("\(clock.now.sinceStart) \(value)")
                }
                await sending
            }
            bench.scheduler.run()
            return notes.lines
        }

        @Test func `what AsyncAlgorithms starts by itself is in virtual time too`() {
            let runs = (0..<50).map { _ in TaskLoopTests.merged() }

            #expect(runs[0].count == 2)
            #expect(Set(runs).count == 1)
        }
    #endif

    @Test func `other tasks go on where they always do`() async {
        let bench = Bench()
        bench.sleep("a", seconds: [1])

        #expect(await Task { 1 }.value == 1)
        #expect(bench.notes.lines == [])
        bench.scheduler.run()
        #expect(bench.notes.lines == ["1.0 seconds a"])
        #expect(await Task.detached { 2 }.value == 2)
    }

    @Test func `two loops of one thread do not mix`() {
        let (first, second) = (Bench(), Bench())
        first.sleep("a", seconds: [1])
        second.sleep("b", seconds: [0.5])

        second.scheduler.run()
        #expect(first.notes.lines + second.notes.lines == ["0.5 seconds b"])
        first.scheduler.run()
        #expect(first.notes.lines == ["1.0 seconds a"])
    }

    /// Every task knows the target that its streams are recorded in: while the recorder is kept, one is alive.
    @Test func `a loop that is cancelled leaves no task behind, whatever it waited for`() {
        weak var recorder: Recorder?
        do {
            let bench = Bench()
            let clock = bench.loop.clock
            recorder = bench.recorder
            bench.loop.start { await clock.wait(seconds: 100) }
            bench.loop.start {
                let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
                for await _ in stream {}
                continuation.finish()
            }
            bench.loop.start {
                await withTaskGroup(of: Void.self) { group in
                    for seconds in 1...5 { group.addTask { await clock.wait(seconds: Double(seconds)) } }
                }
            }
            bench.loop.start { _ = Task { await clock.wait(seconds: 50) } }
            bench.scheduler.advance(to: VirtualTime(seconds: 2.5))
            bench.loop.cancel()
            bench.scheduler.removeAll()
        }

        #expect(recorder == nil)
    }
}
