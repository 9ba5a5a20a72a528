import FlowScenarios
import FlowScreen
import FlowTestSupport
import FlowViews
import Testing

@testable import FlowApp

@Suite("Remapped keys")
struct RemappingTests {
    @Test(arguments: Command.all.map(\.name))
    func `a command that the file moves to another key does there what it did, and nothing at its old key`(name: String) throws {
        let command = try #require(Command(named: name))
        let config = Config(text: "[keys]\n\(name) = \"Ж\"")
        #expect(config.problems == [])
        for (scenario, keys) in [("pausable-sink", ""), ("step", "c"), ("demand-basics", "s"), ("pace", "?"), ("pace", "w")] {
            var plain = try AppFixture(scenario, at: 2.2)
            var moved = try AppFixture(scenario, at: 2.2)
            plain.type(keys)
            moved.type(keys)
            moved.state.table = config.table

            plain.press(try #require(KeyTable.standard.key(of: command)))
            moved.press("Ж")

            moved.state.table = .standard
            #expect(moved.state == plain.state, "\(scenario) \(keys)")
            #expect(moved.effects == plain.effects, "\(scenario) \(keys)")
        }
        for key in KeyTable.keys(of: .standard)[command] ?? [] { #expect(config.table.command(of: key) == nil) }
        #expect(config.table.name(of: command) == "Ж")
        #expect(config.table.command(of: .control("c")) == .quit)
    }

    @Test(arguments: Rounds.seeds(full: 5_000, sample: 100))
    func `whatever keys are exchanged, the file has the table that was meant`(seed: UInt64) {
        var chance = SeededChance(seed: Rounds.seed ^ seed)
        // A permutation of the keys of some commands, and some new keys.
        let moved = Command.all.filter { _ in chance.oneIn(3) }
        let standard = KeyTable.keys(of: .standard)
        var pool = moved.flatMap { standard[$0] ?? [] } + "ÀÁÂÃÄÅ'\"#\\".map(Key.character) + [.delete, .wordLeft, .control("o")]
        pool.shuffle(using: &chance)
        var keys: [Command: [Key]] = [:]
        for command in moved where !pool.isEmpty { keys[command] = [pool.removeLast()] }
        for key in pool { if let command = moved.randomElement(using: &chance) { keys[command]?.append(key) } }

        let config = MovedKeys.config(keys)

        #expect(config.problems == [])
        #expect(config.table == KeyTable(moving: keys))
        #expect(config.keyRows(all: false).count == keys.count)
        for (command, own) in keys {
            #expect(own.allSatisfy { config.table.command(of: $0) == command })
            #expect(config.table.key(of: command) == own.first)
        }
    }

    // MARK: Conflicts

    @Test(arguments: [
        (
            "pause = \"k\"",
            ["c:2: pause takes 'k', which is the key of finish by default; give pause another key, or finish a key of its own"]
        ),
        ("pause = \"k\"\nfinish = \"Space\"", []),
        (
            "pause = [\"Up\", \"Ж\"]\nlane-up = \"w\"\nwhy = \"Ж\"",
            [
                "c:4: why takes 'Ж', which is the key of pause in line 2; give why another key, or pause a key of its own",
                "c:3: lane-up takes 'w', which is the key of why by default; give lane-up another key, or why a key of its own",
                "c:2: pause takes 'Up', which is the key of lane-up by default; give pause another key, or lane-up a key of its own",
            ]
        ),
        (
            "pause = \"=\"",
            ["c:2: pause takes '=', which is the key of faster by default; give pause another key, or faster a key of its own"]
        ),
        (
            "quit = \"Esc\"",
            ["c:2: quit takes 'Esc', which is the key of close by default; give quit another key, or close a key of its own"]
        ),
        ("pause = \"C-c\"", ["c:2: C-c always quits; choose another key for pause"]),
        ("pause = \"C-z\"", ["c:2: C-z is the terminal's own; choose another key for pause"]),
        ("quit = []", ["c:2: quit is left without a key; name one, or take the line out"]),
        ("pause = 1", ["c:2: pause takes a key in quotes, or a list of such; write pause = \"1\""]),
        ("pawse = \"p\"", ["c:2: no command 'pawse'; did you mean 'pause'?"]),
        ("pause = \"Upp\"", ["c:2: no key 'Upp'; did you mean 'Up'?"]),
    ])
    func `a key that cannot be had is told with its line and that of the other, and changes nothing`(
        keys: String, problems: [String]
    ) {
        let config = Config(text: "[keys]\n\(keys)")

        #expect(config.problems.map(\.description).sorted() == problems.sorted())
        if !problems.isEmpty { #expect(config.table == .standard) }
    }

    @Test func `what conflicts with a preset says so, and the preset stays`() {
        let config = Config(text: "preset = \"one-hand\"\n[keys]\npause = \"w\"")

        #expect(
            config.problems.map(\.description) == [
                "c:3: pause takes 'w', which is the key of lane-up in the preset one-hand; give pause another key, or lane-up a key of its own"
            ])
        #expect(config.table == KeyTable(moving: KeyTable.keys(of: .oneHand)))
    }

    // MARK: Words

    @Test(arguments: Catalogue.scenarios.map(\.id))
    func `whatever is pressed, no answer names a key that does something else now`(id: String) throws {
        let table = MovedKeys.config().table
        var app = try AppFixture(id, at: 2)
        app.state.table = table
        var chance = SeededChance(seed: Rounds.seed)
        for _ in 0..<400 {
            let command = Command.all[chance.below(Command.all.count)]
            guard command != .quit, let key = table.key(of: command) else { continue }
            app.press(key)
            if case .commands = app.state.mode {} else { app.press(.escape) }
            if let notice = app.state.notice { #expect(OldKeys.named(in: notice.text(in: table)) == []) }
            if chance.oneIn(5) { app.pass(0.7) }
        }
    }

    @Test func `the picker suggests the keys that there are`() {
        let table = MovedKeys.config().table
        for entry in Scene.catalogue {
            let text = entry.tryThis(table)
            #expect(OldKeys.named(in: text) == [], "\(text)")
            #expect(text != entry.tryThis(.standard))
            for text in [entry.title, entry.explanation] + entry.variants.map(\.point) { #expect(OldKeys.named(in: text) == []) }
        }
    }
}

/// Names of the standard keys in a sentence; names that are also words or units are left out.
enum OldKeys {
    private static let names = Set(
        KeyTable.standard.bindings.flatMap(\.pairs).map(\.key.name).filter { name in
            !(name.count == 1 && (name.first?.isUppercase == true || name.first?.isNumber == true))
                && !["a", "s", "x"].contains(name)
        })

    static func named(in text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map { word in
            let bare = word.drop { "(“'".contains($0) }
            return String(bare.count > 1 ? bare.prefix { !";:)'.,".contains($0) } : bare)
        }.filter(names.contains)
    }
}
