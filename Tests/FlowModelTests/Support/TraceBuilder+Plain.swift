import FlowModel
import FlowTrace

/// Scenarios without a buffer that waits for demand.
extension TraceBuilder {
    private static func plain() -> TraceBuilder {
        let builder = TraceBuilder([.init("source", .source), .init("output", .output)])
        let source = builder.recorder.declareNode(.source, name: "source")
        let sink = builder.recorder.declareNode(.sink, name: "sink")
        builder.edge("source", .source, from: source)
        builder.edge("output", .link, from: source, to: sink)
        return builder
    }

    private func deliver(_ value: String, returning demand: Demand = .none, then body: () -> Void = {}) {
        signal("source", .offered, value) {
            signal("output", .value, value) {
                body()
                if demand != .none { ask("output", demand, .returned) }
            }
        }
    }

    private func lose(_ value: String, _ reason: DropReason = .noDemand) {
        signal("source", .offered, value) { signal("source", .dropped, value, reason: reason) }
    }

    /// Scenario `demand-sink`.
    static func demandSink() -> TraceBuilder {
        let builder = plain()
        builder.at(0) { builder.signal("output", .subscribed) { builder.ask("output", .max(1)) } }
        builder.at(1) { builder.deliver("1", returning: .max(1)) }
        builder.at(2) { builder.deliver("2") }
        builder.at(3) { builder.lose("3") }
        builder.at(4) { builder.ask("output", .max(2)) }
        builder.at(5) { builder.deliver("4") }
        builder.at(6) { builder.deliver("5") }
        builder.at(7) {
            builder.lose("6")
            builder.signal("source", .finished) { builder.signal("output", .finished) }
        }
        builder.at(8) { builder.ask("output", .max(2)) }
        return builder
    }

    /// A value is lost, and the end comes with the last value.
    static func lossBeforeEnd() -> TraceBuilder {
        let builder = plain()
        builder.at(0) { builder.signal("output", .subscribed) { builder.ask("output", .max(2)) } }
        builder.at(1) { builder.deliver("1") }
        builder.at(2) { builder.deliver("2") }
        builder.at(3) { builder.lose("3") }
        builder.at(4) {
            builder.ask("output", .max(1)) {
                builder.signal("output", .value, "4")
                builder.signal("output", .finished)
            }
        }
        return builder
    }

    /// Scenario `demand-basics`: three of four in one call.
    static func threeOfFour() -> TraceBuilder {
        let builder = TraceBuilder([.init("output", .output)])
        let sequence = builder.recorder.declareNode(.source, name: "publisher")
        let sink = builder.recorder.declareNode(.sink, name: "sink")
        builder.edge("output", .link, from: sequence, to: sink)
        builder.at(0) {
            builder.signal("output", .subscribed) {
                builder.ask("output", .max(3)) {
                    for value in ["One", "Two", "Three"] { builder.signal("output", .value, value) }
                }
            }
        }
        return builder
    }

    /// Scenario `batch-demand`, variant `as-published`.
    static func batchAsPublished() -> TraceBuilder {
        let builder = plain()
        builder.at(0) { builder.signal("output", .subscribed) { builder.ask("output", .max(3)) } }
        for value in 1...10 {
            if value == 4 { builder.at(3.001) { builder.signal("output", .state, "processing") } }
            if value == 6 { builder.workEnds(at: 5.001, asks: true) }
            if value == 9 { builder.at(8.001) { builder.signal("output", .state, "processing") } }
            builder.at(Double(value)) {
                let fills = value == 3 || value == 8 || value == 10
                builder.deliver("\(value)", returning: fills ? .none : .max(1)) {
                    guard value == 10 else { return }
                    builder.signal("output", .cancel)
                    builder.signal("output", .state, "finished")
                }
            }
        }
        builder.workEnds(at: 10.001, asks: false)
        return builder
    }

    /// Scenario `batch-demand`, variant `true-batches`, up to 10.001.
    static func trueBatches() -> TraceBuilder {
        let builder = plain()
        builder.at(0) { builder.signal("output", .subscribed) { builder.ask("output", .max(3)) } }
        for value in 1...10 {
            if value == 6 { builder.workEnds(at: 5.001, asks: true) }
            builder.at(Double(value)) { [4, 5, 9, 10].contains(value) ? builder.lose("\(value)") : builder.deliver("\(value)") }
            if value == 3 || value == 8 { builder.at(Double(value) + 0.001) { builder.signal("output", .state, "processing") } }
        }
        builder.workEnds(at: 10.001, asks: true)
        return builder
    }

    private func workEnds(at seconds: Double, asks: Bool) {
        at(seconds) {
            signal("output", .state, "processed")
            if asks { ask("output", .max(3)) }
        }
    }

    /// Scenario `share-replay`, up to 9.
    ///
    /// - Parameter isNested: Whether replayed values arrive within the call of the request, rather than after it.
    static func shareReplay(isNested: Bool = false) -> TraceBuilder {
        let outputs = ["output 1", "output 2", "output 3"]
        let builder = TraceBuilder(
            [.init("source", .source), .init("replay", .buffer)] + outputs.map { LaneSpec($0, .output) })
        let source = builder.recorder.declareNode(.source, name: "subject")
        let replay = builder.recorder.declareNode(.replay, name: "shareReplay", detail: "2", capacity: 2)
        builder.edge("source", .source, from: source)
        builder.edge("replay", .store, from: replay)
        for name in outputs { builder.edge(name, .link, from: replay, to: builder.recorder.declareNode(.sink, name: "sink")) }
        builder.at(0) { builder.lose("0", .noSubscriber) }
        builder.at(1) { builder.joins("output 1", [], isNested) }
        for (value, old) in [(1, nil), (2, nil), (3, 1)] {
            builder.at(Double(value) + 1) { builder.share(value, old: old, to: outputs.prefix(1)) }
        }
        builder.at(5) { builder.joins("output 2", ["2", "3"], isNested) }
        for value in 4...5 { builder.at(Double(value) + 2) { builder.share(value, old: value - 2, to: outputs.prefix(2)) } }
        builder.at(8) {
            builder.signal("source", .finished) { for name in outputs.prefix(2) { builder.signal(name, .finished) } }
        }
        builder.at(9) { builder.joins("output 3", ["4", "5"], isNested, isOver: true) }
        return builder
    }

    private func share(_ value: Int, old: Int?, to outputs: ArraySlice<String>) {
        signal("source", .offered, "\(value)") {
            if let old { signal("replay", .unbuffered, "\(old)") }
            signal("replay", .buffered, "\(value)") {
                for name in outputs { signal(name, .value, "\(value)") }
            }
        }
    }

    private func joins(_ name: String, _ kept: [String], _ isNested: Bool, isOver: Bool = false) {
        let replays = {
            for value in kept { self.signal(name, .value, value) }
            if isOver { self.signal(name, .finished) }
        }
        signal(name, .subscribed) { ask(name, .unlimited) { if isNested { replays() } } }
        if !isNested { replays() }
    }
}
