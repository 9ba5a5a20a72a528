import FlowAnalysis
import FlowModel
import FlowScenarios
import FlowScreen
import FlowText
import FlowTrace
import FlowViews
import Testing

@testable import FlowApp
@testable import FlowSessions
import FlowVerdict

/// Every caption of every variant, and of the traced program in the golden frames, in one file for review.
@Suite("Every caption")
struct CaptionGoldenTests {
    private static let file = GoldenFile("captions", ending: "list")
    private static let size = Size(width: 120, height: 36)

    /// The user's actions, so that captions describe their consequences too.
    private static let sends = [
        "0.5:more", "1:pause", "1.4:more", "1.6:twice", "1.8:old", "6:resume", "12:request", "13:request:3", "14:more",
        "19:cancel",
    ]

    @Test func `captions are what was recorded`() throws {
        let lines = try Catalogue.scenarios.flatMap { scenario in
            try scenario.variants.flatMap { try CaptionGoldenTests.captions(of: $0, scenario) }
        }
        let actual = lines + (try CaptionGoldenTests.captionsOfProgram())
        if GoldenFile.isRecording {
            try CaptionGoldenTests.file.record(actual.joined(separator: "\n") + "\n")
            Issue.record("recorded the captions; run again without FLOWVIZ_RECORD")
            return
        }

        let expected = try #require(CaptionGoldenTests.file.text).split(separator: "\n").map(String.init)
        #expect(Set(actual).subtracting(expected).sorted() == [])
        #expect(actual == expected)
    }

    private static func captions(of variant: Variant, _ scenario: Scenario) throws -> [String] {
        let choice = try Arguments.choice(scenario: scenario.id, variant: variant.id)
        let session = Session()
        var state = AppState(.scenario(choice), size: size)
        session.start(state)
        let end = TraceTime(seconds: variant.isEndless ? 9 : 20)
        let own = sends.filter { send in variant.controls.contains { send.contains(":\($0.rawValue)") } }
        let controls = try Arguments.sends(own, of: variant, scenario: scenario.id)
        for (time, control) in controls where !session.isOver && time < end {
            session.advance(by: time - session.now)
            _ = session.send(control)
        }
        session.advance(by: end - session.now)
        return captions(of: .scenario(session), "\(scenario.id) \(variant.id)", &state)
    }

    private static func captionsOfProgram() throws -> [String] {
        let replay = ProgramReplay(try TraceFile(ProgramFixture.path))
        var state = AppState(.program(), length: replay.length, size: size)
        replay.seek(Moment(time: replay.length, sequence: 0))
        let pipelines = (0..<9).compactMap { replay.pipeline(rowsBelow: $0, state) }.reduce(into: [PipelineID]()) { ids, id in
            if !ids.contains(id) { ids.append(id) }
        }
        return pipelines.enumerated().flatMap { number, pipeline in
            replay.open(pipeline)
            return captions(of: .trace(replay), "program \(number + 1)", &state)
        }
    }

    private static func captions(of playback: Playback, _ name: String, _ state: inout AppState) -> [String] {
        var lines: [String] = []
        for entry in playback.facts.model.log.entries {
            state.playhead = playback.facts.model.moment(ofEvent: entry.sequence)
            let pane = playback.screen(state).panes[0]
            let caption = CaptionWriter.caption(
                of: pane.model, at: pane.shown, remarks: pane.remarks, nextRequest: pane.nextRequest)
            let line = caption.map { "\(name) \(Seconds.text($0.time)) \(TextWidth.sanitised($0.text))" }
            if let line, line != lines.last { lines.append(line) }
        }
        return lines
    }
}
