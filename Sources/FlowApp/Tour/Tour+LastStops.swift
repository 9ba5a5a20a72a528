import FlowTrace

extension Tour {
    static let blame = TourStop(
        name: "who is to blame", choice: scenario("async-stream"), start: TraceTime(seconds: 3.1), isFrozen: true, speed: 1,
        text: [
            """
            Swift's own streams have demand too: a for await loop asks for a value each time it comes round. Here 'yield' sends four \
            values a second into an AsyncStream, a buffer without a limit; the loop 'for await' works for a second on each. Values pile up.
            """
        ],
        task: .predict(
            "Which stage holds the others back?",
            choices: [
                "yield, which sends the values", "AsyncStream, which keeps the values", "for await, which does not ask",
            ], outcome: culprit(among: ["yield", "AsyncStream", "for await"])),
        answer: [
            .words(
                """
                How one knows: find the place where values wait and the stage below does not ask for them (demand 0). That stage is to \
                blame. flowviz finds it for you at every moment, in your own program too, and says so in a line:
                """), .verdict, .words("\(.why) says step by step why the last event happened."),
        ])

    static let past = TourStop(
        name: "back in time", choice: scenario("pace", "tight"), start: TraceTime(seconds: 2.2), isFrozen: false, speed: 0.5,
        text: [
            """
            This buffer has room for 2, and some of the eight letters that came were dropped. That is over, and time goes on; but flowviz \
            keeps what has happened, and can show any moment of it again.
            """
        ],
        task: .press("Press \(.previousMatch) to go back to the previous drop.") { state, facts in
            state.playhead.map { facts.isDrop($0.sequence) } ?? false
        },
        answer: [
            .words("Time stopped, and all of the screen went back to the moment of the drop. To move from there:"),
            .words("  one event back, on             \(.travel(.stepBack)) \(.travel(.stepForward))"),
            .words("  a little time back, on         \(.travel(.left)) \(.travel(.right))"),
            .words("  the drop before, after         \(.previousMatch) \(.nextMatch)"),
            .words("  to the start, to now           \(.travel(.start)) \(.travel(.now))"),
            .words("  run time from now, or stop it  \(.travel(.freeze))"),
        ])

    static let program = TourStop(
        name: "your own program", choice: chain("drop-oldest"), start: TraceTime(seconds: 2.6), isFrozen: true, speed: 1,
        text: [
            """
            So far you saw scenarios that were made for flowviz. This is a chain of operators as any program may have it, and its lanes \
            are drawn from what its operators did.
            """
        ],
        task: .press("Press \(.code) to see its text in Swift, and \(.close) to come back here.") { state, _ in
            state.overlay == .code
        },
        answer: [
            .words("Your own program shows as lanes like these. Build it with FlowAgent (docs/trace-combine.md says how), then:"),
            .code("  FLOWVIZ=1 ./app                      starts it so that it can be watched"),
            .code("  flowviz attach                       watches it, from another terminal"),
            .code("  flowviz record -o run.fvz -- ./app   records a run of it"),
            .code("  flowviz replay run.fvz               shows what was recorded"),
            .code("  flowviz diagnose run.fvz             names the stage that is to blame"),
            .words("A file of Swift needs no preparation: flowviz try file.swift"),
        ])
}
