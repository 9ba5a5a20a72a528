import FlowModel
import FlowTrace

/// The records of a source, a buffer and the pacing or plain subscriber below it.
extension TraceBuilder {
    /// A stream of the lanes `source`, `buffer` and `output`.
    static func buffered(size: Int?, overflow: OverflowPolicy, below: NodeFact.Role, detail: String) -> TraceBuilder {
        let builder = TraceBuilder([.init("source", .source), .init("buffer", .buffer), .init("output", .output)])
        let source = builder.recorder.declareNode(.source, name: "source")
        let buffer = builder.recorder.declareNode(
            .buffer, name: "buffer", capacity: size, overflow: overflow, prefetch: .byRequest)
        let subscriber = builder.recorder.declareNode(below, name: "pace", detail: detail)
        builder.edge("source", .source, from: source)
        builder.edge("buffer", .store, from: buffer)
        builder.edge("output", .link, from: buffer, to: subscriber)
        return builder
    }

    func begin() {
        at(0) { signal("output", .subscribed) { ask("output", .max(1)) } }
    }

    /// Records a value that waits.
    func hold(_ value: String) {
        signal("source", .offered, value) { signal("buffer", .buffered, value) }
    }

    /// Records a value that replaces the oldest in a full buffer.
    func push(_ value: String, out oldest: String) {
        signal("source", .offered, value) {
            signal("buffer", .dropped, oldest, reason: .overflowOldest)
            signal("buffer", .buffered, value)
        }
    }

    /// Records a value that passes immediately.
    func pass(_ value: String) {
        signal("source", .offered, value) {
            signal("buffer", .buffered, value)
            signal("buffer", .unbuffered, value) { signal("output", .value, value) }
        }
    }

    /// Records a value that passes immediately to a subscriber, which returns a demand of 1.
    func passAndAsk(_ value: String) {
        signal("source", .offered, value) {
            signal("buffer", .buffered, value)
            signal("buffer", .unbuffered, value) {
                signal("output", .value, value) { ask("output", .max(1), .returned) }
            }
        }
    }

    /// A subscriber that requests once, and returns 1 for every value except the third.
    static func askedByReturning() -> TraceBuilder {
        let builder = buffered(size: 20, overflow: .dropOldest, below: .sink, detail: "")
        builder.begin()
        builder.at(1) { builder.passAndAsk("1") }
        builder.at(2) { builder.passAndAsk("2") }
        builder.at(3) { builder.pass("3") }
        builder.at(4) { builder.hold("4") }
        builder.at(5) { builder.hold("5") }
        return builder
    }

    /// Records a request that removes a value from the buffer.
    func take(_ value: String) {
        ask("output", .max(1)) { signal("buffer", .unbuffered, value) { signal("output", .value, value) } }
    }

    /// Scenario `pace`, up to the end.
    static func pace() -> TraceBuilder {
        let builder = buffered(size: 1000, overflow: .dropOldest, below: .pace, detail: "1 s")
        builder.begin()
        builder.at(0) { builder.pass("A") }
        builder.at(0.3) { builder.hold("B") }
        builder.at(0.6) { builder.hold("C") }
        builder.at(1) { builder.take("B") }
        builder.at(2) { builder.take("C") }
        builder.at(3) { builder.ask("output", .max(1)) }
        builder.at(5) { builder.pass("D") }
        builder.at(5.3) { builder.hold("E") }
        builder.at(5.6) {
            builder.hold("F")
            builder.signal("source", .finished)
        }
        builder.at(6) { builder.take("E") }
        builder.at(7) { builder.take("F") }
        builder.at(8) { builder.ask("output", .max(1)) { builder.signal("output", .finished) } }
        return builder
    }

    /// Scenario `pausable-sink`, paused at 3.55, up to 11.50.
    static func pausableSink() -> TraceBuilder {
        let builder = buffered(size: 20, overflow: .dropOldest, below: .pace, detail: "0.1 s")
        builder.begin()
        for tick in 1...15 {
            if tick == 15 { builder.at(3.55) { builder.signal("output", .state, "paused") } }
            if tick > 1 { builder.at(Double(tick - 1) * 0.25 + 0.1) { builder.ask("output", .max(1)) } }
            builder.at(Double(tick) * 0.25) { builder.pass("\(tick)") }
        }
        for tick in 16...35 { builder.at(Double(tick) * 0.25) { builder.hold("\(tick)") } }
        for tick in 36...46 { builder.at(Double(tick) * 0.25) { builder.push("\(tick)", out: "\(tick - 20)") } }
        return builder
    }

    /// Scenario `overflow`, variant `custom-error`.
    static func customError() -> TraceBuilder {
        let builder = buffered(size: 5, overflow: .fail, below: .sink, detail: "")
        builder.begin()
        builder.at(0) { builder.pass("1") }
        for value in 2...6 { builder.at(Double(value - 1) * 0.05) { builder.hold("\(value)") } }
        builder.at(0.3) {
            builder.signal("source", .offered, "7") { builder.signal("buffer", .dropped, "7", reason: .error) }
        }
        builder.at(1) {
            builder.ask("output", .max(1)) {
                builder.signal("buffer", .unbuffered, "2") { builder.signal("output", .value, "2") }
                for value in 3...6 { builder.signal("buffer", .dropped, "\(value)", reason: .error) }
                builder.signal("output", .failure, "Overflow(size: 5)")
            }
        }
        return builder
    }
}
