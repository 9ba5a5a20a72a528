import FlowTestSupport
import Testing

@testable import FlowGraph
@testable import FlowModel
@testable import FlowTrace

/// The tests that made the streams of a trace.
@Suite("Tests that make streams")
struct TestFactTests {
    private let recorder = Recorder(clock: .custom { 5 })
    private static let (yield, stream, first, second): (UInt32, UInt32, UInt32, UInt32) = (1, 2, 3, 4)

    init() {
        recorder.record(name: "FlowAsync.Yield", of: TestFactTests.yield)
        recorder.record(name: "FlowAsync.AsyncStream<Swift.Int>", of: TestFactTests.stream)
        recorder.record(name: "AppTests.one()/A.swift:1:2", of: TestFactTests.first)
        recorder.record(name: "AppTests.two()/A.swift:5:2", of: TestFactTests.second)
    }

    /// Records a stream that ends at once.
    private func make(_ number: UInt64, in test: UInt32?) {
        let key = HookKey(id: 1 << 63 | number, tag: 0)
        recorder.record(.willSubscribe, key)
        if let test { recorder.record(.test, HookKey(id: 0, tag: test)) }
        recorder.record(.publisherType, HookKey(id: 0, tag: TestFactTests.yield))
        recorder.record(.subscriberType, HookKey(id: 0, tag: TestFactTests.stream))
        recorder.record(.subject, HookKey(id: key.id, tag: 0))
        recorder.record(.subscription, key)
        recorder.record(.willSubscription, key, word: key.id)
        recorder.recordEnd(.didSubscription, key)
        recorder.recordEnd(.didSubscribe, key)
        recorder.record(.completion, of: key.id)
        recorder.record(.death, HookKey(id: key.id, tag: 0))
    }

    private func edges() -> [EdgeFact] {
        var found = Reconstruction(keeping: 2)
        recorder.drain(into: &found)
        return found.log.edges.filter { $0.role == .link }
    }

    @Test func `a stream has the test that made it, with its outcome once that is known`() {
        make(1, in: TestFactTests.first)
        recorder.recordEnd(ofTest: TestFactTests.first, .failed)
        make(2, in: TestFactTests.second)
        make(3, in: nil)

        #expect(
            edges().map(\.test) == [
                SuiteTest(id: "AppTests.one()/A.swift:1:2", outcome: .failed), SuiteTest(id: "AppTests.two()/A.swift:5:2"), nil,
            ])
    }

    @Test func `a stream takes the place of ended ones of its own test only`() {
        for number in 1...20 { make(UInt64(number), in: number % 2 == 0 ? TestFactTests.first : TestFactTests.second) }
        recorder.recordEnd(ofTest: TestFactTests.first, .passed)

        let edges = edges()

        #expect(edges.count < 20)
        #expect(Set(edges.compactMap(\.test)).count == 2)
        #expect(edges.allSatisfy { $0.test != nil })
    }

    @Test func `the name that all further texts share is no test, and a pipeline knows its tests`() {
        recorder.record(name: TraceTarget.sharedName, of: 9)
        make(1, in: 9)
        make(2, in: TestFactTests.first)
        var found = Reconstruction()
        recorder.drain(into: &found)
        var pipelines = Pipelines()
        pipelines.update(from: found.log, upTo: found.log.count)

        let tests = pipelines.ids(by: .age, in: found.log).map { pipelines.title(ofEdge: $0.edge, in: found.log)?.tests }

        #expect(tests == [[], [SuiteTest(id: "AppTests.one()/A.swift:1:2")]])
    }
}
