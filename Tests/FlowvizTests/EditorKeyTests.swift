import FlowModel
import FlowPlayground
import FlowScreen
import FlowTestSupport
import FlowTrace
import FlowViews
import Testing

@testable import FlowApp
@testable import FlowSessions

@Suite("Typing chains", .notForever)
struct EditorKeyTests {
    private static let chain =
        "marbles(\"AB-C|\").buffer(size: 3, prefetch: .byRequest, whenFull: .dropOldest).pace(.seconds(1)).sink()"

    private func screen(_ app: AppFixture, _ size: Size = Size(width: 120, height: 36)) -> String {
        var surface = Surface(size)
        RootView(Scene.screen(app.state, app.session)).draw(into: &surface)
        return TextOutput.render(surface)
    }

    /// The output of the last lane of the run.
    private func output(_ app: AppFixture) -> [String] {
        let model = app.session.streams[app.session.streams.count - 1].model
        return model.log.entries.filter { model.laneName(of: $0) == "output" && $0.kind == .value }
            .map { "\($0.time) \(model.log.value(of: $0)?.description ?? "")" }
    }

    @Test func `a typed chain takes the place of the scenario`() throws {
        var app = try AppFixture("pace", at: 2)

        app.type("i" + EditorKeyTests.chain)
        let effects = app.press(.enter)
        app.pass(5)

        #expect(effects == [.keep(EditorKeyTests.chain), .restart])
        #expect(app.state.editor == nil)
        #expect(app.session.streams[0].model.lanes.map(\.spec.name) == ["marbles", "buffer", "output"])
        #expect(output(app) == ["0 A", "1 B", "2 C"])
        #expect(screen(app).hasPrefix(" flowviz ▸ chain  marbles(\"AB-C|\").buffer(size: 3,"))
    }

    @Test func `Enter in an empty line runs the example that it shows`() throws {
        var app = try AppFixture("pace")
        app.type("i")
        #expect(
            screen(app).rows(with: "▸ marbles(\"ABCDEF|\").buffer(size: 2,") == [
                "  ▸ marbles(\"ABCDEF|\").buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).pace(.seconds(1))"
            ])
        #expect(
            screen(app).rows(with: "Enter runs this example, Tab takes it to be changed.") == [
                "    Enter runs this example, Tab takes it to be changed."
            ])

        app.press(.enter)
        app.pass(6)

        #expect(output(app) == ["0 A", "1 C", "2 E", "3 F"])
    }

    @Test func `Tab takes the example into an empty line`() throws {
        var app = try AppFixture("pace")

        app.type("i")
        app.press(.tab)

        #expect(app.state.editor?.line.text == ChainEditor.example)
        // The hint shows how to continue the chain.
        #expect(
            screen(app).rows(with: "A dot behind it lists what can follow.") == ["    A dot behind it lists what can follow."])
    }

    @Test func `a chain that cannot run stays in the line, with what is wrong below it`() throws {
        var app = try AppFixture("pace")

        app.type("i[1].publisher.filter { $0 + 1 }.sink()")
        let effects = app.press(.enter)

        #expect(effects == [])
        let rows = screen(app).split(separator: "\n").map(String.init)
        let row = try #require(rows.firstIndex(of: "  ▸ [1].publisher.filter { $0 + 1 }.sink()"))
        #expect(rows[row + 1].trimmingPrefix(while: \.isWhitespace) == "^~~~~~")
        #expect(rows[row + 1].prefix { $0 == " " }.count == 4 + 23)
        #expect(rows[row + 2] == "    error: closure of 'filter' must return Bool, but returns Int")
        #expect(app.session.name == "pace")
    }

    @Test func `Enter says what is wrong with a chain that is not whole, until it is changed`() throws {
        var app = try AppFixture("pace")
        let cases: [(text: String, change: Key, row: String)] = [
            ("[1, 2].publisher.map", .backspace, "    error: 'map' needs parentheses: .map(…)"),
            ("[1, 2].publisher.map { $0", .character(" "), "    error: expected '}' to end the closure"),
        ]
        for (text, change, row) in cases {
            app.press(.escape)
            app.type("i" + text)
            #expect(screen(app).rows(with: "error: ") == [])

            #expect(app.press(.enter) == [])
            #expect(screen(app).rows(with: "error: ") == [row])

            app.press(change)
            #expect(screen(app).rows(with: "error: ") == [], "\(text)")
        }
    }

    @Test func `a chain without a sink tells that operators can follow`() throws {
        var app = try AppFixture("pace")
        app.type("i[1, 2].publisher")
        #expect(
            screen(app).rows(with: "A dot behind it lists what can follow.") == ["    A dot behind it lists what can follow."])

        app.type(".sink()")

        #expect(screen(app).rows(with: "Enter runs it.") == ["    Enter runs it."])
        #expect(screen(app).rows(with: "A dot behind it") == [])
    }

    @Test func `the picker lets a chain be typed, and says so`() throws {
        var app = try AppFixture("pace")
        app.type("s")
        let rows = [
            60: " Esc closes  i type a chain  ↑ ↓ choose      ? help  q quit",
            80: " Esc closes  i type a chain  ↑ ↓ choose  Enter open  / find      ? help  q quit",
            120:
                " Esc closes  i type a chain  ↑ ↓ choose  Enter open  / find                                              ? help  q quit",
        ]
        for (width, row) in rows {
            #expect(screen(app, Size(width: width, height: width / 5 + 4)).rows(with: "i type a chain") == [row])
        }

        app.type("i")

        #expect(app.state.editor != nil && app.state.overlay == nil)
    }

    @Test func `a text with more rows than are shown says so`() throws {
        var app = try AppFixture("pace")
        app.type("i")
        _ = app.state.insert((1...9).map { "let a\($0) = \($0)" }.joined(separator: "\n"))
        #expect(screen(app).rows(with: "… let a6 = 6⏎") == ["  … let a6 = 6⏎"])
        #expect(screen(app).rows(with: "  let a9 = 9") == ["    let a9 = 9"])

        for _ in 0..<60 { app.press(.left) }

        #expect(screen(app).rows(with: "… let a5 = 5⏎") == ["  … let a5 = 5⏎"])
    }

    @Test func `what fits is listed with its signature and summary, and Tab goes through it`() throws {
        var app = try AppFixture("pace")
        app.type("i[1].publisher.red")
        #expect(
            screen(app).rows(with: "reduce(_ initial: T, _ next: ") == [
                "    reduce(_ initial: T, _ next: (T, Output) -> T) -> Publisher<T, Failure>",
                "    reduce(_ initial: T, _ next: (T, Output) -> T) -> Publisher<T, Fail…  Accumulates a value and sends it at the end.",
            ])
        #expect(
            screen(app).rows(with: "Accumulates a value and sends it at the end.") == [
                "    Accumulates a value and sends it at the end.",
                "    reduce(_ initial: T, _ next: (T, Output) -> T) -> Publisher<T, Fail…  Accumulates a value and sends it at the end.",
            ])
        let example = try #require(OperatorTable.rows(of: "reduce").first).example
        #expect(screen(app).rows(with: "as in ") == ["    as in \(example)"])

        app.press(.tab)

        #expect(app.state.editor?.line.text == "[1].publisher.reduce(")
        #expect(app.state.editor?.screen.chosen == 0)
        app.press(.backTab)
        #expect(app.state.editor?.line.text == "[1].publisher.red")
    }

    @Test func `Esc closes the line and leaves what runs`() throws {
        var app = try AppFixture("pace", at: 1)

        app.type("i[1].publisher")
        app.press(.escape)

        #expect(app.state.editor == nil)
        #expect(app.session.name == "pace" && app.session.now == TraceTime(seconds: 1))
    }

    @Test func `what was typed when Esc closed the line comes back with the arrow up`() throws {
        var app = try AppFixture("pace")
        app.type("i[1].publisher")
        app.press(.escape)
        app.type("i")
        #expect(app.state.editor?.line.text == "")

        app.press(.up)

        #expect(app.state.editor?.line.text == "[1].publisher")
    }

    @Test func `a line with a text in it says how to empty it, on every screen`() throws {
        var app = try AppFixture("pace")
        app.type("i")
        #expect(screen(app).rows(with: "^U clear") == [])

        app.type("[1].publisher")

        for width in [60, 80, 120] {
            #expect(
                screen(app, Size(width: width, height: width / 5 + 4)).rows(with: "^U clear") == [
                    " Enter run  Tab complete  ↑ ↓ earlier  Esc close  ^U clear"
                ])
        }
    }

    @Test func `keys that are commands elsewhere are letters in the line`() throws {
        var app = try AppFixture("pace")

        app.type("iqsvVrfn?")

        #expect(app.state.editor?.line.text == "qsvVrfn?")
        #expect(app.state.overlay == nil && !app.state.isFrozen)
    }

    @Test func `the line holds the chain that runs, and arrows bring those before it`() throws {
        var app = try AppFixture("pace")
        for text in ["[1].publisher.sink()", "[2].publisher.sink()"] {
            app.type("i")
            app.press(.control("u"))
            app.type(text)
            app.press(.enter)
        }

        app.type("i")

        #expect(app.state.editor?.line.text == "[2].publisher.sink()")
        app.press(.up)
        app.press(.up)
        #expect(app.state.editor?.line.text == "[1].publisher.sink()")
    }

    @Test func `a changed number is rerun, and stands in the text`() throws {
        var app = try AppFixture("pace")
        app.type("i" + EditorKeyTests.chain)
        app.press(.enter)
        app.pass(4)
        #expect(app.state.number?.name == "size")

        app.type("p>")

        #expect(app.state.number?.name == "pace")
        #expect(app.session.runs.count == 2)
        #expect(output(app) == ["0 A", "1.5 B", "3 C"])
        app.type("i")
        #expect(app.state.editor?.line.text == EditorKeyTests.chain.replacing(".seconds(1)", with: ".seconds(1.5)"))
    }

    @Test func `a number that would not do is refused`() throws {
        var app = try AppFixture("pace")
        app.type("i[1, 2].publisher.collect(1).sink()")
        app.press(.enter)
        #expect(app.state.number?.name == "collect")

        app.type("<")

        #expect(app.state.notice == "collect cannot be 0: 'count' must be from 1 to 1000000, got 0")
        #expect(app.session.runs.count == 1)
    }

    @Test func `e and E send through keys, Space pauses a pausable sink`() throws {
        var app = try AppFixture("pace")
        app.type("ikeys().map { $0.uppercased() }.pausableSink { _ in true }")
        app.press(.enter)

        app.type("e")
        app.pass(1)
        app.type(" ")
        app.pass(1)
        #expect(
            screen(app).rows(with: "‖ paused  ×1") == [
                " flowviz ▸ chain  keys().map { $0.uppercased() }.pausableSink { _ in true }              typed   ‖ paused  ×1    2.00 s"
            ])
        app.type("E")
        app.pass(1)
        // The one value requested before still arrives.
        #expect(output(app).count == 2)
        app.type(" ")
        app.pass(0.5)
        app.type("e")
        app.pass(1)

        #expect(output(app).count == 3)
        #expect(screen(app).rows(with: "typed   ‖ paused") == [])
    }

    @Test func `a fault while it runs stops the chain and is told`() throws {
        var app = try AppFixture("pace")

        app.type("imarbles(\"a-b|\").map { 10 / ($0.count - 1) }.sink()")
        app.press(.enter)
        app.pass(3)

        #expect(
            screen(app).rows(with: "chain:1:26: error: division by zero: 10 / 0") == [
                "▎ chain:1:26: error: division by zero: 10 / 0"
            ])
        #expect(app.session.isOver)
    }

    @Test func `Tab goes on from the scenario before the chain`() throws {
        var app = try AppFixture("overflow")
        let scenario = app.state.choice?.scenario ?? 0
        app.type("i[1].publisher.sink()")
        app.press(.enter)

        app.press(.tab)

        #expect(app.state.choice?.scenario == scenario + 1 && app.state.choice?.chain == nil)
    }

    @Test func `the printed line repeats the chain with its numbers and keys`() throws {
        var app = try AppFixture("pace")
        app.type("ikeys().map { $0 + \"'\" }.pace(.seconds(1)).sink()")
        app.press(.enter)
        app.pass(0.5)
        app.type("e")
        app.pass(1)
        app.type(">")

        #expect(
            app.session.repeatLine
                == "flowviz eval 'keys().map { $0 + \"'\\''\" }.pace(.seconds(1.5)).sink()' --send \"0.5:emit\"")
    }

    @Test func `a chain of several lines is one text`() throws {
        var app = try AppFixture("pace")
        app.type("i")
        _ = app.state.insert(
            "let a = marbles(\"a-b|\")\nlet b = [1, 2].publisher\na.zip(b).map { $0 + String($1) }\n  .sink()")
        #expect(screen(app).rows(with: "let a = marbles(\"a-b|\")⏎") == ["  ▸ let a = marbles(\"a-b|\")⏎"])

        app.press(.enter)
        app.pass(2)

        #expect(output(app) == ["0 a1", "0.5 b2"])
        #expect(
            screen(app).rows(with: "let a = marbles(\"a-b|\"); let b = [1, 2].publisher;") == [
                " flowviz ▸ chain  let a = marbles(\"a-b|\"); let b = [1, 2].publisher; a.zip(b).map … typed   │ over 0.50 s  ×1    0.50 s"
            ])
    }

    @Test func `every key and any text leave a screen that can be drawn`() throws {
        var app = try AppFixture("pace")
        app.type("i")
        let keys: [Key] = [.tab, .backTab, .left, .backspace, .control("w"), .up, .down, .home, .end, .delete, .character("漢")]
        for text in ["mar", ".", "(", "\"", "{ $0", ")", "漢字", "\n", String(repeating: "a", count: 400)] {
            _ = app.state.insert(text)
            for key in keys {
                app.press(key)
                for size in [Size(width: 60, height: 16), Size(width: 80, height: 24), Size(width: 200, height: 50)] {
                    let rows = screen(app, size).split(separator: "\n", omittingEmptySubsequences: false)
                    #expect(rows.count >= size.height)
                }
            }
        }
    }
}
