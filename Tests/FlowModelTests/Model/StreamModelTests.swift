import FlowExport
import FlowModel
import FlowTrace
import Testing

@Suite("StreamModel")
struct StreamModelTests {
    private let recorder: Recorder
    private let source: EdgeID
    private let buffer: EdgeID
    private let output: EdgeID
    private var model = StreamModel(lanes: [.init("source", .source), .init("buffer", .buffer), .init("output", .output)])

    init() {
        recorder = Recorder(clock: .custom { 0 })
        source = recorder.declareEdge(.source, label: "source")
        buffer = recorder.declareEdge(.store, label: "buffer")
        output = recorder.declareEdge(.link, label: "output")
    }

    @Test mutating func `a buffer's contents can be asked at every event`() {
        for letter in ["A", "B", "C"] { recorder.record(.buffered, on: buffer, value: .string(letter)) }
        recorder.record(.unbuffered, on: buffer, value: .string("A"))
        recorder.record(.dropped, on: buffer, value: .string("B"), reason: .overflowOldest)
        model.update(from: recorder)

        let contents = (0...5).map { sequence in
            model.lanes[1].held(after: sequence).map { model.text(of: $0.entered) }.joined()
        }
        #expect(contents == ["", "A", "AB", "ABC", "BC", "C"])
        #expect(model.lanes[1].peak(upTo: 5).held == 3)
    }

    @Test mutating func `outstanding demand is what was asked and returned less what was delivered`() {
        recorder.record(.request, on: output, demand: .max(2))
        recorder.record(.value, on: output, value: .int(1))
        recorder.record(.returned, on: output, demand: .max(1))
        recorder.record(.value, on: output, value: .int(2))
        recorder.record(.request, on: output, demand: .unlimited)
        recorder.record(.value, on: output, value: .int(3))
        model.update(from: recorder)

        let outstanding = model.log.entries.map { model.outstanding(after: $0) }
        #expect(outstanding == [.max(2), .max(1), .max(2), .max(1), .unlimited, .unlimited])
    }

    @Test mutating func `a value refused at the door was never held`() {
        recorder.record(.buffered, on: buffer, value: .int(1))
        recorder.record(.dropped, on: buffer, value: .int(1), reason: .overflowNewest)
        model.update(from: recorder)

        let totals = model.lanes[1].totals(upTo: 2)
        #expect(totals.held == 1)
        #expect(totals.arrived == 2)
        #expect(totals.dropped == 1)
    }

    @Test mutating func `a pause can be asked at every event, and is one however often it is told`() {
        for state in ["resumed", "paused", "stepping", "paused", "resumed", "paused"] {
            recorder.record(.state, on: output, value: .string(state))
        }
        recorder.record(.state, on: buffer, value: .string("paused"))
        model.update(from: recorder)

        #expect((0...7).map { model.pause(ofLane: 2, at: $0) != nil } == [false, false, true, true, true, false, true, true])
        #expect((0...7).map { model.pauses(ofLane: 2, upTo: $0).count } == [0, 0, 1, 1, 1, 1, 2, 2])
        #expect(model.pauses(ofLane: 2, upTo: 7).map { $0.end == nil } == [false, true])
    }

    @Test mutating func `facts that are declared later are found`() {
        model.update(from: recorder)
        let sink = recorder.declareNode(.sink, name: "sink")
        var late = StreamModel(lanes: [.init("late", .output)])
        late.update(from: recorder)
        #expect(late.node(ofLane: 0) == nil)

        let edge = recorder.declareEdge(.link, label: "late", downstream: sink)
        recorder.record(.subscribed, on: edge)
        late.update(from: recorder)

        #expect(late.node(ofLane: 0)?.name == "sink")
        #expect(late.lanes[0].marks.map(\.kind) == [.subscribed])
    }

    @Test mutating func `a JSON line has its keys in order and one line whatever the value`() {
        recorder.record(.offered, on: source, value: .string("a\"\n\u{1B}"))
        model.update(from: recorder)

        #expect(
            model.log.entries.map { JSONLines.line(for: $0, in: model) } == [
                #"{"t":0,"seq":1,"edge":1,"lane":"source","kind":"offered","value":"a\"\n\u001b","demand":null,"#
                    + #""outstanding":0,"reason":null,"cause":null}"#
            ])
    }
}
