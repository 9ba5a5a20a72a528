import FlowPlayground
import FlowScenarios
import FlowScreen
import FlowTestSupport
import FlowViews
import Testing

@testable import FlowApp
@testable import FlowSessions

@Suite("Keys in every context")
struct KeyContextTests {
    /// A variant in which keys are pressed.
    struct Place: CustomTestStringConvertible, Sendable {
        let scenario: String
        let variant: String

        var testDescription: String { "\(scenario) \(variant)" }
        /// Its index among all variants.
        var number: Int { Place.all.firstIndex { $0.testDescription == testDescription } ?? 0 }

        static let all = Catalogue.scenarios.flatMap { scenario in
            scenario.variants.map { Place(scenario: scenario.id, variant: $0.id) }
        }
    }

    /// The command of a control's key, as on the command line.
    private static let sent: [ControlKey: String] = [
        .togglePause: "pause", .request1: "request:1", .request10: "request:10", .unlimited: "unlimited", .emit: "emit",
        .burst: "burst", .finish: "finish", .cancel: "cancel", .more: "more", .twice: "twice", .old: "old",
    ]

    @Test(arguments: Place.all) func `a control's key works where the table says it applies, and says so elsewhere`(place: Place)
        throws
    {
        for (key, command, binding) in KeyName.all {
            guard case .press(let control) = command else { continue }
            var app = try AppFixture(place.scenario, place.variant, at: 0.01)
            let keys = Scene.screen(app.state, app.session).keys
            let applies = binding.applies(in: keys)
            let sent = control == .togglePause && keys.isPaused ? "resume" : KeyContextTests.sent[control]
            #expect(!(keys.isOver && applies))

            let effects = app.press(key)

            #expect(effects.map(\.sentControl) == (applies ? [sent] : []), "\(binding.keys)")
            #expect(applies || app.state.notice != nil, "\(binding.keys)")
        }
    }

    @Test(arguments: Place.all) func `number keys work where there is a number, and say so elsewhere`(place: Place) throws {
        for (key, _, binding) in KeyName.all where binding.need == .number {
            var app = try AppFixture(place.scenario, place.variant)
            let before = app.state.numbers

            app.press(key)

            #expect((app.state.numbers != before) == binding.applies(in: Scene.screen(app.state, app.session).keys))
            #expect(app.state.notice != nil)
        }
    }

    @Test(arguments: Catalogue.scenarios.map(\.id)) func `a scenario suggests keys that do something in one of its variants`(
        id: String
    ) throws {
        let scenario = try Catalogue.scenario(id)
        var hints: [HintedKey] = []
        _ = scenario.tryThis { key in
            hints.append(key)
            return ""
        }
        let contexts = try scenario.variants.map { variant in
            let app = try AppFixture(id, variant.id, at: 0.01)
            return Scene.screen(app.state, app.session).keys
        }

        #expect(!hints.isEmpty)
        for hint in hints {
            let binding = try #require(KeyTable.standard.binding(of: Command(hint)))
            #expect(contexts.contains(where: binding.applies), "\(hint)")
        }
    }

    @Test(arguments: Place.all) func `a key that always applies does something or says why not`(place: Place) throws {
        let always = KeyName.all.filter { key in
            if case .press = key.command { false } else { key.command != .close && key.command != .travel(.now) }
        }
        for seconds in [0, 1.3, 100] {
            let app = try AppFixture(place.scenario, place.variant, at: seconds)
            for (key, command, _) in always {
                // The effects on the run are not performed: the next key finds it as it was.
                var state = app.state
                let effects = Update.press(key, on: &state, facts: app.session.facts)

                // A lane at the end stays selected, so such a key may change nothing.
                let choosesLane = [.laneUp, .laneDown, .pageUp, .pageDown].contains(command)
                let isAnswered = state != app.state || !effects.isEmpty || choosesLane
                if !isAnswered { Issue.record("\(key) at \(seconds)") }
            }
        }
    }

    /// In the list of breakpoints, the list's own key adds one.
    @Test(arguments: KeyName.overlays.filter { $0.overlay != .breakpoints }.map(\.key))
    func `an overlay closes with its own key and Esc`(key: Key) throws {
        for closing in [key, .escape] {
            var app = try AppFixture(at: 1)

            app.press(key)
            #expect(app.state.overlay != nil)
            app.press(closing)

            #expect(app.state.overlay == nil)
            #expect(app.effects == [])
        }
    }

    @Test(arguments: [(80, 24), (60, 16), (79, 50), (120, 32)]) func `a small screen has the signs on a second page`(
        width: Int, height: Int
    ) throws {
        var app = try AppFixture(at: 1)
        app.state.size = Size(width: width, height: height)

        app.type("?")
        #expect(app.state.overlay == .help)
        app.type("?")
        #expect(app.state.overlay == .signs)
        app.type("?")
        #expect(app.state.overlay == nil)
    }

    @Test(arguments: KeyName.all.indices) func `any other key closes an overlay and does its work`(index: Int) throws {
        let (key, command, _) = KeyName.all[index]
        guard ![.help, .close, .laneUp, .laneDown, .pageUp, .pageDown, .order].contains(command) else { return }
        var plain = try AppFixture(at: 1)
        var covered = try AppFixture(at: 1)

        plain.press(key)
        covered.type("?")
        covered.press(key)

        #expect(covered.state == plain.state)
        #expect(covered.effects == plain.effects)
    }

    @Test func `a key without a meaning says so and leaves the overlay`() throws {
        var app = try AppFixture()

        app.type("c")
        app.press(.delete)

        #expect(app.state.overlay == .code)
        #expect(app.state.notice == "this key does nothing; ? lists the keys")
    }

    @Test func `each digit opens its scenario, from the picker too, and takes the last answer away`() throws {
        for digit in 0...9 {
            for before in ["", "s", "?", "c"] {
                var app = try AppFixture("step")
                app.type("e")
                #expect(app.state.notice != nil)

                app.type(before + String(digit))

                #expect(app.state.choice?.scenario == (digit + 9) % 10)
                #expect(app.state.overlay == nil && app.state.notice == nil)
                #expect(app.effects.last == .restart)
            }
        }
    }

    @Test func `the picker walks through all scenarios in its order, and Enter opens`() throws {
        let order = PickerView.order(of: Scene.catalogue)
        for (steps, scenario) in order.enumerated() {
            var app = try AppFixture()

            app.type("s")
            app.press(.home)
            for _ in 0..<steps { app.press(.down) }
            app.press(.enter)

            #expect(app.state.choice.map(Scene.entry) == scenario)
            #expect(app.state.choice?.scenarioValue.id == Scene.catalogue[scenario].id)
            #expect(app.state.overlay == nil)
        }
        #expect(order.sorted() == Array(Scene.catalogue.indices))
        #expect(Scene.catalogue.map(\.id) == Catalogue.scenarios.map(\.id) + LibraryChain.all.map(\.name))
    }

    @Test func `the picker stops at its ends, and s, Esc, ? and q leave it`() throws {
        var app = try AppFixture()
        let order = PickerView.order(of: Scene.catalogue)

        app.type("s")
        app.press(.end)
        app.press(.down)
        #expect(app.state.overlay == .picker(order[order.count - 1]))
        app.press(.home)
        app.press(.up)
        #expect(app.state.overlay == .picker(order[0]))
        app.type("s")
        #expect(app.state.overlay == nil)
        app.type("s")
        app.press(.escape)
        #expect(app.state.overlay == nil)
        app.type("s?")
        #expect(app.state.overlay == .help)
        app.press(.escape)
        app.type("sq")

        #expect(app.effects == [.quit])
    }
}

extension Effect {
    /// The sent control, in the notation of the command line.
    var sentControl: String? {
        if case .send(let control) = self { control.description } else { nil }
    }
}
