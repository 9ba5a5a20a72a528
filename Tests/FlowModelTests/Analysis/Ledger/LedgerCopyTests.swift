import FlowTestSupport
import FlowTrace
import Testing
@testable import FlowAnalysis
@testable import FlowModel

/// The ledger of a moment is computed from a copy.
@Suite("Copies of the ledger")
struct LedgerCopyTests {
    /// Values pass a filter, then enter a buffer, leave it or are lost: some 15,000 events.
    private static func model() -> (model: StreamModel, nodes: [NodeID]) {
        let recorder = Recorder()
        let source = recorder.declareNode(.source, name: "source")
        let filter = recorder.declareNode(.transform, name: "filter")
        let buffer = recorder.declareNode(.buffer, name: "buffer", capacity: 9)
        let sink = recorder.declareNode(.sink, name: "sink")
        let input = recorder.declareEdge(.link, label: "input", upstream: source, downstream: filter)
        let middle = recorder.declareEdge(.link, label: "middle", upstream: filter, downstream: buffer)
        let store = recorder.declareEdge(.store, label: "buffer", upstream: buffer, downstream: buffer)
        let output = recorder.declareEdge(.link, label: "output", upstream: buffer, downstream: sink)
        for edge in [input, middle, output] {
            recorder.record(.subscribed, on: edge)
            recorder.record(.request, on: edge, demand: .unlimited)
        }
        var chance = SeededChance(seed: 11)
        var held: [Int] = []
        for value in 0..<4_000 {
            recorder.causing(recorder.record(.value, on: input, value: .int(value))) {
                guard Int.random(in: 0..<4, using: &chance) > 0 else { return }
                recorder.causing(recorder.record(.value, on: middle, value: .int(value))) {
                    if held.count == 9 {
                        recorder.record(.dropped, on: store, value: .int(held.removeFirst()), reason: .overflowOldest)
                    }
                    recorder.record(.buffered, on: store, value: .int(value))
                    held.append(value)
                }
            }
            while !held.isEmpty, Int.random(in: 0..<3, using: &chance) == 0 {
                let released = held.removeFirst()
                recorder.causing(recorder.record(.unbuffered, on: store, value: .int(released))) {
                    _ = recorder.record(.value, on: output, value: .int(released))
                }
            }
        }
        var model = StreamModel(lanes: [LaneSpec("buffer", .buffer), LaneSpec("output", .output)])
        model.update(from: recorder)
        return (model, [source, filter, buffer])
    }

    @Test func `the ledger at any moment is the one kept from the start`() {
        let (model, nodes) = LedgerCopyTests.model()
        #expect(model.log.count > 3 * 4_096)
        var chance = SeededChance(seed: 12)
        var moments = (0..<40).map { _ in Int.random(in: 1...model.log.count, using: &chance) }
        moments += [4_095, 4_096, 4_097, 8_192, 8_193, 12_288, 12_289, model.log.count]

        let stream = StreamAnalysis(model)
        var ledger = Ledger()
        var known = 0
        for moment in moments.sorted() {
            for entry in model.log.entries(after: known, upTo: moment) { ledger.fold(entry, in: model.log) }
            known = moment
            for node in nodes {
                let line = stream.ledger(of: node, at: moment)
                #expect(line == ledger.lines(of: node, in: model.log, upTo: moment), "after event \(moment)")
                #expect(line.allSatisfy { $0.residue == 0 }, "after event \(moment): \(line)")
            }
        }
    }
}
