import CFlowStack
import LibC
internal import Synchronization

/// The machine's monotonic clock, read from the processor's counter of time where that is reliable: in half the time that the kernel's
/// call takes.
///
/// All threads have the same time at the same count. It is compared with `CLOCK_MONOTONIC` at the first reading after at most 4 s. On a
/// machine without such a counter, or whose counter and clock disagree several times, the kernel is called.
///
/// - Complexity: No lock, but for a comparison.
struct TickClock: ~Copyable, Sendable {
    /// The clock of the process: a second recorder needs no comparisons.
    static let machine = TickClock()

    /// Odd while a line is being published.
    private let version = Atomic<UInt64>(0)
    private let ticks = Atomic<UInt64>(0)
    private let nanoseconds = Atomic<UInt64>(0)
    private let ratio = Atomic<UInt64>(0)
    private let span = Atomic<UInt64>(0)
    private let isStopped = Atomic<Bool>(!TickClock.isReliable)
    private let calibration = LockedBox(TickCalibration())

    /// Nanoseconds of the machine's monotonic clock.
    @inline(__always) var now: UInt64 {
        let begin = version.load(ordering: .acquiring)
        let count = flowviz_ticks()
        let line = TickLine(
            ticks: ticks.load(ordering: .relaxed), nanoseconds: nanoseconds.load(ordering: .relaxed),
            ratio: ratio.load(ordering: .relaxed), span: span.load(ordering: .relaxed))
        atomicMemoryFence(ordering: .acquiring)
        guard line.contains(count), begin & 1 == 0, version.load(ordering: .relaxed) == begin else { return nowByKernel() }
        return line.time(at: count)
    }

    /// The time while there is no line, and where one line ends and the next begins.
    @inline(never) private borrowing func nowByKernel() -> UInt64 {
        if isStopped.load(ordering: .relaxed) {
            return max(TraceClock.machineNanoseconds(), nanoseconds.load(ordering: .relaxed))
        }
        return calibration.withLock { calibration in
            let time = calibration.time(at: .now)
            publish(calibration.line ?? TickLine(ticks: 0, nanoseconds: calibration.floor, ratio: 0, span: 0))
            if calibration.isStopped { isStopped.store(true, ordering: .relaxed) }
            return time
        }
    }

    private borrowing func publish(_ line: TickLine) {
        version.add(1, ordering: .relaxed)
        atomicMemoryFence(ordering: .releasing)
        ticks.store(line.ticks, ordering: .relaxed)
        nanoseconds.store(line.nanoseconds, ordering: .relaxed)
        ratio.store(line.ratio, ordering: .relaxed)
        span.store(line.span, ordering: .relaxed)
        version.add(1, ordering: .releasing)
    }

    /// Whether the kernel itself takes the time from the counter: then it has the same rate on all processors, and does not stop.
    private static let isReliable: Bool = {
        guard flowviz_has_ticks() != 0,
            let file = try? FileDescriptor(reading: "/sys/devices/system/clocksource/clocksource0/current_clocksource")
        else { return false }
        var name = [UInt8](repeating: 0, count: 8)
        let count = name.withUnsafeMutableBytes { file.read(into: $0, at: 0) }
        return name.prefix(count).elementsEqual("tsc\n".utf8)
    }()
}

extension TickSample {
    /// The counter and the kernel's clock at one moment: the closest of a few readings.
    static var now: TickSample {
        var best = (width: UInt64.max, sample: TickSample(ticks: 0, nanoseconds: 0))
        for _ in 0..<4 {
            let begin = flowviz_ticks()
            let nanoseconds = TraceClock.machineNanoseconds()
            let width = flowviz_ticks() &- begin
            if width < best.width { best = (width, TickSample(ticks: begin &+ width / 2, nanoseconds: nanoseconds)) }
        }
        return best.sample
    }
}
