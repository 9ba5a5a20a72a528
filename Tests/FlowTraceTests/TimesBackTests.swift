import FlowTestSupport
import Testing

@testable import FlowTrace

/// A log's time never goes back, for any records, and it counts the ones that no running clock can have given.
@Suite("Times that go back")
struct TimesBackTests {
    private static func log(_ records: [(thread: UInt32, time: UInt64)]) -> TraceLog {
        var log = TraceLog()
        for (thread, time) in records {
            log.append(TraceEvent(time: time, kind: .value, edge: EdgeID(rawValue: 1)), thread: thread, bytes: nil)
        }
        return log
    }

    @Test func `an entry is as late as the one before, and a thread's record that is older than its last counts`() {
        let log = TimesBackTests.log([(1, 5), (1, 9), (1, 2), (1, 8), (1, 9), (1, 11)])

        #expect(log.entries.map(\.event.time) == [5, 9, 9, 9, 9, 11])
        #expect(log.timesBack == 2)
    }

    @Test func `a thread that commits its record late is no clock that goes back`() {
        let log = TimesBackTests.log([(1, 5), (2, 9), (1, 7), (2, 10)])

        #expect(log.entries.map(\.event.time) == [5, 9, 9, 10])
        #expect(log.timesBack == 0)
    }

    @Test func `what is forgotten is still the earliest that can be`() {
        var log = TimesBackTests.log([(1, 5), (1, 9)])
        log.forget(upTo: 2)
        log.append(TraceEvent(time: 3, kind: .value, edge: EdgeID(rawValue: 1)), thread: 1, bytes: nil)

        #expect(log.entries.map(\.event.time) == [9])
        #expect(log.timesBack == 1)
    }

    @Test(arguments: Rounds.seeds(full: 1_000, sample: 50)) func `whatever the records say, time goes on`(seed: UInt64) throws {
        var chance = SeededChance(seed: seed)
        let times: [UInt64] = [0, 1, 2, 1 << 40, .max - 1, .max]
        let records = (0..<200).map { _ in (thread: UInt32(chance.below(3)), time: times[chance.below(times.count)]) }
        let log = TimesBackTests.log(records)

        #expect(zip(log.entries, log.entries.dropFirst()).allSatisfy { $0.time <= $1.time }, "seed \(seed)")
        var latest: [UInt32: UInt64] = [:]
        let back = records.count { thread, time in
            defer { latest[thread] = max(latest[thread] ?? 0, time) }
            return time < latest[thread] ?? 0
        }
        #expect(log.timesBack == back, "seed \(seed)")
    }
}
