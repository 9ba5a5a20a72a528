import FlowTrace
import Testing
@testable import FlowAnalysis
@testable import FlowModel
@testable import FlowText
@testable import FlowVerdict

@Suite("Why")
struct WhyTests {
    /// The chain of the last event of a kind up to a time, a line each.
    private func chain(_ model: StreamModel, _ kind: SignalKind, at seconds: Double) -> [String] {
        event(model, kind, at: seconds).map { (Why($0, in: model)?.steps ?? []).filter { $0.link != .effect }.map(line) } ?? []
    }

    private func line(_ step: WhyStep) -> String {
        "\(Seconds.text(step.moment.time)) \(step.lane) \(step.link.rawValue): \(step.text)"
    }

    private func sentence(_ model: StreamModel, _ kind: SignalKind, at seconds: Double) -> String? {
        event(model, kind, at: seconds).flatMap { Why($0, in: model)?.sentence }
    }

    private func event(_ model: StreamModel, _ kind: SignalKind, at seconds: Double) -> Int? {
        let sequence = model.moment(at: TraceTime(seconds: seconds)).sequence
        return model.log.entries(after: 0, upTo: sequence).last { $0.kind == kind }?.sequence
    }

    @Test func `a value that waited has two causes: its arrival and what released it`() {
        let model = TraceBuilder.pace().model()

        #expect(
            chain(model, .value, at: 1) == [
                "0.30 source condition: sent B", "0.30 buffer condition: took in B",
                "1.00 output cause: pace timer: asked for 1", "1.00 buffer cause: released B, waited 0.70 s",
                "1.00 output event: delivered B",
            ])
    }

    @Test func `a value that went straight through passed its buffer, and the demand for it was older`() {
        let model = TraceBuilder.pace().model()

        #expect(
            chain(model, .value, at: 0) == [
                "0.00 output condition: asked for 1", "0.00 source cause: sent A", "0.00 buffer condition: took in A",
                "0.00 buffer cause: passed on A at once", "0.00 output event: delivered A",
            ])
    }

    @Test(
        arguments: [
            (
                SignalKind.value, 1.0,
                "B was delivered at 1.00 because the pace timer fired → asks for more → request 1 → "
                    + "the buffer released B, which had waited 0.70 s."
            ),
            (.request, 3, "The output asked for 1 at 3.00 because the pace timer fired → asks for more."),
            (.offered, 0.3, "B was sent at 0.30: no earlier event led to it."),
            (
                .buffered, 0.3,
                "B came into the buffer at 0.30 because the source sent B → nobody asks (demand 0 since A at 0.00)."
            ),
            (
                .finished, 8,
                "The output finished at 8.00 because the source had finished at 5.60 → the pace timer fired → asks for more → "
                    + "request 1."
            ),
        ] as [(SignalKind, Double, String)])
    func `pace`(kind: SignalKind, seconds: Double, expected: String) {
        #expect(sentence(TraceBuilder.pace().model(), kind, at: seconds) == expected)
    }

    @Test(
        arguments: [
            (
                SignalKind.dropped, 3.0,
                "Value 3 was dropped at 3.00 because the source sent value 3 → nobody asks (demand 0 since value 2 at 2.00)."
            ),
            (
                .value, 2,
                "Value 2 was delivered at 2.00 because the source sent value 2; the demand from 1.00 was waiting for it."
            ),
            (.returned, 1, "The output asked for 1 more at 1.00 because the source sent value 1 → the output got value 1."),
        ] as [(SignalKind, Double, String)])
    func `demand-sink`(kind: SignalKind, seconds: Double, expected: String) {
        #expect(sentence(TraceBuilder.demandSink().model(), kind, at: seconds) == expected)
    }

    @Test func `a value that a replay had kept came in before its subscriber`() {
        let lines = [
            "4.00 source condition: sent 3", "4.00 replay condition: took in 3", "5.00 output 2 cause: subscribed",
            "5.00 output 2 condition: asked for ∞", "5.00 output 2 event: delivered 3",
        ]

        #expect(chain(TraceBuilder.shareReplay().model(), .value, at: 5) == lines)
    }

    @Test func `a value that was pushed out says how long it had waited, and who came in`() {
        let model = TraceBuilder.pausableSink().model()

        #expect(
            sentence(model, .dropped, at: 11.5)
                == "Value 26 was dropped at 11.50 because the source sent value 46 → the buffer is full and drops its oldest value, after a wait of 5.00 s."
        )
        #expect(chain(model, .dropped, at: 11.5).first == "6.50 source condition: sent 26")
    }

    @Test func `what followed stands behind the event`() throws {
        let model = TraceBuilder.pace().model()
        let why = try #require(Why(event(model, .buffered, at: 0.3) ?? 0, in: model))

        #expect(
            why.steps.map(line).suffix(2) == ["0.30 buffer event: took in B", "1.00 buffer effect: released B, waited 0.70 s"])
        #expect(why.index == why.steps.count - 2)
    }

    @Test func `an event that is not known has no reason`() {
        #expect(Why(0, in: TraceBuilder.pace().model()) == nil)
        #expect(Why(1, in: StreamModel(lanes: [])) == nil)
    }

    @Test func `where the beginning is forgotten, the words say so`() throws {
        var model = StreamModel(lanes: [LaneSpec("buffer", .buffer)], base: base, hasDeclaredLanes: false)
        model.update { log in
            let edge = EdgeID(rawValue: 1)
            log.declare(nodes: [], edges: [EdgeFact(id: edge, role: .store, label: "buffer")])
            log.add(
                TraceEvent(time: 3_000_000_000, kind: .unbuffered, edge: edge, payload: .int(7)), thread: 1, bytes: nil,
                cause: nil)
        }
        let why = try #require(Why(6, in: model))

        #expect(why.isCut)
        #expect(why.steps.map(line) == ["3.00 buffer event: released 7, waited 2.00 s"])
        #expect(why.sentence == "Value 7 left buffer at 3.00: its cause is no longer known.")
    }

    /// Five forgotten events; the value of the last is still held.
    private var base: StreamBase {
        var lane = LaneBase()
        lane.held = [HeldQueue.Item(entered: 5, time: TraceTime(seconds: 1), value: .int(7))]
        var totals = EdgeAccount()
        totals.fold(.buffered, of: TraceEvent(time: 0, kind: .buffered, edge: EdgeID(rawValue: 1)))
        lane.marks = [Mark(sequence: 5, time: TraceTime(seconds: 1), kind: .buffered, totals: totals)]
        return StreamBase(sequence: 5, time: TraceTime(seconds: 1), lanes: [lane])
    }
}
