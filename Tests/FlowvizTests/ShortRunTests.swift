import FlowPlayground
import FlowScenarios
import FlowScreen
import FlowTrace
import FlowViews
import Testing

@testable import FlowApp
@testable import FlowSessions

@Suite("Short runs")
struct ShortRunTests {
    private func screen(_ chain: String, keys: String = "") throws -> (state: AppState, session: Session, text: [String]) {
        let size = Size(width: 120, height: 36)
        var state = AppState(.scenario(Choice(try ChainScenario.typed(chain, name: "chain"))), size: size)
        let session = Session()
        session.start(state)
        session.advance(by: 2_000_000_000)
        for key in keys {
            for effect in Update.press(.character(key), on: &state, facts: session.facts) {
                _ = effect.perform(on: &state, .scenario(session))
            }
        }
        var surface = Surface(size)
        RootView(session.screen(state)).draw(into: &surface)
        return (
            state, session, TextOutput.render(surface).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        )
    }

    /// The values in the row of a lane.
    private func labels(_ name: String, _ rows: [String]) -> [Substring] {
        rows.dropFirst(2).first { $0.dropFirst().hasPrefix(name + " ") }.map { row in
            row.dropFirst(13).prefix(88).split { $0 == " " || $0 == "┊" }
        } ?? []
    }

    @Test func `a run without time has a column for each event, so that each value is named`() throws {
        let rows = try screen("[1, 2, 3, 4, 5].publisher.map { $0 * 2 }").text

        #expect(rows.contains { $0.contains(" all at once") })
        #expect(rows.contains { $0.hasSuffix("event by event") })
        #expect(labels("publisher", rows) == ["1", "2", "3", "4", "5"])
        #expect(labels("output", rows) == ["2", "4", "6", "8", "10"])
    }

    @Test func `a step back in it is drawn where that event is`() throws {
        let (state, _, rows) = try screen("[1, 2].publisher.map { $0 * 2 }", keys: ",,")

        let sequence = try #require(state.playhead?.sequence)
        #expect(rows.contains { $0.contains(" event \(sequence) ") })
    }

    @Test func `a run of a second fills the width`() throws {
        let (state, _, rows) = try screen("marbles(\"ab-c|\").map { $0 }")

        #expect(state.cell < 100_000_000)
        #expect(labels("marbles", rows) == ["a", "b", "c"])
    }

    @Test func `longer runs, and runs that wait for the user, keep their cells`() throws {
        for chain in ["interval(.seconds(1)).prefix(9)", "keys().map { $0 }"] {
            #expect(try screen(chain).state.cell == 100_000_000)
        }
    }
}
