import FlowOperators
import FlowTrace
import Testing
@testable import FlowAnalysis
@testable import FlowModel
@testable import FlowText
@testable import FlowVerdict

@Suite("CaptionWriter")
struct CaptionWriterTests {
    private func text(_ model: StreamModel, at seconds: Double, next: Double? = nil, remarks: [Remark] = []) -> String? {
        let caption = CaptionWriter.caption(
            of: model, at: model.moment(at: .init(seconds: seconds)), remarks: remarks,
            nextRequest: next.map(TraceTime.init(seconds:)))
        return caption.map { "\(Seconds.text($0.time)) \($0.text)" }
    }

    @Test(
        arguments: [
            (0.0, nil, "0.00 A went straight through the buffer: the demand from 0.00 was waiting for it."),
            (0.3, 1.0, "0.30 B was sent and is held: nobody asks (demand 0 since A at 0.00). The pace timer asks again at 1.00."),
            (1.0, 2.0, "1.00 B left the buffer: the pace timer fired and asked for 1 more. C still waits for the next one."),
            (2.0, 3.0, "2.00 C left the buffer: the pace timer fired and asked for 1 more. The buffer is empty."),
            (3.0, nil, "3.00 The pace timer fired and asked for 1, but nothing is held. The next value goes straight through."),
            (5.3, 6.0, "5.30 E was sent and is held: nobody asks (demand 0 since D at 5.00). The pace timer asks again at 6.00."),
            (
                5.6, 6.0,
                "5.60 The source finished. The buffer still holds E, F and passes the end on after that, when it is asked again."
            ),
            (
                6.4, 7.0,
                "6.00 E left the buffer: the pace timer fired and asked for 1 more. F still waits for the next one, then the end."
            ),
            (
                7.5, 8.0,
                "7.00 F left the buffer: the pace timer fired and asked for 1 more. The end waits for the next request, at 8.00."
            ),
            (
                8.0, nil,
                "8.00 The output finished: the source ended at 5.60, but the buffer passes the end on only when it is asked again."
            ),
        ] as [(Double, Double?, String)])
    func `pace`(seconds: Double, next: Double?, expected: String) {
        #expect(text(TraceBuilder.pace().model(), at: seconds, next: next) == expected)
    }

    @Test func `what is followed and how it is coloured`() {
        let model = TraceBuilder.pace().model()
        let caption = CaptionWriter.caption(of: model, at: model.moment(at: .init(seconds: 6.4)))

        #expect(caption?.followed == "E")
        #expect(caption?.tone == .key)
        #expect(caption?.moment == model.moment(ofEvent: caption?.sequence ?? 0))
        #expect(model.log[sequence: caption?.sequence ?? 0]?.kind == .unbuffered)
    }

    @Test func `nothing is said before anything has happened`() {
        #expect(CaptionWriter.caption(of: TraceBuilder.pace().model(), at: .start) == nil)
        #expect(CaptionWriter.caption(of: StreamModel(lanes: []), at: .start) == nil)
    }

    @Test(arguments: [
        (
            11.6,
            "11.50 Value 26 was dropped, 46 took its place: the buffer is full and drops its oldest value. "
                + "The sink is paused: it requests nothing, so the buffer stays full."
        ),
        (3.55, "3.55 The sink is paused: it requests nothing, so the buffer fills."),
    ])
    func `pausable-sink`(seconds: Double, expected: String) {
        #expect(text(TraceBuilder.pausableSink().model(), at: seconds) == expected)
    }

    @Test(arguments: [
        (1.0, "1.00 Value 1 was sent and delivered: 1 more is asked for."),
        (2.0, "2.00 Value 2 was sent and delivered: it was the last one asked for."),
        (
            3.0,
            "3.00 Value 3 was dropped: nobody asks (demand 0 since value 2 at 2.00). "
                + "A subject keeps nothing: the value is gone, and no error says so."
        ),
        (4.0, "4.00 The output asked for 2 more. The demand is 2 now."),
        (7.0, "7.00 The output finished. Values 3 and 6 found no demand and were dropped at the source."),
        (8.0, "8.00 2 more asked for, but the stream is over: nothing happens."),
    ])
    func `demand-sink`(seconds: Double, expected: String) {
        #expect(text(TraceBuilder.demandSink().model(), at: seconds) == expected)
    }

    @Test(arguments: [
        (
            3.001,
            "3.001 The batch is full and the work begins. "
                + "The demand is not 0: 2 more may still come meanwhile, and this is no backpressure."
        ),
        (
            4.0,
            "4.00 Value 4 was sent and delivered: 2 more are asked for. "
                + "It arrived while the subscriber was busy: this is no backpressure."
        ),
        (
            5.001,
            "5.001 The batch ended: 3 more are asked for. Values 4 and 5 arrived while it was busy: this is no backpressure."
        ),
        (
            10.4,
            "10.00 10 values are in: the subscriber cancels. Values 4, 5, 9 and 10 arrived while it was busy: this is no backpressure."
        ),
    ])
    func `batch-demand as published`(seconds: Double, expected: String) {
        #expect(text(TraceBuilder.batchAsPublished().model(), at: seconds) == expected)
    }

    @Test(arguments: [
        (3.001, "3.001 The batch is full and the work begins. Nothing is asked for until it ends."),
        (
            10.4,
            "10.001 The batch ended: 3 more are asked for. "
                + "Values 4, 5, 9 and 10 found no demand and were dropped at the source."
        ),
    ])
    func `batch-demand in true batches`(seconds: Double, expected: String) {
        #expect(text(TraceBuilder.trueBatches().model(), at: seconds) == expected)
    }

    @Test(arguments: [
        (
            0.0,
            "0.00 Value 0 was dropped: nobody had subscribed. The replay subscribes to the source only with its first subscriber."
        ),
        (1.0, "1.00 Output 1 subscribed and asks for ∞."),
        (4.0, "4.00 Value 3 was sent and delivered to output 1: the demand is unlimited."),
        (5.0, "5.00 Output 2 came late and still gets 2, 3, all at once: replay keeps the last 2."),
        (6.0, "6.00 Value 4 was sent and delivered to output 1 and output 2."),
        (
            8.0,
            "8.00 The source finished, and output 1 and output 2 with it. "
                + "The replay keeps its last 2 values and the end for later subscribers."
        ),
        (9.5, "9.00 Output 3 came after the end and still gets 4, 5 and the completion, all at once: replay keeps the last 2."),
    ])
    func `share-replay`(seconds: Double, expected: String) {
        #expect(text(TraceBuilder.shareReplay().model(), at: seconds) == expected)
        #expect(text(TraceBuilder.shareReplay(isNested: true).model(), at: seconds) == expected)
    }

    @Test func `of a crowd of lanes that finish, two are named`() {
        let builder = TraceBuilder((1...7).map { LaneSpec("lane \($0)", .output) })
        for number in 1...7 { builder.edge("lane \(number)", .link) }
        builder.at(1) {
            builder.signal("lane 1", .finished) { for number in 2...7 { builder.signal("lane \(number)", .finished) } }
        }

        #expect(text(builder.model(), at: 1) == "1.00 Lane 1, lane 2 and 5 more finished.")
    }

    @Test func `a cancel of one of several lanes is told of the one it began at`() {
        let builder = TraceBuilder([LaneSpec("upper", .output), LaneSpec("lower", .output)])
        builder.edge("upper", .link)
        builder.edge("lower", .link)
        builder.at(1) {
            builder.signal("lower", .value, "A")
            builder.signal("upper", .value, "A")
        }
        builder.at(2) { builder.signal("lower", .cancel) { builder.signal("upper", .cancel) } }

        #expect(text(builder.model(), at: 2) == "2.00 Lower was cancelled after 1 value.")
    }

    /// Three lanes of a traced program: one that many inner publishers share, and two of `map`.
    private func program() -> StreamModel {
        let map = NodeFact(id: NodeID(rawValue: 1), role: .transform, name: "map")
        let names = ["Just", "map", "map 2"]
        let edges = names.enumerated().map { index, name in
            EdgeFact(id: EdgeID(rawValue: UInt32(index + 1)), role: .link, label: name, upstream: index == 0 ? nil : map.id)
        }
        let specs = names.map { LaneSpec($0, .output, isShared: $0 == "Just") }
        var model = StreamModel(lanes: specs, hasDeclaredLanes: false)
        model.update { log in
            log.declare(nodes: [map], edges: edges)
            func add(_ kind: SignalKind, _ edge: Int, at second: UInt64, _ payload: TraceEvent.Payload = .none, cause: Int? = nil)
            {
                let event = TraceEvent(time: second * 1_000_000_000, kind: kind, edge: edges[edge].id, payload: payload)
                log.add(event, thread: 1, bytes: nil, cause: cause)
            }
            add(.request, 2, at: 1, .demand(.max(2)))
            add(.value, 1, at: 2, .int(1))
            add(.value, 2, at: 2, .int(2), cause: 2)
            add(.finished, 0, at: 3)
            add(.finished, 1, at: 4)
            add(.finished, 2, at: 4, cause: 5)
        }
        return model
    }

    @Test(arguments: [
        (2.0, "2.00 Value 2 came out of map: 1 more is asked for."),
        (3.0, "2.00 Value 2 came out of map: 1 more is asked for."),
        (4.0, "4.00 Map and map 2 finished."),
    ])
    func `a traced program, where the end of what many share is none of a lane`(seconds: Double, expected: String) {
        #expect(text(program(), at: seconds) == expected)
    }

    /// A traced store of an operator: `A` enters at 1, and leaves at 2 to a subscriber that has requested it.
    private func store(of name: String, role: NodeFact.Role = .transform) -> StreamModel {
        let node = NodeFact(id: NodeID(rawValue: 1), role: role, name: name, capacity: role == .buffer ? 3 : nil)
        let sink = NodeFact(id: NodeID(rawValue: 2), role: .sink, name: "sink")
        let ids = [EdgeID(rawValue: 1), EdgeID(rawValue: 2)]
        let edges = [
            EdgeFact(id: ids[0], role: .store, label: name, upstream: node.id, downstream: node.id),
            EdgeFact(id: ids[1], role: .link, label: "\(name) out", upstream: node.id, downstream: sink.id),
        ]
        var model = StreamModel(lanes: [LaneSpec(name, .buffer), LaneSpec("\(name) out", .output)], hasDeclaredLanes: false)
        model.update { log in
            log.declare(nodes: [node, sink], edges: edges)
            func add(_ kind: SignalKind, _ edge: Int, at second: UInt64, _ payload: TraceEvent.Payload, cause: Int? = nil) {
                let event = TraceEvent(time: second * 1_000_000_000, kind: kind, edge: ids[edge], payload: payload)
                log.add(event, thread: 1, bytes: nil, cause: cause)
            }
            add(.buffered, 0, at: 1, .int(7))
            add(.request, 1, at: 2, .demand(.max(1)))
            add(.unbuffered, 0, at: 2, .int(7), cause: 2)
            add(.value, 1, at: 2, .int(7), cause: 3)
        }
        return model
    }

    @Test(arguments: [
        (
            "debounce", "Value 7 is held in debounce: debounce waits for silence.",
            "Value 7 left debounce: the silence was long enough."
        ),
        ("delay", "Value 7 is held in delay: delay keeps it for its time.", "Value 7 left delay: its time was over."),
        ("zip", "Value 7 is held in zip: zip waits for a value of every input.", "Value 7 left zip: every input had one."),
        (
            "collect(n)", "Value 7 is held in collect(n): collect(n) waits until it has all it collects.",
            "Value 7 left collect(n): it has all it collects, or no more will come."
        ),
        (
            "receive", "Value 7 is held in receive(on:): receive(on:) hands it to its scheduler.",
            "Value 7 left receive(on:): the scheduler got round to it."
        ),
        ("flatMap", "Value 7 is held in flatMap: sink has not asked yet.", "Value 7 left flatMap: sink asked for 1 more."),
    ]) func `a store of a program says by its name what it waits for`(name: String, held: String, left: String) {
        let model = store(of: name)
        let node = OperatorID(name).name

        #expect(text(model, at: 1) == "1.00 \(held)")
        #expect(text(model, at: 2) == "2.00 \(left) \(node.prefix(1).uppercased() + node.dropFirst()) is empty.")
    }

    @Test func `a buffer of a program is called by its name, and so is who takes from it`() {
        #expect(
            text(store(of: "queue", role: .buffer), at: 1)
                == "1.00 Value 7 is held in queue: sink has not asked yet. Queue holds 1 of 3.")
    }

    @Test(arguments: [
        (
            0.3,
            "0.30 Value 7 was dropped: the buffer is full and fails with an error. "
                + "The next request gets what it asks for, then the failure; the buffer holds 2, 3, 4, 5, 6."
        ),
        (1.0, "1.00 The output failed: Overflow(size: 5). Values 3, 4, 5, 6 were still held and are dropped with it."),
    ])
    func `custom-error`(seconds: Double, expected: String) {
        #expect(text(TraceBuilder.customError().model(), at: seconds) == expected)
    }

    @Test func `an end that comes with its last value still tells what was lost`() {
        #expect(
            text(TraceBuilder.lossBeforeEnd().model(), at: 4)
                == "4.00 The output finished. Value 3 found no demand and was dropped at the source.")
    }

    @Test func `three of four`() {
        #expect(
            text(TraceBuilder.threeOfFour().model(), at: 0)
                == "0.00 One, Two, Three were delivered: they were all that was asked for.")
    }

    @Test func `a remark takes the place of the second sentence`() {
        let remarks = [
            Remark("output", .value, value: "F", "Not this one."),
            Remark("buffer", .unbuffered, value: "E", "E was in no hurry."),
        ]

        #expect(
            text(TraceBuilder.pace().model(), at: 6, next: 7, remarks: remarks)
                == "6.00 E left the buffer: the pace timer fired and asked for 1 more. E was in no hurry.")
    }

    @Test(arguments: [(1.0, "0.00"), (2.0, "1.00"), (3.0, "2.00")])
    func `a value goes through on the newest demand, asked for or returned`(seconds: Double, demand: String) {
        let text = text(TraceBuilder.askedByReturning().model(), at: seconds)

        #expect(text?.hasSuffix("went straight through the buffer: the demand from \(demand) was waiting for it.") == true)
    }

    @Test func `stepping between the events of one moment`() {
        let model = TraceBuilder.pace().model()
        let texts = (18...21).map { CaptionWriter.caption(of: model, at: model.moment(ofEvent: $0))?.text }

        let passed = "D went straight through the buffer: the demand from 3.00 was waiting for it."
        #expect(
            texts == ["D was sent.", "D entered the buffer: it had been asked for, so it goes on at once.", passed, passed])
        #expect(
            CaptionWriter.caption(of: model, at: model.moment(ofEvent: 33))?.text
                == "The pace timer fired and asked for 1, but nothing is held.")
    }

    @Test func `every event of every trace has a caption, and none looks ahead`() {
        let builders = [
            TraceBuilder.pace(), .pausableSink(), .demandSink(), .threeOfFour(), .batchAsPublished(), .trueBatches(),
            .shareReplay(),
            .customError(),
        ]
        for whole in builders.map({ $0.model() }) {
            for entry in whole.log.entries {
                let caption = CaptionWriter.caption(of: whole, at: whole.moment(ofEvent: entry.sequence))
                #expect(caption != nil)
                #expect(caption.map { $0.sequence <= entry.sequence } ?? true)
                #expect(caption?.text.contains("!") == false)
            }
        }
    }
}
