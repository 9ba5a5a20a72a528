// Blocks an executor for some seconds while streams run on several executors; executors.py says which, and what is right to say of it.
import Dispatch
import Foundation

/// A reproducible generator.
struct Chance {
    var state: UInt64
    mutating func below(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
    }
}

final class QueueExecutor: SerialExecutor {
    let queue = DispatchQueue(label: "own")
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

actor Own {
    let executor = QueueExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    func read(_ values: AsyncStream<Int>) async {
        for await _ in values {}
    }
    func block(_ seconds: Double) { rest(seconds) }
}

@MainActor func readOnMain(_ values: AsyncStream<Int>) async {
    for await _ in values {}
}

func readOnPool(_ values: AsyncStream<Int>, work: Int) async {
    var sum = 0
    for await value in values { sum = compute(value, work, sum) }
    if sum == .min { print(sum) }
}

/// Some work of the processor.
func compute(_ value: Int, _ work: Int, _ sum: Int) -> Int {
    var sum = sum
    for number in 0..<work { sum = (sum &* 31) ^ (value &+ number) }
    return sum
}

func rest(_ seconds: Double) { usleep(useconds_t(seconds * 1_000_000)) }

/// Yields values from a thread that belongs to no executor.
func feed(every pause: Double, until end: DispatchTime) -> AsyncStream<Int> {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    Thread.detachNewThread {
        var value = 0
        while DispatchTime.now() < end {
            value += 1
            continuation.yield(value)
            rest(pause)
        }
        continuation.finish()
    }
    return stream
}

@main struct Program {
    static func main() async {
        let words = (ProcessInfo.processInfo.environment["EXECUTORS"] ?? "none 1").split(separator: " ").map(String.init)
        var chance = Chance(state: UInt64(words[1]) ?? 1)
        let (start, length) = (1 + Double(chance.below(10)) / 10, 4.0)
        let end = DispatchTime.now() + start + length + 0.5
        let own = Own()
        let pause = Double(5 + chance.below(20)) / 1_000
        let work = words[0] == "none" ? chance.below(3) * 100_000 : 0
        let (first, second, third) = (feed(every: pause, until: end), feed(every: pause, until: end), feed(every: pause, until: end))
        async let pool: Void = Task.detached { await readOnPool(first, work: work) }.value
        async let main: Void = Task.detached { await readOnMain(second) }.value
        async let other: Void = own.read(third)
        try? await Task.sleep(for: .seconds(start))
        switch words[0] {
        case "pool":
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount + chance.below(3) { Task.detached { rest(length) } }
        case "main": await MainActor.run { rest(length) }
        case "own": await own.block(length)
        default:
            // Healthy, but not idle: many short tasks.
            await withTaskGroup(of: Int.self) { group in
                for number in 0..<200 + chance.below(800) { group.addTask { compute(number, 20_000, 0) } }
            }
        }
        _ = await (pool, main, other)
        print("fault \(start) \(length)")
    }
}
