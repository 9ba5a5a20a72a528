import FlowAnalysis
import FlowExport
import FlowModel
import FlowScenarios
import FlowScreen
import FlowTestSupport
import FlowTrace
import FlowViews
import Testing

@testable import FlowApp
@testable import FlowSessions

@Suite("What if")
struct WhatIfTests {
    private static let narrow = Size(width: 80, height: 24)

    private func lines(_ model: StreamModel) -> [String] {
        model.log.entries.map { JSONLines.line(for: $0, in: model) }
    }

    /// The events of a run without a screen.
    private func run(_ words: String) throws -> [String] {
        let run = try Program.run(words.split(separator: " ").map(String.init) + ["--format", "jsonl"])
        #expect(run.status == .exited(0) && run.errors == "")
        return run.output.split(separator: "\n").map(String.init)
    }

    private func text(_ app: AppFixture) -> String {
        var surface = Surface(app.state.size)
        RootView(app.session.screen(app.state)).draw(into: &surface)
        return TextOutput.render(surface)
    }

    @Test func `within a moment both panes are as far`() throws {
        var app = try AppFixture("overflow", at: 6.3)
        app.type(",,")
        #expect(app.state.playhead?.time == TraceTime(seconds: 6))
        app.type("p>")

        let got = app.session.screen(app.state).panes.map { $0.model.lanes[2].totals(upTo: $0.shown.sequence).values }
        #expect(got == [6, 6])
        #expect(app.session.screen(app.state).panes.map(\.shown.time) == [TraceTime(seconds: 6), TraceTime(seconds: 6)])
    }

    // MARK: Rerunning

    @Test func `a changed number is rerun from the same inputs, beside the run as it was`() throws {
        var app = try AppFixture("pace", "tight", at: 0.5)
        app.type("e")
        app.pass(0.7)
        app.type("E")
        app.pass(1)

        app.type("p>")

        #expect(app.session.runs.count == 2)
        #expect(app.session.runs.map(\.now) == [TraceTime(seconds: 2.2), TraceTime(seconds: 2.2)])
        let sends = "--until 2.2 --send 0.5:emit --send 1.2:burst"
        #expect(lines(app.session.streams[0].model) == (try run("run pace --variant tight \(sends)")))
        #expect(lines(app.session.streams[1].model) == (try run("run pace --variant tight --set size=3 \(sends)")))
        #expect(app.state.notice == "size 3 instead of 2: 9 dropped instead of 10, at most 3 held instead of 2")
    }

    @Test func `what is said of the two runs follows them, and the moment that is shown`() throws {
        var app = try AppFixture("overflow", at: 1)
        app.type("p>")
        let first = app.session.screen(app.state).notice
        app.pass(8)
        let models = app.session.streams.map(\.model)
        let now = RunOutcome(of: models[1]).words(insteadOf: RunOutcome(of: models[0]))

        #expect(first != nil && app.session.screen(app.state).notice?.hasSuffix(now) == true)
        #expect(app.session.screen(app.state).title == "right: \(now)")
        app.press(.left)
        let moments = app.session.screen(app.state).panes.map(\.shown.sequence)
        let then = zip(models, moments).map { RunOutcome(of: $0, upTo: $1) }
        #expect(app.session.screen(app.state).title == "right: \(then[1].words(insteadOf: then[0]))")
    }

    @Test func `two variants say in what the second differs`() throws {
        var app = try AppFixture("across-threads", at: 1, size: Size(width: 130, height: 36))
        app.type("V")
        app.pass(4)
        let outcomes = app.session.streams.map { RunOutcome(of: $0.model) }

        #expect(app.session.screen(app.state).title == "right: \(outcomes[1].words(insteadOf: outcomes[0]))")
    }

    /// A chain's text has the numbers of the run in focus.
    @Test(arguments: Catalogue.scenarios.flatMap { scenario in scenario.variants.map { "\(scenario.id)/\($0.id)" } })
    func `the text in Swift follows every number`(name: String) throws {
        let words = name.split(separator: "/").map(String.init)
        let variant = try Arguments.choice(scenario: words[0], variant: words[1]).variantValue
        let numbers = Numbers(variant)
        let code = variant.code(numbers)

        for number in variant.numbers {
            for value in number.steps where value != number.initial {
                var changed = numbers
                changed[number.name] = value
                #expect(variant.code(changed) != code, "\(number.name) \(number.text(value))")
                // `DispatchTimeInterval` takes only whole numbers, so 1.5 s is 1500 ms.
                let spellings = [number.word(value), ".milliseconds(\(Numbers.text(value * 1000)))"]
                #expect(spellings.contains { variant.code(changed).contains($0) }, "\(number.name) \(number.text(value))")
            }
        }
    }

    @Test func `the text in Swift is that of the run which is shown`() throws {
        var app = try AppFixture("pausable-sink", at: 1)
        app.type("<")
        #expect(app.session.screen(app.state).code.contains("size: 20"))
        app.type("V")

        #expect(app.session.screen(app.state).code.contains("size: 10"))
    }

    @Test func `both go on, and keys are pressed in both`() throws {
        var app = try AppFixture("pausable-sink", at: 1)

        app.type("<")
        app.pass(1)
        app.type(" ")
        app.pass(3)

        #expect(app.session.runs.map { $0.pressed.map { "\($0.time):\($0.control)" } } == [["2:pause"], ["2:pause"]])
        let sends = "--until 5 --send 2:pause"
        #expect(lines(app.session.streams[0].model) == (try run("run pausable-sink \(sends)")))
        #expect(lines(app.session.streams[1].model) == (try run("run pausable-sink --set size=10 \(sends)")))
    }

    @Test func `another change is rerun beside the same original`() throws {
        var app = try AppFixture("pace", "tight", at: 3)
        let before = lines(app.session.streams[0].model)

        app.type("p>>>p>")

        #expect(app.session.runs[1].settings == ["size=8", "strategy=dropNewest"])
        #expect(lines(app.session.streams[0].model) == before)
        #expect(app.state.numbers?["size"] == 8 && app.state.choice?.numbers["size"] == 2)
    }

    @Test func `the number as it was leaves one run`() throws {
        var app = try AppFixture("pace", at: 3)

        app.type("<>")

        #expect(app.session.runs.count == 1 && app.state.whatIf == nil)
        #expect(app.state.notice == "interval is 1 s again, as it was")
    }

    @Test func `where the run is over the other is rerun to its own end`() throws {
        var app = try AppFixture("pace", at: 20)

        app.type(">>")

        #expect(app.session.isOver)
        #expect(lines(app.session.streams[1].model) == (try run("run pace --set interval=2")))
        #expect(app.state.notice == "interval 2 s instead of 1 s: at most 3 held instead of 2, finished at 12.00 instead of 8.00")
    }

    @Test func `a run that can go on for ever is not rerun for ever`() throws {
        var app = try AppFixture("dispatch-timer", "cancelled", at: 20)
        let end = app.session.now

        app.type(">")

        #expect(app.session.runs[1].now <= TraceTime(nanoseconds: end.nanoseconds * 10))
    }

    @Test func `a moment in the past stays the same moment`() throws {
        var app = try AppFixture("pace", "tight", at: 3)
        app.press(.left)
        app.press(.left)
        let time = app.state.playhead?.time

        app.type("p>V")

        #expect(time != nil && app.state.playhead?.time == time)
        #expect(app.session.facts.model.log[sequence: app.state.playhead?.sequence ?? 0].map { $0.time <= time! } == true)
    }

    @Test func `restarting starts both`() throws {
        var app = try AppFixture("pace", at: 3)

        app.type("<e")
        app.type("r")

        #expect(app.session.runs.map(\.now) == [.zero, .zero])
        #expect(app.session.runs.map(\.settings) == [[], ["interval=0.5"]])
        #expect(app.session.runs.allSatisfy { $0.pressed.isEmpty })
    }

    @Test func `what is printed in the end repeats the changed run`() throws {
        var app = try AppFixture("pace", "tight", at: 0.5)

        app.type("p>e")

        #expect(app.session.repeatLine == "flowviz run pace --variant tight --set size=3 --send \"0.5:emit\"")
        app.press(.escape)
        #expect(app.session.repeatLine == "flowviz run pace --variant tight --send \"0.5:emit\"")
    }

    // MARK: On the screen

    @Test func `both stand side by side where they fit, and V turns to each and back`() throws {
        var app = try AppFixture("pace", "tight", at: 3)

        app.type("p>")
        #expect(
            app.session.screen(app.state).panes.map { "\($0.variant) \($0.point)" } == ["as it was size 2", "what if size 3"])
        app.type("V")
        #expect(app.session.screen(app.state).title == "what if: size 3")
        #expect(app.session.facts.model.log.count == app.session.streams[1].model.log.count)
        app.type("V")
        #expect(app.session.screen(app.state).title == "as it was: size 2")
        app.type("V")
        #expect(app.session.screen(app.state).panes.count == 2)
    }

    @Test func `where they do not fit, the changed run is shown, and V turns between the two`() throws {
        var app = try AppFixture("pace", "tight", at: 3, size: WhatIfTests.narrow)

        app.type("p>")
        #expect(
            text(app).rows(with: "pace  what if: size 3") == [
                " flowviz ▸ pace  what if: size 3                        ▶ running  ×1    3.00 s"
            ])
        #expect(
            text(app).rows(with: "size 3 instead of 2: 3 dropped instead of 4") == [
                "▎ size 3 instead of 2: 3 dropped instead of 4, at most 3 held instead of 2; V:"
            ])
        #expect(
            text(app).rows(with: "V as it was  Esc one run") == [
                " < > size 3  V as it was  Esc one run │ e emit   i type a chain  ? help  q quit"
            ])
        app.type("V")
        #expect(
            text(app).rows(with: "pace  as it was: size 2") == [
                " flowviz ▸ pace  as it was: size 2                      ▶ running  ×1    3.00 s"
            ])
        app.type("V")
        #expect(
            text(app).rows(with: "pace  what if: size 3") == [
                " flowviz ▸ pace  what if: size 3                        ▶ running  ×1    3.00 s"
            ])
    }

    @Test func `Esc leaves the run as it was, with its own cells`() throws {
        var app = try AppFixture("pace", at: 3)
        let cell = app.state.cell

        app.type("<")
        #expect(app.state.cell > cell)
        app.press(.escape)

        #expect(app.session.runs.count == 1 && app.state.whatIf == nil && app.state.cell == cell)
    }

    @Test func `another scenario or variant leaves the comparison`() throws {
        for key: Key in [.tab, .character("v"), .character("8")] {
            var app = try AppFixture("pace", at: 3)

            app.type("<")
            app.press(key)

            #expect(app.state.whatIf == nil && app.session.runs.count == 1, "\(key)")
        }
    }

    @Test func `two variants make room for another number`() throws {
        var app = try AppFixture("pace", at: 3)

        app.type("V")
        app.pass(2)
        app.type("<")

        #expect(!app.state.showsTwo)
        #expect(app.session.runs.map(\.variant.id) == ["as-asked", "as-asked"])
        #expect(app.session.runs.map(\.settings) == [[], ["interval=0.5"]])
    }

    @Test func `strategies are walked through by their names, and the ends say so`() throws {
        var app = try AppFixture("overflow", at: 2)

        app.type("p")
        #expect(app.state.notice == "< and > change strategy, now dropOldest")
        app.type(">>")
        #expect(app.session.runs[1].settings == ["strategy=customError"])
        app.type(">")
        #expect(app.state.notice == "strategy is customError, the last there is")
    }

    // MARK: Recordings

    @Test func `a recording is rerun with what was pressed in it`() throws {
        let words = "pausable-sink --until 8 --send 1:pause --send 6:resume"
        let fixture = try ReplayFixture(words, at: 7)
        let replay = try #require(fixture.replay)

        fixture.type("<")

        #expect(lines(replay.streams[1].model) == (try run("run \(words) --set size=10")))
        #expect(replay.screen(fixture.state).panes.map(\.variant) == ["as it was", "what if"])
        #expect(replay.screen(fixture.state).panes.map(\.now.time) == [TraceTime(seconds: 7), TraceTime(seconds: 7)])
    }

    @Test func `the moments of a rerun recording are its own`() throws {
        let fixture = try ReplayFixture("pace", at: 6.5)
        let replay = try #require(fixture.replay)

        fixture.type("<V")
        #expect(replay.moment == replay.streams[1].model.moment(at: TraceTime(seconds: 6.5)))
        fixture.press(.end)
        #expect(replay.isOver && replay.now == TraceTime(seconds: 8))
        fixture.press(.escape)

        #expect(replay.streams.count == 1 && replay.isOver)
    }

    @Test func `a recording refuses other keys, and V before anything was changed`() throws {
        let fixture = try ReplayFixture("pace", at: 3)

        fixture.type("e")
        #expect(
            fixture.state.notice == "this is a recording of pace: only < and > change it; flowviz --scenario pace runs it")
        fixture.type("V")
        #expect(fixture.state.notice == "< and > rerun this recording with another number, V turns to the run as it was")
    }
}
