import FlowCombine
import FlowGraph
import FlowTestSupport
import FlowTrace
import Testing

@testable import FlowCore

/// The stacks of subscriptions.
@Suite("Places of subscriptions")
struct PlaceTests {
    /// The stacks of a trace's subscriptions, and whether each directly follows the beginning of its subscription.
    private struct Stacks: RecordSink {
        var numbers: [UInt32] = []
        var isBehindSubscribe = true
        private var last: CallKind?

        init(_ recorder: Recorder) { recorder.drain(into: &self) }

        mutating func declare(nodes: [NodeFact], edges: [EdgeFact]) {}
        mutating func record(missed: Int) {}
        mutating func append(_ record: TraceEvent, thread: UInt32, bytes: UnsafeRawBufferPointer?) {
            if record.fact == .stack {
                numbers.append(record.hookKey.tag)
                if last != .willSubscribe { isBehindSubscribe = false }
            }
            if let call = record.call { last = call }
        }
    }

    private func trace(places: Bool, _ body: () -> Void) -> Stacks {
        let recorder = Recorder(clock: .custom { 5 })
        // Other tests subscribe at the same time.
        let tracer = FlowTracer(TraceTarget(recorder: recorder, places: places), scopeOnly: true)
        tracer.start()
        tracer.watching(body)
        tracer.stop()
        return Stacks(recorder)
    }

    @Test func `each subscription has its stack, and those of one line have one`() {
        let stacks = trace(places: true) {
            for _ in 0..<3 { (1...2).publisher.map { $0 }.sink { _ in }.cancel() }
            (1...2).publisher.map { $0 }.sink { _ in }.cancel()
        }
        let kinds = Set(stacks.numbers)
        #expect(stacks.isBehindSubscribe && !kinds.contains(0))
        // The loop's three have the same stacks, and the fourth others.
        let each = stacks.numbers.count / 4
        let turns = (0..<4).map { Array(stacks.numbers[($0 * each)..<($0 * each + each)]) }
        #expect(each > 0 && turns[0] == turns[1] && turns[1] == turns[2])
        #expect(Set(turns[3]).isDisjoint(with: turns[0]))
    }

    @Test func `without places a subscription has none`() {
        #expect(trace(places: false) { (1...2).publisher.sink { _ in }.cancel() }.numbers == [])
    }

    @Test func `two lines that subscribe in turn have edges of their own`() {
        let recorder = Recorder(clock: .custom { 5 })
        let tracer = FlowTracer(TraceTarget(recorder: recorder, places: true), scopeOnly: true)
        tracer.start()
        tracer.watching {
            let subject = PassthroughSubject<Int, Never>()
            for turn in 0..<12 {
                let isThird = turn % 3 == 0
                let cancellable = isThird ? subject.sink { _ in } : subject.map { $0 }.sink { _ in }
                let other = isThird ? nil : subject.sink { _ in }
                subject.send(isThird ? 3 : 1)
                cancellable.cancel()
                other?.cancel()
            }
        }
        tracer.stop()
        var found = Reconstruction(keeping: 0)
        recorder.drain(into: &found)

        var values: [EdgeID: Set<String>] = [:]
        for entry in found.log.entries where entry.kind == .value {
            values[entry.edge, default: []].insert(found.log.value(of: entry)?.description ?? "?")
        }
        #expect(values.values.allSatisfy { $0.count == 1 } && Set(values.values) == [["1"], ["3"]])
        // Not each of the 28 subscriptions has its own edge.
        #expect(values.count < 28)
    }
}
