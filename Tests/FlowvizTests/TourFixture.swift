import FlowScreen
import FlowTrace
import FlowViews

@testable import FlowApp

extension AppFixture {
    /// The tour at a stop, from 1, as `flowviz tour --from` begins it.
    init(tour stop: Int, size: Size = Size(width: 80, height: 24)) throws {
        try self.init("pace", size: size)
        perform(TourUpdate.go(to: stop - 1, &state))
        session.refresh(&state)
    }

    /// Presses a key on the tour; the loop notices its effect.
    mutating func take(_ key: Key) {
        press(key)
        session.refresh(&state)
    }

    /// Lets time pass as the loop does, frame by frame, until it is stopped.
    mutating func watch(_ seconds: Double) {
        let frame = 0.025
        for _ in 0..<Int(seconds / frame / state.speed) where !state.isFrozen && state.playhead == nil {
            pass(frame * state.speed)
            session.refresh(&state)
        }
    }

    /// The panel, its title first; `nil` if there is none.
    var panel: [String]? {
        Tour.panel(state, session.facts).map { ["\($0.title) | \($0.keys.joined(separator: "  "))"] + $0.lines.map(\.text) }
    }

    /// The rows of the screen.
    var rows: [String] {
        var surface = Surface(state.size)
        RootView(Scene.screen(state, session)).draw(into: &surface)
        return TextOutput.render(surface).split(separator: "\n", omittingEmptySubsequences: false).map { row in
            String(row.reversed().drop { $0 == " " }.reversed())
        }
    }
}
