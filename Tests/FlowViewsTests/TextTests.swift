import FlowScreen
import FlowTrace
import Foundation
import Testing

@testable import FlowModel
@testable import FlowText
@testable import FlowVerdict
@testable import FlowViews

@Suite("Texts")
struct TextTests {
    private struct NotALine: Error {}

    private let numbers = (1...30).map(String.init)

    @Test func `values that do not fit are cut at the far end`() {
        let oldest = ValueLines.lines(of: numbers, width: 20, limit: 2, keeping: .oldest, cut: "…")
        let newest = ValueLines.lines(of: numbers, width: 20, limit: 2, keeping: .newest, cut: "…")

        #expect(oldest == ["1, 2, 3, 4, 5, 6, 7,", "8, 9, 10, 11, 12, …"])
        #expect(newest == ["… 22, 23, 24, 25,", "26, 27, 28, 29, 30"])
    }

    @Test func `values that fit are all there`() {
        #expect(ValueLines.lines(of: ["27", "28"], width: 20, limit: 2, keeping: .oldest, cut: "…") == ["27, 28"])
        #expect(ValueLines.lines(of: ["27", "28"], width: 0, limit: 2, keeping: .oldest, cut: "…") == [])
    }

    @Test func `a row takes its longest wording that fits`() throws {
        let row = InspectorRow.ledger(.init(arrived: 6, left: 5, held: 1, dropped: 0, missing: 0))
        guard case .line(let wordings) = InspectorText(row, signs: .unicode).layout else { throw NotALine() }
        func text(_ width: Int) -> String { Wording.fitting(wordings, width: width, cut: "…") }

        #expect(text(60) == "in 6 = out 5 + held 1 + dropped 0   ✓ adds up")
        #expect(text(40) == "in 6 = out 5 + held 1 + dropped 0  ✓")
        #expect(text(33) == "in 6 = out 5 + held 1 + dropped 0")
        #expect(text(12) == "in 6 = out …")
    }

    @Test func `a ledger from the middle of a trace on says since when it counts, at every width`() throws {
        let row = InspectorRow.ledger(
            .init(
                arrived: 6, left: 5, held: 1, dropped: 0, missing: 0, name: "map", since: TraceTime(seconds: 12.3),
                unknown: ["earlier values are not counted"]))
        guard case .line(let wordings) = InspectorText(row, signs: .unicode).layout else { throw NotALine() }
        func text(_ width: Int) -> String { Wording.fitting(wordings, width: width, cut: "…") }

        #expect(text(90) == "map since 12.30: in 6 = out 5 + held 1 + dropped 0  earlier values are not counted")
        #expect(text(50) == "map since 12.30: in 6 = out 5 + held 1 + dropped 0")
        #expect(text(39) == "map since 12.30: in 6 = out 5 + held 1")
    }

    @Test func `a digest packs whole facts, the most telling first`() {
        let rows: [InspectorRow] = [
            .holds(.init(values: ["F"], count: 1, capacity: 1000, peak: 2, peakAt: .zero)),
            .ledger(.init(arrived: 6, left: 5, held: 1, dropped: 0, missing: 0)),
            .demand(.init(count: .none, last: .max(1), at: .zero, metBy: "E")),
            .pace(.init(interval: "1 s", nextIn: 600_000_000, fraction: 0.4, waitsForSink: false)),
            .waited([
                Wait(value: "C", nanoseconds: 1_400_000_000, longest: .ofAll),
                Wait(value: "F", nanoseconds: 800_000_000, isSoFar: true),
            ]),
        ]

        #expect(
            InspectorDigest(rows, lane: nil, signs: .unicode).lines(width: 78, count: 2) == [
                "in 6 = out 5 + held 1 + dropped 0   [F] waiting 0.80 s   longest 1.40 s (C)",
                "pace asks again in 0.60 s   0 outstanding",
            ])
        #expect(
            InspectorDigest(rows, lane: "buffer", signs: .unicode).lines(width: 58, count: 2) == [
                "demand 0 outstanding, pace asks again in 0.60 s", "buffer in 6 = out 5 + held 1 + dropped 0",
            ])
        #expect(InspectorDigest([], lane: "buffer", signs: .unicode).lines(width: 58, count: 1) == ["buffer: nothing yet"])
        let replay = InspectorDigest(
            [.holds(.init(values: ["3", "4"], count: 2, capacity: 2, peak: 2, peakAt: .zero))], lane: "replay", signs: .unicode)
        #expect(replay.lines(width: 58, count: 1) == ["replay holds 2 of 2: 3, 4"])
    }

    @Test func `lanes of one kind keep the word that tells them apart`() {
        let names = ["throttle latest", "throttle first", "AnySubscriber", "output 3", "a 漢字漢字漢字"]

        #expect(
            names.map { NameCut.name($0, to: 8, mark: "…") } == [
                "t…latest", "th…first", "AnySubs…", "output 3", "a 漢字…",
            ])
        #expect(names.allSatisfy { name in (0...20).allSatisfy { fits(name, $0) } })
    }

    private func fits(_ name: String, _ width: Int) -> Bool {
        TextWidth.width(of: NameCut.name(name, to: width, mark: "…")) <= width
    }

    @Test func `labels leave a blank between them, the newest first`() {
        var labels = LabelRow()
        for place in [0, 2, 4, 6] { labels.add("\(place)\(place)", at: place, style: Style()) }
        var surface = Surface(width: 10, height: 1)
        let drawn = labels.draw(into: &surface, x: 0, y: 0, width: 10)

        #expect(surface.row(0) == "  22  66  ")
        #expect(drawn == [2, 6])
    }

    @Test func `the caption's mark never cuts a number of the ruler, which stands beside it`() {
        let axis = TimeAxis(now: .init(seconds: 3), playhead: nil, cell: 100_000_000, x: 0, width: 40)
        let rulers = [10, 11, 20].map { cell -> String in
            var surface = Surface(width: 40, height: 1)
            RulerView(
                axis: axis, signs: .unicode, captionTime: TraceTime(nanoseconds: UInt64(cell) * 100_000_000), playhead: nil,
                now: .init(seconds: 3), gutter: 0
            ).draw(into: &surface, y: 0)
            return String(surface.row(0).prefix(31))
        }

        #expect(
            rulers == [
                "0 s───────▾1────────2─────────3", "0 s───────1▾────────2─────────3", "0 s───────1─────────▾2────────3",
            ])
    }

    @Test func `the cursor's time has the digits that tell its cell from the next`() {
        let axis = TimeAxis(
            now: .init(nanoseconds: 100_200_000), playhead: .init(nanoseconds: 100_100_000), cell: 10_000, x: 0, width: 40)
        var surface = Surface(width: 40, height: 1)
        RulerView(
            axis: axis, signs: .unicode, captionTime: nil,
            playhead: Moment(time: .init(nanoseconds: 100_100_000), sequence: 1), now: .init(nanoseconds: 100_200_000), gutter: 0
        ).draw(into: &surface, y: 0)

        #expect(surface.row(0) == "─────────0.0999 s──0.1─── 0.10010 ──────")
        #expect(
            [20_000_000, 1_000_000, 500_000, 20_000, 3].map { Seconds.text(.init(nanoseconds: 1_234_567_891), cell: $0) } == [
                "1.235", "1.235", "1.2346", "1.23457", "1.234567891",
            ])
    }

    @Test func `a verdict on the last of several streams comes after the outcomes of all`() {
        var lives = StreamLives()
        for _ in 1...20 { lives.add(.finished, dropped: 0) }
        for _ in 1...3 { lives.add(.unread, dropped: 4) }
        let verdict = Verdict(UnreadStream(stream: "AsyncStream", held: HeldCount(0), growth: nil, lost: 4, lives: 23))
        let rows = [160, 100, 60].map { width -> String in
            var surface = Surface(width: width, height: 1)
            VerdictView(verdict: verdict, lives: lives, signs: .unicode).draw(into: &surface, y: 0)
            return surface.row(0).trimmingCharacters(in: .whitespaces)
        }

        let all = "verdict ×23: 20 finished, 3 never read, 12 values dropped there"
        #expect(
            rows == [
                "\(all); the last: unread AsyncStream: nobody has ever read the last of its 23 streams",
                "\(all); the last: unread AsyncStream", "verdict ×23: 20 finished, 3 never read, 12 values dropped…",
            ])
    }

    @Test func `a verdict says the place of its culprit where there is room`() {
        let verdict = Verdict(UnreadStream(stream: "AsyncStream", held: HeldCount(0), growth: nil, lost: 4, lives: 1))
        let rows = [120, 90, 50].map { width -> String in
            var surface = Surface(width: width, height: 1)
            VerdictView(verdict: verdict, place: "AsyncStream is at Shop.swift:8 open", signs: .unicode)
                .draw(into: &surface, y: 0)
            return surface.row(0).trimmingCharacters(in: .whitespaces)
        }

        let (head, place) = ("verdict unread AsyncStream: nobody has ever read it", "; AsyncStream is at Shop.swift:8 open")
        #expect(rows == ["\(head); 4 values were dropped there\(place)", "\(head)\(place)", "verdict unread AsyncStream"])
    }

    @Test func `where there is little room, a failure keeps its text, and loses the function, then the place`() {
        let failed = Ended(
            end: .failure, time: TraceTime(seconds: 2), failure: "SocketError", leak: nil, blame: nil, join: nil, losses: [],
            rateLimits: [], burst: nil, late: [], endedSubject: nil, isLetGo: false)
        let (place, line) = ("yield is at Shop.swift:8 open", "yield is at Shop.swift:8")
        let rows = [90, 68, 60, 30].map { width -> String in
            var surface = Surface(width: width, height: 1)
            VerdictView(verdict: Verdict(failed), place: place, line: line, signs: .unicode).draw(into: &surface, y: 0)
            return surface.row(0).trimmingCharacters(in: .whitespaces)
        }

        #expect(
            rows == [
                "verdict failed at 2.00 s: SocketError; \(place)", "verdict failed at 2.00 s: SocketError; \(line)",
                "verdict failed at 2.00 s: SocketError", "verdict failed at 2.00 s",
            ])
    }

    @Test func `a verdict on the end of a trace says so, unless it is about the past anyway`() {
        let unread = Verdict(UnreadStream(stream: "AsyncStream", held: HeldCount(0), growth: nil, lost: 4, lives: 1))
        let rows = [nil, "one of 40"].map { subject -> String in
            var surface = Surface(width: 100, height: 1)
            VerdictView(verdict: unread, subject: subject, isAtEnd: true, signs: .unicode).draw(into: &surface, y: 0)
            return surface.row(0).trimmingCharacters(in: .whitespaces)
        }

        #expect(
            rows == [
                "verdict at the end: unread AsyncStream: nobody has ever read it; 4 values were dropped there",
                "verdict on one of 40 at the end: unread AsyncStream: nobody has ever read it",
            ])
    }

    @Test func `where nothing arrived, nothing flows`() {
        func verdict(_ rate: Double, isWhole: Bool = false, window: UInt64 = 9_400_000) -> Verdict {
            Verdict(
                Flowing(
                    isWhole: isWhole, rates: rate...rate, sinks: 1, window: window, source: nil, ended: [], lastInput: nil,
                    holdings: [], isHeldKnown: true, rateLimits: [], burst: nil))
        }

        #expect(verdict(0).text == "nothing arrived in the last 9.4 ms; no stage holds values back")
        #expect(verdict(0).kind == .waitingForSource)
        #expect(verdict(0, isWhole: true).text == "nothing arrived in 9.4 ms; no stage held values back")
        #expect(
            verdict(0.04, window: 50_000_000_000).text
                == "flowing: no stage holds values back; 0.04 a second arrived in the last 50 s")
    }

    @Test func `signs are chosen for the screen, values keep their own characters`() {
        let text: SignedText = "\(.dropped) \(2) lost: \("✗ ▲") \(Demand.unlimited)\(Demand.max(3))"

        #expect(text.leadingSign == .dropped)
        #expect(text.text(Signs.unicode.glyph) == "✗ 2 lost: ✗ ▲ ∞3")
        #expect(text.text(Signs.ascii.glyph) == "X 2 lost: ✗ ▲ *3")
        #expect(("lost" as SignedText).leadingSign == nil)
    }

    @Test func `keys and sentences are written in ASCII where nothing else can be shown`() {
        #expect(["↑ ↓", "1 … 0", "f"].map(Signs.unicode.keys) == ["↑ ↓", "1 … 0", "f"])
        #expect(["↑ ↓", "1 … 0", "f"].map(Signs.ascii.keys) == ["Up Down", "1 ~ 0", "f"])
        #expect(Signs.ascii.prose("4 … 9 → 2 × [Int], • · ∞") == "4 ~ 9 -> 2 x [Int], o - *")
        #expect(Signs.ascii.shown("é → 漢") == "? -> ?")
    }
}
