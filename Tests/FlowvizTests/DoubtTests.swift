import FlowModel
import FlowScreen
import FlowTestSupport
import FlowTrace
import FlowViews
import Testing

@testable import FlowApp

/// Every view of a pipeline shows its doubts.
@Suite("Doubts")
struct DoubtTests {
    /// A trace with one kind of doubt, and the words for it.
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let build: @Sendable (HookTrace) -> Void
        let row: String
        /// The inspector's words beside the log, and with the whole width.
        let short: String
        let words: String
        let name: String
        var notes: [String] = []
        var lane = "subject"
    }

    private static let cases = [
        Case(
            testDescription: "incomplete",
            build: {
                $0.subscribe(1, handed: 11, parent: 99)
                $0.send(5, to: 1)
            },
            row: "▌subject ▸ sink  ? incomplete", short: "counts are too low: records are missing",
            words: "counts are too low: it began before the trace, or records of it are missing",
            name: "incomplete",
            notes: ["incomplete: subscribed before tracing began"]),
        Case(
            testDescription: "ambiguous subscriber",
            build: {
                $0.subscribe(1, handed: 11)
                $0.subscribe(1, handed: 12)
                $0.send(5, to: 1)
            },
            row: "▌subject ▸ sink  ? guessed", short: "counts are a guess: shared subscriber",
            words: "counts are a guess: one subscriber has several publishers",
            name: "ambiguous subscriber"),
        Case(
            testDescription: "shared subscription",
            build: {
                $0.subscribe(1, handed: 11)
                $0.subscribe(2, handed: 11)
                $0.send(5, to: 1)
            },
            row: "▌subject ▸ sink  ? guessed", short: "requests are a guess: shared subscription",
            words: "requests are a guess: several subscribers share one subscription",
            name: "shared subscription"),
        Case(
            testDescription: "fed apart",
            build: { trace in
                trace.subscribe(1, handed: 11) { trace.subscribe(2, handed: 12) }
                trace.send(5, to: 2) { trace.send(5, to: 1) }
            },
            row: "▌subject 2 ▸ sink  ? apart", short: "what feeds it is shown apart",
            words: "what feeds it is shown apart: an operator subscribed to that by itself",
            name: "fed apart",
            lane: "subject 2"),
    ]

    private func file(_ doubt: Case, in folder: TemporaryFolder) throws -> TraceFile {
        let trace = try HookTrace(folder.path("a.fvz"))
        doubt.build(trace)
        trace.recorder.close()
        return try TraceFile(folder.path("a.fvz"))
    }

    /// The rows of the list, of the first pipeline, and of that pipeline with its largest inspector, and the screen's notes.
    private func frames(
        _ doubt: Case, ascii: Bool = false
    ) throws -> (list: [String], lanes: [String], tall: [String], notes: [String]) {
        let folder = try TemporaryFolder()
        let replay = ProgramReplay(try file(doubt, in: folder))
        var state = AppState(.program(), length: replay.length, size: Size(width: 120, height: 36))
        replay.seek(Moment(time: replay.length, sequence: 0))
        func rows() -> [String] {
            var surface = Surface(state.size)
            RootView(replay.screen(state), signs: ascii ? .ascii : .unicode).draw(into: &surface)
            return TextOutput.render(surface).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
        let list = rows()
        for effect in Update.press(.enter, on: &state, facts: replay.facts) { _ = effect.perform(on: &state, .trace(replay)) }
        state.selection = 1
        let lanes = rows()
        state.overlay = .inspector
        let tall = rows()
        withExtendedLifetime(folder) {}
        return (list, lanes, tall, replay.screen(state).notes)
    }

    @Test(arguments: cases) func `the list, the lane and the inspector tell`(doubt: Case) throws {
        let (list, lanes, tall, notes) = try frames(doubt)

        #expect(list.contains { $0.hasPrefix(doubt.row + "  ") }, "\(list)")
        #expect(lanes.contains { $0.hasPrefix("▌\(doubt.lane)? ") }, "\(lanes)")
        #expect(lanes.contains { $0.hasPrefix("  doubt      \(doubt.short)  ") }, "\(lanes)")
        #expect(tall.contains { $0.hasPrefix("  │   doubt      \(doubt.words)  ") }, "\(tall)")
        #expect(notes == doubt.notes)
    }

    @Test(arguments: cases) func `in ASCII too`(doubt: Case) throws {
        let (list, lanes, _, _) = try frames(doubt, ascii: true)

        let row = doubt.row.replacing("▸", with: ">").replacing("▌", with: ">")
        #expect(list.contains { $0.hasPrefix(row + "  ") }, "\(list)")
        #expect(lanes.contains { $0.hasPrefix(">\(doubt.lane)? ") }, "\(lanes)")
    }

    @Test(arguments: cases) func `the exports tell`(doubt: Case) throws {
        let folder = try TemporaryFolder()
        _ = try file(doubt, in: folder)

        let lines = try Program.run(["export", folder.path("a.fvz")]).output.split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasSuffix(",\"doubts\":[\"\(doubt.name)\"],\"test\":null}") } && !lines.isEmpty)
        let marbles = try Program.run(["export", folder.path("a.fvz"), "--format", "marble"]).output.split(separator: "\n")
        #expect(marbles.contains { $0.hasPrefix("subject?  ") }, "\(marbles)")
    }

    @Test func `what is sure has no sign`() throws {
        let sure = Case(
            testDescription: "sure",
            build: {
                $0.subscribe(1, handed: 11)
                $0.send(5, to: 1)
            }, row: "", short: "", words: "", name: "")
        let folder = try TemporaryFolder()
        let (list, lanes, _, notes) = try frames(sure)
        _ = try file(sure, in: folder)

        #expect(list.contains { $0.hasPrefix("▌subject ▸ sink" + String(repeating: " ", count: 20)) }, "\(list)")
        #expect(lanes.contains { $0.hasPrefix("▌subject ") } && !lanes.contains { $0.hasPrefix("  doubt") }, "\(lanes)")
        #expect(notes == [])
        let lines = try Program.run(["export", folder.path("a.fvz")]).output.split(separator: "\n")
        #expect(lines.allSatisfy { $0.hasSuffix(",\"doubts\":[],\"test\":null}") } && lines.count == 3)
    }
}
