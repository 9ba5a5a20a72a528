import FlowAsync
import FlowTestSupport
import FlowTrace
import Testing

@testable import FlowModel
@testable import FlowVerdict

/// Streams that one line makes in succession are lives of one pipeline. No sentence mixes two of them.
@Suite("Lives of a line's streams")
struct StreamLivesTests {
    /// An action on a stream.
    private enum Deed: CaseIterable {
        case read, leave, ignore
    }

    /// The one line that makes streams.
    private static func make() -> (AsyncStream<Int>, AsyncStream<Int>.Continuation) { AsyncStream.makeStream(of: Int.self) }

    /// A stream that is never finished.
    private static let kept = LockedBox<(AsyncStream<Int>, AsyncStream<Int>.Continuation)?>(nil)

    private static func play(_ deed: Deed, _ values: Range<Int>) async {
        let (stream, continuation) = make()
        for value in values { continuation.yield(value) }
        continuation.finish()
        guard deed != .ignore else { return }
        for await _ in stream where deed == .leave { break }
    }

    /// Plays deeds one after the other, each with three different values.
    private static func record(_ deeds: [Deed]) async -> Traced {
        await Traced.recording {
            for (number, deed) in deeds.enumerated() { await play(deed, 3 * number..<3 * number + 3) }
        }
    }

    private static func rows(_ traced: Traced) -> [PipelineSummary] {
        var pipelines = Pipelines()
        pipelines.update(from: traced.log, upTo: traced.log.count)
        return pipelines.ids(by: .age, in: traced.log).compactMap {
            pipelines.summary(of: $0, at: pipelines.time, in: traced.log)
        }
    }

    private static func measured(_ traced: Traced) -> UtilizationMeter {
        var meter = UtilizationMeter()
        for entry in traced.log.entries { meter.fold(entry, in: traced.log) }
        return meter
    }

    private static func reports(_ traced: Traced) -> [PipelineReport] {
        StreamLivesTests.measured(traced).reports(in: traced.log, isOver: true)
    }

    @Test func `a row counts how the streams of a line went, and is about the last of them`() async {
        let traced = await StreamLivesTests.record(Array(repeating: .read, count: 4) + [.leave, .ignore, .ignore])

        let rows = StreamLivesTests.rows(traced)
        #expect(rows.map(\.stages) == [["yield", "AsyncStream<Int>"]])
        #expect(
            rows[0].lives?.words == "×7: 4 finished, 1 cancelled, 2 never read, 6 values dropped there; 8 values dropped in all")
        let reports = StreamLivesTests.reports(traced)
        #expect(reports.map(\.lives) == rows.map(\.lives))
        #expect(reports[0].stages.map(\.name) == ["yield", "AsyncStream"])
        #expect(reports[0].stages.flatMap(\.losses).flatMap(\.values) == ["18", "19", "20"])
    }

    @Test(arguments: [[5, 1], [1, 5], [5]])
    func `the peak of a row is that of all its streams`(counts: [Int]) async {
        let traced = await Traced.recording {
            for count in counts {
                let (stream, continuation) = StreamLivesTests.make()
                for value in 1...count { continuation.yield(value) }
                continuation.finish()
                for await _ in stream {}
            }
        }

        let rows = zip(StreamLivesTests.rows(traced), StreamLivesTests.reports(traced)).map {
            PipelineRow($0, $1, at: traced.log.entries.last?.time ?? .zero)
        }
        #expect(rows.map(\.peak) == [5])
        #expect(rows.map { $0.report?.stages.map(\.peak).max() } == [counts.last])
    }

    @Test func `a stream that was forgotten unfinished is over, the last one too`() async {
        let traced = await Traced.recording {
            for _ in 1...3 {
                let (_, continuation) = StreamLivesTests.make()
                for value in 1...4 { continuation.yield(value) }
            }
        }

        let words = "×3: 3 never read, 12 values dropped there"
        #expect(StreamLivesTests.rows(traced).map { $0.lives?.words } == [words])
        #expect(StreamLivesTests.reports(traced).map { $0.lives?.words } == [words])
    }

    @Test func `of a stream that is still there, nobody says that it lives once the program is over`() async {
        let traced = await Traced.recording {
            for _ in 1...2 {
                let (stream, continuation) = StreamLivesTests.make()
                continuation.yield(1)
                continuation.finish()
                for await _ in stream {}
            }
            let (stream, continuation) = StreamLivesTests.make()
            continuation.yield(1)
            StreamLivesTests.kept.withLock { $0 = (stream, continuation) }
        }

        #expect(StreamLivesTests.rows(traced).map { $0.lives?.words } == ["×3: 1 open, 2 finished"])
        StreamLivesTests.kept.withLock { $0 = nil }
    }

    @Test func `streams that live at the same time are pipelines of their own`() async {
        let traced = await Traced.recording {
            let made = (0..<3).map { _ in StreamLivesTests.make() }
            for (stream, continuation) in made {
                continuation.yield(1)
                continuation.finish()
                for await _ in stream {}
            }
        }

        let rows = StreamLivesTests.rows(traced)
        #expect(
            rows.map(\.stages) == [
                ["yield", "AsyncStream<Int>", "for await"], ["yield 2", "AsyncStream<Int> 2", "for await 2"],
                ["yield 3", "AsyncStream<Int> 3", "for await 3"],
            ])
        #expect(rows.allSatisfy { $0.lives == nil && $0.place?.short.hasPrefix("StreamLivesTests.swift:") == true })
    }

    @Test(arguments: Rounds.seeds(full: 1_000, sample: 20))
    func `whatever a line's streams do, what is said of the last holds of no other`(seed: UInt64) async {
        var chance = SeededChance(seed: Rounds.seed &+ seed)
        let deeds = (0..<1 + chance.below(6)).map { _ in Deed.allCases[chance.below(3)] }
        let traced = await StreamLivesTests.record(deeds)
        let last = 3 * (deeds.count - 1)

        let (rows, reports) = (StreamLivesTests.rows(traced), StreamLivesTests.reports(traced))
        #expect(rows.count == 1 && reports.count == 1)
        var lives = StreamLives()
        for deed in deeds {
            switch deed {
            case .read: lives.add(.finished, dropped: 0)
            case .leave: lives.add(.cancelled, dropped: 2)
            case .ignore: lives.add(.unread, dropped: 3)
            }
        }
        #expect(rows[0].lives == (deeds.count > 1 ? lives : nil) && reports[0].lives == rows[0].lives, "\(deeds)")
        let isRead = deeds.last != .ignore
        #expect(rows[0].stages == ["yield", "AsyncStream<Int>"] + (isRead ? ["for await"] : []), "\(deeds)")
        #expect(reports[0].stages.map(\.name) == ["yield", "AsyncStream"] + (isRead ? ["for await"] : []), "\(deeds)")
        let lost = Set(reports[0].stages.flatMap(\.losses).flatMap(\.values))
        #expect(lost.isSubset(of: (last..<last + 3).map { "\($0)" }), "\(deeds)")
        #expect(reports[0].stages[1].peak <= 3)
        let source = reports[0].stages[0]
        #expect(reports[0].rateWindow.rate(of: 3) == source.rateOut, "\(deeds)")
    }

    @Test func `counters go on from one stream to the next, and keep what was read of former ones`() async {
        let traced = await StreamLivesTests.record([.read, .read, .ignore])

        let rows = StreamLivesTests.measured(traced).figures(in: traced.log)
        #expect(rows.map(\.name.stage) == ["yield", "AsyncStream", "for await"])
        #expect(rows.map(\.figures.values) == [9, 9, 6])
        #expect(rows[1].figures.dropped[.ended] == 3)
    }
}
