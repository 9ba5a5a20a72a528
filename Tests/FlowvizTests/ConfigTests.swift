import FlowScreen
import FlowTestSupport
import FlowViews
import Testing

@testable import FlowApp
@testable import FlowSessions

@Suite("Settings")
struct ConfigTests {
    /// A value of each setting that differs from its default, in the notations of the file and of a variable.
    private static let others: [String: (line: String, variable: String)] = [
        "theme": ("\"light\"", "contrast"), "ascii": ("true", "1"), "color": ("false", "no"), "speed": ("0.5", "20"),
        "zoom": ("-2", "3"), "memory": ("\"1G\"", "64M"), "frame-size": ("'80x24'", "500x200"),
        "record-size": ("1_048_576", "2M"),
        "plain": ("true", "on"), "history": ("false", "0"), "preset": ("\"one-hand\"", "one-hand"),
    ]

    @Test(arguments: Setting.all.map(\.name))
    func `a variable is above the file, the file above the default, and each says so`(name: String) throws {
        let setting = try #require(Setting.named(name))
        let other = try #require(ConfigTests.others[name])
        let line = "# a comment\n\(name) = \(other.line)"
        let value = { (config: Config) in setting.value(in: config.settings).written }

        let (none, file) = (Config(text: ""), Config(text: line))
        let both = Config(text: line, [setting.variable: other.variable])
        let empty = Config(text: line, [setting.variable: ""])

        #expect([none, file, both, empty].allSatisfy { $0.problems.isEmpty })
        #expect(none.settings == Settings() && value(file) != value(none))
        var expected = Settings()
        #expect(setting.read(other.variable, into: &expected))
        #expect(both.settings == expected)
        #expect(empty.settings == file.settings)
        #expect([none, file, both].map { $0.origins[name] } == [nil, .line(2, file: "c"), .variable(setting.variable)])
    }

    @Test(arguments: Setting.all.map(\.name))
    func `a value that does not fit is told with what does, and the default stays`(name: String) throws {
        let setting = try #require(Setting.named(name))
        let example = setting.value(in: Settings()).written
        for value in ["[]", "\"nonsense\"", "1e18", "-999"] {
            let config = Config(text: "\(name) = \(value)", [setting.variable: "nonsense"])

            let written = ConfigText(Array("a = \(value)".utf8), file: "").entries[0].value.written
            #expect(
                config.problems.map(\.description) == [
                    "c:1: \(name) = \(written) is not valid; it takes \(setting.takes), for example \(example)",
                    "\(setting.variable): 'nonsense' is not valid; it takes \(setting.takes), or unset it",
                ])
            #expect(config.settings == Settings() && config.origins.isEmpty)
        }
    }

    @Test(arguments: Rounds.seeds(full: 10_000))
    func `settings that are written are read again`(seed: UInt64) {
        var chance = SeededChance(seed: Rounds.seed ^ seed)
        var settings = Settings()
        for setting in Setting.all where chance.oneIn(2) { set(setting, &settings, &chance) }

        let text = Setting.all.map { "\($0.name) = \($0.value(in: settings).written)" }.joined(separator: "\n")
        let config = Config(text: text)

        #expect(config.problems == [])
        #expect(config.settings == settings)
    }

    private func set(_ setting: Setting, _ settings: inout Settings, _ chance: inout SeededChance) {
        switch setting.kind {
        case .boolean(let path): settings[keyPath: path] = chance.oneIn(2)
        case .word(let path, let words): settings[keyPath: path] = words[chance.below(words.count)]
        case .number(let path, let range): settings[keyPath: path] = Double.random(in: range, using: &chance)
        case .integer(let path, let range), .bytes(let path, let range):
            settings[keyPath: path] = chance.oneIn(2) ? Int.random(in: range, using: &chance) : range.lowerBound
        case .size(let path): settings[keyPath: path] = Size(width: 1 + chance.below(500), height: 1 + chance.below(200))
        }
    }

    @Test func `NO_COLOR forbids colour, and the setting's own variable is above it`() {
        let forbidden = Config(text: "color = true", ["NO_COLOR": "1"])
        let allowed = Config(text: "", ["NO_COLOR": "1", "FLOWVIZ_COLOR": "yes"])

        #expect(!forbidden.settings.color && forbidden.origins["color"] == .variable("NO_COLOR"))
        #expect(allowed.settings.color && allowed.origins["color"] == .variable("FLOWVIZ_COLOR"))
        #expect(Config(text: "", ["NO_COLOR": ""]).settings.color)
    }

    @Test(arguments: [
        ("sped = 1", "c:1: no setting 'sped'; did you mean 'speed'?"),
        ("pause = \"p\"", "c:1: no setting 'pause'; keys belong below [keys]"),
        (
            "[color.dark]\na = 1\nb = 2",
            "c:1: no section [color.dark]; sections are [keys], [colors.dark], [colors.light], [colors.contrast]"
        ),
        ("[colors.dark]\ntxt = 1", "c:2: no colour 'txt'; did you mean 'text'?"),
    ])
    func `a name that there is not is told once, with one that there is`(text: String, problem: String) {
        #expect(Config(text: text).problems.map(\.description) == [problem])
    }

    // MARK: Colours

    @Test func `each role of each theme has the colour of the file, and no other`() {
        for theme in Theme.all {
            for role in Role.allCases {
                let config = Config(text: "theme = \"\(theme.name)\"\n[colors.\(theme.name)]\n\(role.name) = 77")
                #expect(config.problems == [])
                #expect(Role.allCases.allSatisfy { config.theme[$0] == ($0 == role ? 77 : theme[$0]) })
                #expect(config.themes.filter { $0.name != theme.name } == Theme.all.filter { $0.name != theme.name })
            }
        }
        #expect(Set(Role.allCases.map(\.name)).count == Role.allCases.count)
    }

    @Test(arguments: [
        ("0", 0), ("255", 255), ("\"red\"", 1), ("\"Bright-White\"", 15), ("\"#ff8700\"", 208), ("\"#FF8701\"", 208),
        ("\"#000000\"", 16),
        ("\"#080808\"", 232),
    ])
    func `a colour has a number, a name, or the nearest number`(text: String, number: UInt8) {
        #expect(Config(text: "[colors.dark]\nkey = \(text)").theme[.key] == number)
    }

    @Test(arguments: ["256", "-1", "\"#12345\"", "\"#12345g\"", "\"mauve\"", "true", "[1]"])
    func `what is no colour is told, and changes none`(text: String) throws {
        let config = Config(text: "[colors.dark]\nkey = \(text)")

        #expect(config.theme == .dark)
        #expect(
            try #require(config.problems.first).description.hasPrefix("c:2: key = \(text) is not a colour; it takes a number"))
    }

    // MARK: The screen

    @Test func `the screen begins as the settings say, and says what is wrong`() throws {
        let config = Config(
            text: "theme = 'light'\nspeed = 2\nzoom = -1\nspede = 1\nzooom = 1\n[colors.light]\nkey = 9\n[keys]\nhelp = 'h'")
        let plain = AppState(.scenario(try Arguments.choice(scenario: "pace", variant: nil)), size: Size(width: 80, height: 24))

        let state = plain.initialState(config)

        #expect(state.theme == config.theme && state.theme[.key] == 9 && state.speed == 2)
        #expect(state.cell == AppState.cells.first { $0 > plain.cell })
        #expect(state.notice == "c:4: no setting 'spede'; did you mean 'speed'?; 'flowviz config' lists 1 more")
        #expect(state.table.command(of: "h") == .help)
        #expect(plain.initialState(.standard) == plain)
    }

    @Test func `the theme's key goes through the themes with their colours, and comes round`() throws {
        var app = try AppFixture()
        app.state = app.state.applying(Config(text: "[colors.light]\nkey = 9"))
        let first = app.state.theme

        app.type("t")
        #expect(app.state.theme.name == "light" && app.state.theme[.key] == 9)
        app.type("tt")

        #expect(app.state.theme == first)
    }

    @Test(arguments: [-8, -1, 0, 1, 8])
    func `every scenario begins as near as the settings say`(zoom: Int) throws {
        var app = try AppFixture()
        app.state = app.state.applying(Config(text: "zoom = \(zoom)"))
        for _ in 0..<25 {
            app.press(.tab)
            let own = app.state.choice.map(AppState.cell) ?? 0
            let index = try #require(AppState.cells.firstIndex(of: own))
            #expect(app.state.cell == AppState.cells[min(max(0, index - zoom), AppState.cells.count - 1)])
        }
    }
}
