import Testing

@testable import FlowTrace

@Suite("ExecutorHistory")
struct ExecutorHistoryTests {
    /// Records with times in milliseconds.
    private func history(
        _ records: [(time: UInt64, kind: ExecutorKind, executor: TracedExecutor, wait: UInt64, word: UInt64, number: UInt32)]
    ) -> ExecutorHistory {
        var history = ExecutorHistory()
        for record in records {
            let figures = ExecutorFigures(wait: record.wait * 1_000_000, word: record.word * 1_000_000, number: record.number)
            history.add(TraceEvent(time: record.time * 1_000_000, executor: record.kind, of: record.executor, figures))
        }
        return history
    }

    /// The waits at a time in milliseconds, all times in milliseconds.
    private func text(_ history: ExecutorHistory, _ executor: TracedExecutor, at time: UInt64) -> String? {
        history.delay(of: executor, at: time * 1_000_000).map { delay in
            let numbers = [delay.blocked, delay.recent, delay.recentlyBlocked, delay.totalBlocked, delay.longest, delay.sum]
            let waiting = delay.waiting.map { "\($0 / 1_000_000)" } ?? "-"
            return "\(waiting) " + numbers.map { "\($0 / 1_000_000)" }.joined(separator: " ")
                + " of \(delay.count), \(delay.load)\(delay.isBlocked ? " blocked" : "")"
        }
    }

    @Test func `the waits at each moment are those of the records until then`() {
        let history = history([
            (1_000, .served, .pool, 2, 20, 19), (2_000, .waits, .pool, 300, 200, 50), (2_250, .waits, .pool, 550, 450, 40),
            (3_250, .waits, .pool, 1_550, 1_400, 30), (3_400, .waited, .pool, 1_700, 1_500, 30),
            (3_400, .served, .pool, 1_700, 1_720, 20), (3_500, .served, .mainActor, 1, 3, 3),
        ])

        let moments: [UInt64] = [999, 1_000, 2_000, 2_100, 2_250, 3_000, 3_250, 3_400, 5_000, 5_401, 14_000]
        #expect(
            moments.map { text(history, .pool, at: $0) } == [
                nil, "- 0 2 0 0 2 20 of 19, 0", "300 200 300 200 200 300 20 of 19, 50", "400 200 300 200 200 300 20 of 19, 50",
                "550 450 550 450 450 550 20 of 19, 40", "1050 450 550 450 450 550 20 of 19, 40",
                "1550 1400 1550 1400 1400 1550 20 of 19, 30 blocked", "- 0 1700 1500 1500 1700 1740 of 39, 30 blocked",
                "- 0 1700 1050 1500 1700 1740 of 39, 30 blocked", "- 0 1700 0 1500 1700 1740 of 39, 30",
                "- 0 1700 0 1500 1700 1740 of 39, 0",
            ])
        #expect(text(history, .mainActor, at: 3_499) == nil)
        #expect(text(history, .mainActor, at: 3_500) == "- 0 1 0 0 1 3 of 3, 0")
        #expect(history.delay(of: .other, at: .max) == nil)
    }

    @Test func `short waits one after the other block, a single one does not`() {
        let one = history([(1_000, .waited, .mainActor, 300, 250, 0), (1_000, .served, .mainActor, 300, 300, 1)])
        let many = history(
            (1...6).flatMap { number in
                [
                    (number * 350, ExecutorKind.waited, TracedExecutor.mainActor, 300, 250, 0),
                    (number * 350, .served, .mainActor, 300, 300, 1),
                ]
            })

        #expect(text(one, .mainActor, at: 1_000) == "- 0 300 250 250 300 300 of 1, 0")
        #expect(text(many, .mainActor, at: 2_100) == "- 0 300 1500 1500 300 1800 of 6, 0 blocked")
    }

    @Test func `a wait that ends without a record grows for half a second only`() {
        let history = history([(1_000, .waits, .pool, 300, 300, 0)])

        let waits = [1_000, 1_400, 1_500, 9_000].map { history.delay(of: .pool, at: $0 * 1_000_000)?.waiting }
        #expect(waits == [300_000_000, 700_000_000, 800_000_000, 800_000_000])
    }

    @Test func `a long history keeps its sums and its longest wait`() {
        let records = (1...20_000).map { number in
            (UInt64(number), ExecutorKind.served, TracedExecutor.pool, number == 777 ? UInt64(900) : 1, UInt64(3), UInt32(2))
        }
        let history = history(records)

        #expect(history.samples(of: .pool).count <= 4_096)
        #expect(text(history, .pool, at: 20_000) == "- 0 1 0 0 900 60000 of 40000, 0")
        #expect(history.excesses(over: 5_000_000).map(\.longest) == [900_000_000])
    }

    /// The waits in spans of half a second from 0 on, in milliseconds, as of a time; `-` for a span without measurements.
    private func spans(_ history: ExecutorHistory, upTo end: UInt64) -> String {
        let starts = stride(from: UInt64(0), through: end + 499, by: 500).map { $0 * 1_000_000 }
        return history.waits(for: .pool, in: starts, upTo: end * 1_000_000)
            .map { $0.map { "\($0 / 1_000_000)" } ?? "-" }.joined(separator: " ")
    }

    @Test func `an open wait grows from span to span, as far as it is known at the moment`() {
        let history = history([
            (1_000, .served, .pool, 2, 20, 19), (2_000, .served, .pool, 3, 20, 19), (2_300, .waits, .pool, 200, 200, 50),
            (2_800, .waits, .pool, 700, 600, 40), (3_600, .waited, .pool, 1_500, 1_400, 30),
            (3_600, .served, .pool, 1_500, 1_500, 1),
        ])

        #expect(spans(history, upTo: 999) == "- -")
        #expect(spans(history, upTo: 2_000) == "- - 3 3")
        #expect(spans(history, upTo: 2_400) == "- - 3 3 300")
        #expect(spans(history, upTo: 2_900) == "- - 3 3 400 800")
        #expect(spans(history, upTo: 4_000) == "- - 3 3 400 900 1400 1500")
    }

    @Test func `a wait of a program that has ended ends after half a second`() {
        let history = history([(1_000, .waits, .pool, 300, 300, 0)])

        #expect(spans(history, upTo: 4_000) == "- 300 800 800 - - - -")
    }

    @Test func `jobs are counted by the length of their waits`() {
        let history = history([
            (1_000, .served, .pool, 1, 10, 10), (1_000, .served, .pool, 2, 4, 2), (2_000, .waits, .pool, 300, 200, 50),
            (3_000, .waited, .pool, 1_300, 1_200, 50), (3_000, .served, .pool, 1_300, 1_300, 1),
            (9_000, .served, .pool, 60_000, 60_000, 1), (9_000, .served, .other, 1, 1, 1),
        ])

        #expect(history.histograms.keys.map(\.self) == [.pool])
        #expect(history.histograms[.pool]?.counts == [10, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1])
        #expect(history.histograms[.pool]?.sum == 61_314_000_000)
        #expect(text(history, .pool, at: 1_000) == "- 0 2 0 0 2 14 of 12, 0")
        #expect(
            [0, 1_000_000, 1_000_001, 10_000_000_000, .max].map { ExecutorHistogram.bucket(of: $0) } == [0, 0, 1, 11, 12])
    }

    @Test func `damaged figures do not overflow`() {
        var history = ExecutorHistory()
        for kind in ExecutorKind.allCases + ExecutorKind.allCases {
            let figures = ExecutorFigures(wait: .max, word: .max, number: .max)
            history.add(TraceEvent(time: .max, executor: kind, of: .pool, figures))
            history.add(TraceEvent(time: 0, executor: kind, of: .pool, figures))
        }

        #expect(history.delay(of: .pool, at: .max)?.longest == .max)
        #expect(history.histograms[.pool]?.sum == .max)
        #expect(history.waits(for: .pool, in: [0, 1, .max, 5, .max], upTo: .max).count == 4)
    }
}
