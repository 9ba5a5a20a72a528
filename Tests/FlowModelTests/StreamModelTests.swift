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
