import FlowModel
import FlowText
import FlowTrace
import Testing

@Suite("LaneFacts")
struct LaneFactsTests {
    private func words(_ gutter: LaneGutter) -> [String] {
        ([gutter.first, gutter.second, gutter.short, gutter.trouble ?? "-"] + gutter.more).map { $0.text(LogPrinter.glyph) }
    }

    private func words(_ model: StreamModel, _ lane: String, at seconds: Double, isPast: Bool = false) -> [String] {
        let index = model.lanes.firstIndex { $0.spec.name == lane } ?? 0
        return words(LaneFacts.gutter(of: model, lane: index, at: model.moment(at: .init(seconds: seconds)), isPast: isPast))
    }

    private func demand(_ model: StreamModel, at seconds: Double, next: Double? = nil, isPast: Bool = false) -> [String] {
        let index = model.lanes.firstIndex { $0.spec.role == .output } ?? 0
        return words(
            LaneFacts.demandGutter(
                of: model, lane: index, at: model.moment(at: .init(seconds: seconds)), next: next.map(TraceTime.init(seconds:)),
                isPast: isPast))
    }

    @Test func `pace at 6.40`() {
        let model = TraceBuilder.pace().model()

        #expect(words(model, "source", at: 6.4) == ["6 sent", "│ finished", "6 sent", "-"])
        #expect(words(model, "buffer", at: 6.4) == ["[F] next out", "1 of 1000", "1 held", "-"])
        #expect(words(model, "output", at: 6.4) == ["5 delivered", "E 0.40 s ago", "5 got", "-"])
        #expect(demand(model, at: 6.4, next: 7) == ["0 outstanding", "▲1 in 0.60 s", "0 asked", "-"])
    }

    @Test func `pace looked back at`() {
        let model = TraceBuilder.pace().model()

        #expect(words(model, "source", at: 5.3, isPast: true) == ["5 sent", "at 5.30", "5 sent", "-"])
        #expect(words(model, "buffer", at: 5.3, isPast: true) == ["[E] next out", "1 of 1000", "1 held", "-"])
        #expect(words(model, "output", at: 5.3, isPast: true) == ["4 delivered", "D 0.30 s ago", "4 got", "-"])
        #expect(demand(model, at: 5.3, next: 6, isPast: true) == ["0 outstanding", "▲1 at 6.00", "0 asked", "-"])
    }

    @Test func `pausable-sink at 11.60`() {
        let model = TraceBuilder.pausableSink().model()

        #expect(words(model, "source", at: 11.6) == ["46 sent", "4.0/s", "46 sent", "-"])
        #expect(
            words(model, "buffer", at: 11.6) == [
                "20 of 20  full", "✗ 11 dropped", "20 held", "FULL", "next out 27", "newest 46",
            ])
        #expect(words(model, "output", at: 11.6) == ["15 delivered", "15, 7.85 s ago", "15 got", "‖ paused"])
        #expect(demand(model, at: 11.6) == ["0 outstanding", "no ▲ for 8.00 s", "0 asked", "-"])
    }

    @Test func `demand that was returned counts as a request does`() {
        let model = TraceBuilder.askedByReturning().model()

        #expect(demand(model, at: 0.5) == ["1 outstanding", "▲1 0.50 s ago", "1 asked", "-"])
        #expect(demand(model, at: 2.5) == ["1 outstanding", "▲1 0.50 s ago", "1 asked", "-"])
        #expect(demand(model, at: 2.5, isPast: true) == ["1 outstanding", "▲1 at 2.00", "1 asked", "-"])
        #expect(demand(model, at: 4) == ["0 outstanding", "no ▲ for 2.00 s", "0 asked", "-"])
    }

    @Test func `a bounded buffer names its ends once`() {
        let model = TraceBuilder.askedByReturning().model()

        #expect(words(model, "buffer", at: 4) == ["1 of 20", "[4] next out", "1 held", "-"])
        #expect(words(model, "buffer", at: 5) == ["2 of 20", "[4] next out", "2 held", "-", "newest 5"])
    }

    @Test func `what a debounce holds may be dropped: it is not next out`() {
        let builder = TraceBuilder([.init("source", .source), .init("debounce", .buffer), .init("output", .output)])
        let source = builder.recorder.declareNode(.source, name: "source")
        let debounce = builder.recorder.declareNode(.transform, .debounce)
        let sink = builder.recorder.declareNode(.sink, name: "sink")
        builder.edge("source", .source, from: source)
        builder.edge("debounce", .store, from: debounce)
        builder.edge("output", .link, from: debounce, to: sink)
        builder.at(0) { builder.signal("output", .subscribed) { builder.ask("output", .unlimited) } }
        builder.at(1) { builder.signal("source", .offered, "A") { builder.signal("debounce", .buffered, "A") } }

        #expect(words(builder.model(), "debounce", at: 1.2).first == "[A] pending")
    }

    @Test func `batch-demand at 10.40`() {
        #expect(
            words(TraceBuilder.trueBatches().model(), "source", at: 10.4) == ["✗ 4 dropped", "1.0/s", "10 sent", "✗ 4 dropped"])
        #expect(demand(TraceBuilder.trueBatches().model(), at: 10.4)[2] == "3 asked")
        #expect(
            demand(TraceBuilder.batchAsPublished().model(), at: 10.4) == ["3 at the end", "⊘ cancelled", "3 asked", "⊘ ended"])
    }

    @Test func `share-replay at 9.50`() {
        let model = TraceBuilder.shareReplay().model()

        #expect(words(model, "source", at: 9.5) == ["✗ 1 dropped", "│ finished", "6 sent", "✗ 1 dropped"])
        #expect(words(model, "replay", at: 9.5) == ["[4, 5]", "2 of 2", "2 of 2", "-"])
        #expect(words(model, "output 1", at: 9.5) == ["live", "│ finished", "5 got", "-"])
        #expect(words(model, "output 2", at: 9.5) == ["2 replayed", "│ finished", "4 got", "-"])
        #expect(words(model, "output 2", at: 7) == ["2 replayed", "asks ∞", "4 got", "-"])
        #expect(words(model, "output 3", at: 9.5) == ["2 replayed", "│ finished", "2 got", "-"])
        #expect(words(model, "output 3", at: 7)[0] == "not subscribed")
    }
}
