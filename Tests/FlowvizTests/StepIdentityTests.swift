import FlowModel
import FlowScreen
import FlowTestSupport
import FlowTrace
import FlowViews
import Testing

@testable import FlowApp
@testable import FlowSessions

/// Steps forward and back lead to the initial moment, on every screen.
@Suite("Forward then back is the identity", .notForever)
struct StepIdentityTests {
    /// The number of walks: all if FLOWVIZ_LONG is set, otherwise a hundredth.
    private static let walks = Rounds.isLong ? 300 : 3

    /// A screen: a state and a playback.
    private final class Screen {
        var state: AppState
        let playback: Playback

        init(_ state: AppState, _ playback: Playback) {
            (self.state, self.playback) = (state, playback)
        }

        func press(_ key: Character, _ count: Int) {
            for _ in 0..<count {
                playback.refresh(&state)
                for effect in Update.press(.character(key), on: &state, facts: playback.facts) {
                    _ = effect.perform(on: &state, playback)
                }
            }
        }

        var picture: [[Cell]] {
            playback.refresh(&state)
            var surface = Surface(state.size)
            RootView(playback.screen(state)).draw(into: &surface)
            return (0..<surface.height).map { y in (0..<surface.width).map { surface[$0, y] } }
        }

        /// Shows the moment of an event, and takes steps away from it and back, in both orders.
        func walk(from moment: Moment, _ name: String, _ chance: inout SeededChance) {
            state.playhead = moment
            state.isFrozen = !playback.isOver
            state.notice = nil
            _ = picture
            // The event of the moment may have become known only just now.
            state.playhead = state.playhead.map { playback.facts.timeline.moment(ofEvent: $0.sequence) }
            // The lesson of a scenario ends once its keys have been pressed, perhaps by these steps.
            if let lesson = Lesson(state) { state.tried.formUnion(lesson.commands) }
            let before = (picture: picture, state: state)
            let facts = playback.facts
            let (last, here) = (min(facts.timeline.count, facts.now.sequence), before.state.playhead?.sequence ?? 0)
            guard here < last else { return }
            let first = facts.timeline.forgotten + 1
            for (key, back, room) in [(Character("."), Character(","), last - here - 1), (",", ".", here - first)] where room > 0
            {
                let count = Int.random(in: 1...min(room, 24), using: &chance)
                press(key, count)
                let away = state.playhead?.sequence
                press(back, count)

                #expect(away == (key == "." ? here + count : here - count), "\(name), \(count) \(key) from \(here)")
                #expect(state == before.state, "\(name), \(count) \(key) from \(here)")
                #expect(picture == before.picture, "\(name), \(count) \(key) from \(here)")
            }
        }
    }

    @Test(arguments: KeyContextTests.Place.all) func `in every scenario`(place: KeyContextTests.Place) throws {
        var chance = SeededChance(seed: 11)
        let app = try AppFixture(place.scenario, place.variant, at: 9)
        let screen = Screen(app.state, .scenario(app.session))
        let log = app.session.streams[0].model.log

        for _ in 0..<StepIdentityTests.walks {
            let sequence = Int.random(in: 1...log.count, using: &chance)
            screen.walk(from: log.moment(ofEvent: sequence), place.testDescription, &chance)
        }
    }

    @Test(arguments: [false, true]) func `in the trace of a program, in its list and its lanes`(opens: Bool) throws {
        let path = Repository.root.appending(path: "Tests/FlowViewsTests/Golden/shop.fvz").path
        let replay = ProgramReplay(try TraceFile(path))
        replay.seek(Moment(time: replay.length, sequence: 0))
        let screen = Screen(
            AppState(.program(), length: replay.length, size: Size(width: 80, height: 24)), .trace(replay))
        if opens { _ = Effect.openChosen.perform(on: &screen.state, .trace(replay)) }
        var chance = SeededChance(seed: 12)

        for _ in 0..<10 * StepIdentityTests.walks {
            let log = replay.facts.timeline
            let sequence = Int.random(in: 1...log.count, using: &chance)
            screen.walk(from: log.moment(ofEvent: sequence), opens ? "lanes" : "list", &chance)
        }
    }

    @Test(arguments: [false, true]) func `in a long trace, across its keyframes`(opens: Bool) throws {
        let file = try LongTraceTests.file()
        let replay = ProgramReplay(file, waits: true, firstLook: 1_000, within: LongTraceTests.little)
        replay.seek(Moment(time: replay.length, sequence: 0))
        let screen = Screen(
            AppState(.program(), length: replay.length, size: Size(width: 80, height: 24)), .trace(replay))
        _ = screen.picture
        if opens { _ = Effect.openChosen.perform(on: &screen.state, .trace(replay)) }
        screen.state.cell = 10_000_000
        var chance = SeededChance(seed: 13)
        let keyframes = try #require(replay.indexer).index.keyframes.dropFirst()
        #expect(keyframes.count > 8)

        for _ in 0..<4 * StepIdentityTests.walks {
            // Some events before or after a keyframe, so that the steps lead over it.
            guard let time = keyframes.randomElement(using: &chance)?.end.time else { return }
            let place = time.nanoseconds + UInt64.random(in: 0..<40_000_000, using: &chance)
            screen.walk(from: Moment(time: TraceTime(nanoseconds: place - 20_000_000), sequence: 0), "\(time)", &chance)
        }
    }
}
