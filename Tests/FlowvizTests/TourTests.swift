import FlowModel
import FlowScreen
import FlowTrace
import FlowViews
import Testing

@testable import FlowApp

@Suite("The tour")
struct TourTests {
    /// The answer to each stop, and the time that must pass afterwards.
    private static let right: [(keys: String, seconds: Double)] = [
        ("d", 0), ("c", 1.2), ("b", 0.2), (" ", 2), ("c", 0), ("N", 0), ("c", 0),
    ]

    @Test func `who answers everything rightly goes from the first stop to the end`() throws {
        var app = try AppFixture(tour: 1)
        var heads: [String] = []

        for (keys, seconds) in TourTests.right {
            heads.append(try #require(app.panel)[0])
            app.take(.character(Character(keys)))
            app.watch(seconds)
            #expect(app.state.tour.isAnswered)
            if app.state.overlay != nil { app.take(.escape) }
            heads.append(try #require(app.panel)[0])
            app.take(.enter)
        }
        heads.append(try #require(app.panel)[0])

        let names = ["demand", "a buffer", "a full buffer", "a pause", "who is to blame", "back in time", "your own program"]
        let expected = names.enumerated().flatMap { index, name in
            ["skips", "goes on"].map { "Tour \(index + 1) of 7: \(name) | Enter \($0)  Backspace back  Esc leaves" }
        }
        #expect(heads == expected + ["The tour is over | Enter closes  Backspace back"])
        #expect(app.state.tour.reached == 0, "the tour begins anew")
        app.take(.enter)
        #expect(app.panel == nil)
        #expect(app.state.notice == "T takes the tour again; time stands still, f runs it")
    }

    @Test func `a right prediction runs time on to the event that shows it, and says why`() throws {
        var app = try AppFixture(tour: 3)
        #expect(app.state.isFrozen)

        app.take("b")
        #expect(app.panel?.contains("  b  3 is dropped, to make room (let us see)") == true)
        app.watch(0.2)

        #expect(app.state.isFrozen)
        let shown = app.state.playhead ?? app.session.facts.now
        let drop = try #require(app.session.facts.fate(of: "3"))
        #expect(drop.fate == .dropped && shown.time >= TraceTime(seconds: 0.35) && shown.time < TraceTime(seconds: 0.4))
        #expect(app.session.facts.model.log.entries(after: shown.sequence).allSatisfy { $0.time > shown.time })
        #expect(
            app.panel == [
                "Tour 3 of 7: a full buffer | Enter goes on  Backspace back  Esc leaves",
                "Right: 3 is dropped, to make room.",
                "7 took the place of 2, 8 takes that of 3. A buffer has one of four policies:",
                "  dropOldest   the oldest value is dropped: here",
                "  dropNewest   the new value is dropped, the buffer stays as it is",
                "  customError  the stream fails",
                "  keepFull     it asks only for what fits; the source drops the rest",
                "v shows the next of the four as it runs.",
            ])
    }

    @Test func `a wrong prediction is told what is right`() throws {
        var app = try AppFixture(tour: 2)

        app.take("a")
        app.watch(1.2)

        #expect(app.panel?[1] == "Not a. c is right: B waits in the buffer until it is asked for.")
        #expect(
            app.state.isFrozen && app.session.now == TraceTime(seconds: 1) || app.state.playhead?.time == TraceTime(seconds: 1))
    }

    @Test func `the letters of a question run no keys, also once it is answered`() throws {
        var app = try AppFixture(tour: 5)
        app.take("c")
        #expect(app.panel?[1] == "Right: for await, which does not ask.")

        app.take("c")
        #expect(app.state.overlay == nil && app.state.notice == "it is answered; Enter goes on")
        app.take(.enter)

        #expect(app.state.tour.stop == 5)
    }

    @Test func `a stop that is skipped is named, and Backspace goes back to it`() throws {
        var app = try AppFixture(tour: 2)

        app.take(.enter)
        #expect(app.state.tour.stop == 2 && app.state.notice == "'a buffer' is skipped; Backspace goes back to it")
        app.take(.backspace)

        #expect(app.state.tour.stop == 1 && app.state.notice == nil)
        app.take(.backspace)
        app.take(.backspace)
        #expect(app.state.tour.stop == 0 && app.state.notice == "this is the first stop of the tour; Enter goes on")
    }

    @Test func `Esc leaves the screen as it is, and T goes on at the same stop`() throws {
        var app = try AppFixture("pausable-sink", size: Size(width: 80, height: 24))
        app.state.speed = 2
        app.take("T")
        #expect(app.state.tour.stop == 0 && app.state.notice == nil && app.state.speed == 1)
        app.take(.enter)
        app.take(.enter)
        let choice = app.state.choice

        app.take(.escape)
        #expect(app.panel == nil && app.state.choice == choice && app.state.speed == 2)
        #expect(app.state.notice == "T goes on with the tour; time stands still, f runs it")
        app.take(.tab)
        app.take("T")

        #expect(app.state.choice == choice)
        #expect(app.panel?[0].hasPrefix("Tour 3 of 7") == true)
        #expect(app.state.notice == "the tour goes on at stop 3 of 7; Backspace goes back")
    }

    @Test func `Esc first closes what was opened`() throws {
        var app = try AppFixture(tour: 6)
        app.take("/")
        app.type("A")
        app.take(.enter)
        #expect(app.state.search.filter != nil)

        app.take(.escape)
        #expect(app.state.search.filter == nil && app.state.tour.stop == 5)
        app.take("l")
        app.take(.escape)
        #expect(app.state.overlay == nil && app.state.tour.stop == 5)
        app.take(.escape)

        #expect(app.state.tour.stop == nil)
    }

    @Test func `who leaves a stop's scenario is not told what is not on the screen`() throws {
        var app = try AppFixture(tour: 3)

        app.take(.tab)
        let away = "Backspace goes back to this stop, Enter to the next; Esc leaves the tour and stays here."
        #expect(app.panel == ["Tour 3 of 7: a full buffer | Enter skips  Backspace back  Esc leaves", away])
        app.take(.backspace)
        #expect(app.panel?.count == 6 && app.session.now == TraceTime(seconds: 0.27))
        app.take("v")

        #expect(app.panel?.count == 3 && app.panel?[1].hasPrefix("This is dropNewest") == true && app.panel?[2] == away)
    }

    @Test func `a restart asks again, from the moment where the stop begins`() throws {
        var app = try AppFixture(tour: 1)
        app.take("d")
        #expect(app.state.tour.isAnswered)

        app.take("r")

        #expect(!app.state.tour.isAnswered && app.session.now == TraceTime(seconds: 0.5))
    }

    @Test func `every stop begins unanswered, and the verdict is hidden where it would answer`() throws {
        for stop in 1...Tour.stops.count {
            var app = try AppFixture(tour: stop, size: Size(width: 120, height: 36))
            app.session.refresh(&app.state)

            #expect(!app.state.tour.isAnswered)
            #expect(app.rows.contains { $0.contains("held back by for await") } == false)
            if case .predict = Tour.stops[stop - 1].task { #expect(!app.rows.contains { $0.hasPrefix(" verdict") }) }
        }
    }

    @Test func `q leaves the program, other keys do what they always do`() throws {
        var app = try AppFixture(tour: 2)

        app.take("f")
        #expect(!app.state.isFrozen)
        #expect(app.press("q") == [.quit])
    }
}
