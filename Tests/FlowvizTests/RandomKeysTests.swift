import FlowExport
import FlowScenarios
import FlowScreen
import FlowTestSupport
import FlowViews
import Testing

@testable import FlowApp

@Suite("Random keys", .notForever)
struct RandomKeysTests {
    /// 2,000 seeds if FLOWVIZ_LONG is set, otherwise a few of them.
    ///
    /// The seeds at the end have failed once.
    static let seeds = Array(Rounds.seeds(full: 2_000, sample: 8)) + [55, 91, 227, 281, 338, 355, 360, 1_249]

    private static let keys =
        KeyName.all.map(\.key) + [.character(" "), .character("e"), .character("."), .pageUp, .control("c"), .character("漢")]

    /// Presses 60 keys with time between them, in a scenario of the seed's choice.
    private func play(_ seed: UInt64, only commands: (Command?) -> Bool, each: (inout AppFixture) -> Void) throws -> AppFixture {
        var chance = SeededChance(seed: seed)
        let scenario = Catalogue.scenarios[Int(seed) % Catalogue.scenarios.count]
        let variant = scenario.variants.randomElement(using: &chance)
        var app = try AppFixture(scenario.id, variant?.id)
        let keys = RandomKeysTests.keys.filter { commands(KeyTable.standard.command(of: $0)) }
        for _ in 0..<60 {
            if let key = keys.randomElement(using: &chance) { app.press(key) }
            // Time runs only if it does so on the screen.
            if !app.state.isFrozen, app.state.playhead == nil, Bool.random(using: &chance) {
                app.pass([0.001, 0.0333, 0.1, 0.25, 1].randomElement(using: &chance) ?? 0)
            }
            each(&app)
        }
        return app
    }

    @Test(arguments: seeds) func `whatever is pressed, every frame can be drawn and is safe`(seed: UInt64) throws {
        var chance = SeededChance(seed: ~seed)

        _ = try play(seed) { _ in
            true
        } each: { app in
            let size = Size(width: Int.random(in: 0...140, using: &chance), height: Int.random(in: 0...50, using: &chance))
            app.state.size = size
            var surface = Surface(size)
            let signs: Signs = Bool.random(using: &chance) ? .unicode : .ascii
            RootView(Scene.screen(app.state, app.session), signs: signs, hasColour: Bool.random(using: &chance)).draw(
                into: &surface)
            if signs.isASCII { #expect(TextOutput.render(surface).utf8.max() ?? 0 < 0x7F) }
            #expect(app.state.playhead.map { $0.sequence <= app.session.facts.now.sequence } ?? true)
        }
    }

    @Test(arguments: seeds) func `whatever is pressed, the printed line gives the same events`(seed: UInt64) throws {
        let leaving: Set<Command> = Set((0..<10).map(Command.goTo)).union([
            .nextScenario, .previousScenario, .picker, .nextVariant, .restart, .twoVariants,
        ])
        let app = try play(seed) {
            $0.map { !leaving.contains($0) } ?? false
        } each: { _ in
        }
        guard let line = app.session.repeatLine else { return }
        let model = app.session.streams[app.session.streams.count - 1].model
        let seen = model.log.entries.map { JSONLines.line(for: $0, in: model) }

        let words = try ShellWords.split(line)
        let repeated = try Program.run(Array(words.dropFirst()) + ["--format", "jsonl"])

        #expect(repeated.status == .exited(0) && repeated.errors == "", "\(line)")
        #expect(Array(repeated.output.split(separator: "\n").map(String.init).prefix(seen.count)) == seen, "\(line)")
    }
}
