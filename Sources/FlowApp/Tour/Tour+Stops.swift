import FlowTrace

extension Tour {
    static let demand = TourStop(
        name: "demand", choice: scenario("demand-basics"), start: TraceTime(seconds: 0.5), isFrozen: false, speed: 1,
        text: [
            """
            A publisher sends values, and a subscriber takes them. The subscriber says how many it wants: that is demand, and a publisher \
            never sends more. This subscriber asked for 3 of 4 values. It got One, Two and Three, and now nothing moves: the lane 'demand' \
            is at 0.
            """
        ],
        task: .press("Press \(.press(.request1)): the subscriber asks for 1 more.") { _, facts in facts.fate(of: "Four") != nil },
        answer: [
            .words("Four came at once, for now there was demand for it. Then the stream finished: nothing is left to send."),
            .words(
                """
                So it is the subscriber that grants demand. Each value uses up one, and where demand is 0 nothing is delivered. That is \
                backpressure: the subscriber sets the pace, not the source.
                """),
        ])

    static let buffer = TourStop(
        name: "a buffer", choice: scenario("pace"), start: TraceTime(seconds: 0.2), isFrozen: true, speed: 0.5,
        text: [
            """
            Many sources send when they like, asked or not. A buffer is a place before the subscriber where values wait until it asks. \
            This subscriber asks for one value a second: A went straight through at 0 s, and the next time it asks is at 1 s. B comes \
            at 0.3 s.
            """
        ],
        task: .predict(
            "What happens to B? Press a letter, and time runs on to the answer.",
            choices: [
                "B is dropped: nobody has asked for it", "B is delivered at 0.3 s, as A was",
                "B waits in the buffer until it is asked for",
            ], outcome: fate(of: "B", answers: [.dropped, .passed, .waited])),
        answer: [
            .words(
                """
                It waited from 0.3 s to 1 s; the bars of the lane 'buffer' show how many wait. A value that nobody has asked for waits \
                where there is room for it. Where there is none, it is dropped: that is the next stop.
                """)
        ])

    static let policies = TourStop(
        name: "a full buffer", choice: scenario("overflow"), start: TraceTime(seconds: 0.27), isFrozen: true, speed: 0.25,
        text: [
            """
            Values come in bursts of 12, and this buffer has room for 5. 1 went straight through, 2 to 6 wait, and the buffer is full. \
            It is one of the kind called dropOldest. 7 and 8 come next.
            """
        ],
        task: .predict(
            "What happens to 3?",
            choices: ["3 is delivered: it is in the buffer already", "3 is dropped, to make room", "the stream fails"],
            outcome: fate(of: "3", answers: [.waited, .dropped, .failed])),
        answer: [
            .words("7 took the place of 2, 8 takes that of 3. A buffer has one of four policies:"),
            .words("  dropOldest   the oldest value is dropped: here"),
            .words("  dropNewest   the new value is dropped, the buffer stays as it is"),
            .words("  customError  the stream fails"),
            .words("  keepFull     it asks only for what fits; the source drops the rest"),
            .words("\(.nextVariant) shows the next of the four as it runs."),
        ],
        others: [
            "drop-newest": """
            This is dropNewest: a full buffer keeps its values and drops new ones. \(.nextVariant) shows the next policy.
            """,
            "custom-error": """
            This is customError: the first value that finds the buffer full makes the stream fail when the subscriber asks again. \
            The values still in the buffer are then dropped. \(.nextVariant) shows the next policy.
            """,
            "keep-full": """
            This is keepFull: the buffer requests no more than there is room for. What the source sends beyond that is dropped before \
            the buffer. \(.nextVariant) shows dropOldest again.
            """,
        ])

    static let pause = TourStop(
        name: "a pause", choice: scenario("pausable-sink"), start: TraceTime(seconds: 1.1), isFrozen: false, speed: 1,
        text: [
            """
            The subscriber at the end of a chain is called its sink, and this one can be paused. The source sends four values a second; \
            while the sink asks, they go straight through the buffer.
            """
        ],
        task: .press("Press \(.press(.togglePause)) to pause the sink, and watch the lane 'buffer' for two seconds.") {
            _, facts in
            facts.heldSincePause.map { $0 >= 4 } ?? false
        },
        answer: [
            .words(
                """
                A paused sink requests nothing; one value that it had asked for may still come. Nobody tells the source: it goes on sending, \
                and its values wait in the buffer. This one has room for 20; then it drops the oldest.
                """),
            .words(
                """
                \(.press(.togglePause)) resumes a paused sink, and what waited comes out, ten values a second, until the buffer is empty \
                again.
                """),
        ])
}
