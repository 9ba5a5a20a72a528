import FlowTestSupport
import Testing

@testable import FlowTrace

/// A machine with a counter and a clock, whose threads read the counter in any order.
private struct TickingMachine {
    /// Nanoseconds a tick.
    let rate: Double
    /// The clock's drift from the counter, as the kernel slews it, and the error of a reading in nanoseconds.
    var drift = 0.0
    var jitter = 0
    private(set) var ticks: UInt64
    private(set) var time: Double
    var calibration = TickCalibration()
    /// The times told so far, by count.
    private(set) var told: [(ticks: UInt64, time: UInt64)] = []

    init(rate: Double, ticks: UInt64, time: UInt64) { (self.rate, self.ticks, self.time) = (rate, ticks, Double(time)) }

    mutating func pass(nanoseconds: Double) {
        ticks &+= UInt64(nanoseconds / rate)
        time += nanoseconds * (1 + drift)
    }

    /// The machine sleeps: the counter goes on, the clock does not.
    mutating func sleep(nanoseconds: Double) { ticks &+= UInt64(nanoseconds / rate) }

    /// The counter starts anew.
    mutating func reset() { ticks = 0 }

    /// Reads the clock as a thread does, and returns the error in nanoseconds.
    mutating func read(_ chance: inout SeededChance) -> Double {
        let now: UInt64
        if let line = calibration.line, line.contains(ticks) {
            now = line.time(at: ticks)
        } else {
            let error = jitter == 0 ? 0 : Double(chance.below(2 * jitter)) - Double(jitter)
            now = calibration.time(at: TickSample(ticks: ticks, nanoseconds: UInt64(time + error)))
        }
        told.append((ticks, now))
        return Double(now) - time
    }
}

@Suite("the time of the processor's counter")
struct TickCalibrationTests {
    private static func machine(_ chance: inout SeededChance) -> TickingMachine {
        TickingMachine(
            rate: 0.2 + Double(chance.below(1_000)) / 1_000,
            ticks: chance.oneIn(2) ? .max - 1_000_000 : UInt64(chance.below(1 << 40)), time: UInt64(1 + chance.below(1 << 50)))
    }

    @Test(arguments: Rounds.seeds(full: 2_000, sample: 100))
    func `it never goes back, and is the clock's within its jitter and drift`(seed: UInt64) {
        var chance = SeededChance(seed: seed)
        var machine = TickCalibrationTests.machine(&chance)
        machine.jitter = chance.below(3) * 100
        var last: UInt64 = 0
        for _ in 0..<400 {
            if chance.oneIn(20) { machine.drift = (Double(chance.below(1_001)) - 500) / 1_000_000 }
            machine.pass(nanoseconds: Double(1 << chance.below(34)))
            let error = machine.read(&chance)
            let now = machine.told.last?.time ?? 0
            #expect(now >= last)
            last = now
            // A line of 4 s whose clock is slewed by a thousandth meanwhile, and made up for in another one.
            #expect(abs(error) < 8_000_000, "\(error) ns")
        }
        #expect(!machine.calibration.isStopped)
    }

    @Test(arguments: Rounds.seeds(full: 2_000, sample: 100))
    func `with a steady clock it is off by no more than the error of a reading and the length of a line make`(seed: UInt64) {
        var chance = SeededChance(seed: seed)
        var machine = TickCalibrationTests.machine(&chance)
        machine.jitter = 50
        for _ in 0..<400 {
            machine.pass(nanoseconds: Double(1_000 + chance.below(50_000_000)))
            #expect(abs(machine.read(&chance)) < 500)
        }
        #expect(machine.calibration.line != nil)
    }

    @Test func `a counter that runs on while the clock stands, or starts anew, is left alone for a while, and at last for good`()
    {
        var chance = SeededChance(seed: 1)
        var machine = TickingMachine(rate: 0.4, ticks: 1_000, time: 1_000)
        var (last, stops): (UInt64, [Bool]) = (0, [])
        for round in 0..<10 {
            for _ in 0..<20 {
                machine.pass(nanoseconds: 1_000_000)
                #expect(abs(machine.read(&chance)) < 10)
                let now = machine.told.last?.time ?? 0
                #expect(now > last)
                last = now
            }
            #expect((machine.calibration.line != nil) == !machine.calibration.isStopped)
            if round.isMultiple(of: 2) { machine.sleep(nanoseconds: 10_000_000_000) } else { machine.reset() }
            stops.append(machine.calibration.isStopped)
        }
        #expect(stops == [false, false, false, false, false, false, false, false, false, true])
    }
}
