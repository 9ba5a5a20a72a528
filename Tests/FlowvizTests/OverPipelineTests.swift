import FlowModel
import FlowScreen
import FlowTestSupport
import FlowTrace
import FlowVerdict
import FlowViews
import Synchronization
import Testing

@testable import FlowApp
@testable import FlowSessions
@testable import FlowSystem

/// Pipelines that ended long before the moment of the list: their lives are what a reader wants to see.
@Suite("Pipelines that are over")
struct OverPipelineTests {
    private final class Clock: Sendable {
        let microseconds = Atomic<UInt64>(0)
    }

    /// A stream lives from 1.000 s to 1.020 s, gets ten values and fails; another lives for 10 s. Or the first has an operator, and its
    /// cancel reaches the source a moment after its sink was cancelled.
    private static func replay(_ folder: TemporaryFolder, isCancelled: Bool) throws -> ProgramReplay {
        let clock = Clock()
        let recorder = try Recorder(
            file: folder.path("a.fvz"), options: TraceFileOptions(size: 1 << 20), command: ["App"],
            clock: .custom { clock.microseconds.load(ordering: .relaxed) * 1_000 })
        func stream(_ names: String...) -> [EdgeID] {
            let nodes = names.enumerated().map { recorder.declareNode($0.offset == 0 ? .source : .transform, name: $0.element) }
            let ends = Array(nodes.dropFirst()) + [recorder.declareNode(.sink, name: "sink")]
            return names.indices.map { recorder.declareEdge(.link, label: names[$0], upstream: nodes[$0], downstream: ends[$0]) }
        }
        func record(at microseconds: UInt64, _ kind: SignalKind, on edge: EdgeID) {
            clock.microseconds.store(microseconds, ordering: .relaxed)
            if kind == .value { recorder.record(kind, on: edge, value: .int(1)) } else { recorder.record(kind, on: edge) }
        }
        let (long, short) = (stream("long")[0], isCancelled ? stream("short", "map") : stream("short"))
        record(at: 0, .subscribed, on: long)
        for edge in short { record(at: 1_000_000, .subscribed, on: edge) }
        for edge in short.reversed() { recorder.record(.request, on: edge, demand: .unlimited) }
        for number in 1...10 as ClosedRange<UInt64> {
            for edge in short { record(at: 1_000_000 + number * 1_000, .value, on: edge) }
        }
        if isCancelled {
            for (delay, edge) in short.reversed().enumerated() { record(at: 1_020_000 + UInt64(delay), .cancel, on: edge) }
        } else {
            record(at: 1_020_000, .failure, on: short[0])
        }
        record(at: 10_000_000, .value, on: long)
        recorder.close()
        guard case .program(let replay) = RecordedSource(try TraceFile(folder.path("a.fvz"))) else { throw Failure("no program") }
        return replay
    }

    /// Presses keys at the end of the trace, as the loop does, and returns the state, the screen's rows, and the effects left.
    private func press(
        _ keys: [Key], size: Size = Size(width: 120, height: 36), isCancelled: Bool = false
    ) throws -> (state: AppState, rows: [String], left: [Effect]) {
        let folder = try TemporaryFolder()
        let replay = try OverPipelineTests.replay(folder, isCancelled: isCancelled)
        var state = AppState(.program(), length: replay.length, size: size)
        var left: [Effect] = []
        for key in [.end] + keys {
            replay.refresh(&state)
            left = Update.press(key, on: &state, facts: replay.facts).filter { !$0.perform(on: &state, .trace(replay)) }
        }
        replay.refresh(&state)
        var surface = Surface(state.size)
        RootView(replay.screen(state)).draw(into: &surface)
        withExtendedLifetime(folder) {}
        let text = TextOutput.render(surface)
        return (state, text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init), left)
    }

    @Test func `opening one shows its whole life, and F has nothing to add`() throws {
        let opened = try press([.enter])

        #expect(opened.state.playhead?.time == TraceTime(seconds: 1.02))
        #expect(opened.rows.contains { $0.contains("├─●─●") && $0.contains("!") }, "\(opened.rows)")
        let fitted = try press([.enter, .character("F")])
        #expect(fitted.state.notice == "the whole life is on the screen already")
        #expect(fitted.state.views == [])
        #expect(Array(fitted.rows[2...6]) == Array(opened.rows[2...6]))
    }

    @Test func `the axis begins with the life, and scrolls with a moment beyond it`() throws {
        let opened = try press([.enter])
        let first = try press([.enter, .home, .character("."), .character(".")])

        #expect(opened.state.axisStart == TraceTime(seconds: 1))
        #expect(opened.rows[2].contains("1 s"), "\(opened.rows[2])")
        #expect(first.rows[2].contains("1.00"), "\(first.rows[2])")
    }

    @Test func `Esc returns the list to the moment that it showed, or to the present if it followed it`() throws {
        let list = try press([])
        let back = try press([.enter, .escape])
        let moved = try press([.enter, .character(","), .character("Z"), .escape])
        let past = try press([.left, .left, .enter, .character(","), .escape])

        #expect(back.rows == list.rows && moved.rows == list.rows)
        #expect(back.state.playhead == nil && back.state.cell == list.state.cell && !back.state.isFrozen)
        #expect(past.state.playhead?.time == (try press([.left, .left]).state.playhead?.time))
        #expect(back.state.listView == nil)
    }

    @Test func `the lanes below the list show the whole life of the chosen row`() throws {
        let failed = try press([])
        let long = try press([.down])

        let rows = [failed, long].map { frame in frame.rows.first { $0.contains("─ now") || $0.contains(" now") } ?? "" }
        #expect(rows[0].contains("1 s"), "\(failed.rows)")
        #expect(rows[1].contains("0 s"), "\(long.rows)")
    }

    @Test func `the lanes below the list show each end as the opened pipeline does`() throws {
        let chosen = try press([.down, .up], isCancelled: true)
        let keys: [Key] = chosen.rows.contains { $0.hasPrefix("▌short") } ? [] : [.down]
        let frames = try [keys, keys + [.enter]].map { try press($0, isCancelled: true).rows }

        let lanes = frames.map { rows in
            rows.filter { $0.contains("├") }.map { $0.split(separator: "├")[1].prefix(70).replacing("┊", with: " ") }
        }
        #expect(lanes[0].count == 2 && lanes[0].allSatisfy { $0.contains("⊘") }, "\(frames[0])")
        #expect(lanes[0] == lanes[1])
    }

    @Test func `in the list, G and w open the chosen pipeline, g edits its line, and F says what is shown`() throws {
        let onset = try press([.character("G")])
        let why = try press([.character("w")])
        let log = try press([.character("l")])
        let edit = try press([.character("g")])

        #expect(onset.state.notice?.description == "the failure, at 1.02 s; u goes back")
        #expect(onset.state.program?.opened != nil)
        guard case .why = why.state.overlay else {
            Issue.record("\(String(describing: why.state.overlay))")
            return
        }
        #expect(log.state.overlay == .log(last: nil))
        #expect(edit.left == [.editChosen] && edit.state.program?.opened == nil)
        #expect(try press([.character("F")]).state.notice == Refusal.isFitted(hasLanes: true).words)
        #expect(try press([.character("u")]).state.notice == Refusal.listHasNoViews.words)
        #expect(try press([.character("c")]).state.notice == Refusal.hasNoText.words)
        #expect(try press([.character("G"), .escape]).rows == (try press([]).rows))
    }
}
