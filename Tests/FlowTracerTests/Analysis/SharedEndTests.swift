import FlowCombine
import FlowTestSupport
import FlowText
import FlowTrace
import Testing

@testable import FlowAnalysis
@testable import FlowCore
@testable import FlowGraph
@testable import FlowVerdict

/// Every subscriber of a shared publisher receives its end, or rule 1.5 is broken. Late subscribers are named.
@Suite("what subscribers share", .serialized)
struct SharedEndTests {
    /// The log of events on two edges below a publisher: `s1` subscribes the first, `r` requests, `v` delivers, `f` finishes, `x`
    /// fails, `c` cancels.
    private static func log(_ publisher: String, _ script: String) -> TraceLog {
        let recorder = Recorder()
        let above = recorder.declareNode(.source, name: publisher)
        let edges = (1...2).map { number in
            recorder.declareEdge(
                .link, label: "sink \(number)", upstream: above, downstream: recorder.declareNode(.sink, name: "sink"))
        }
        for step in script.split(separator: " ") {
            let edge = edges[step.hasSuffix("1") ? 0 : 1]
            switch step.first {
            case "s": recorder.record(.subscribed, on: edge)
            case "r": recorder.record(.request, on: edge, demand: .unlimited)
            case "v": recorder.record(.value, on: edge, value: .int(1))
            case "f": recorder.record(.finished, on: edge)
            case "x": recorder.record(.failure, on: edge, value: .string("broken"))
            case "c": recorder.record(.cancel, on: edge)
            default: Issue.record("\(step)")
            }
        }
        var log = TraceLog()
        recorder.drain(into: &log)
        return log
    }

    private static func lost(in log: TraceLog, after seconds: Double = 2) -> [String] {
        var check = RuleCheck()
        for entry in log.entries { _ = check.fold(entry, in: log) }
        return check.violationsAtEnd(log.end.time + UInt64(seconds * 1e9)).map { "\($0.rule.number) \($0.words)" }
    }

    @Test(arguments: ["PassthroughSubject", "CurrentValueSubject", "share", "shareReplay", "multicast"])
    func `1.5 an end that reaches only some is found at the end of the run`(publisher: String) {
        let log = SharedEndTests.log(publisher, "s1 r1 s2 r2 v1 v2 f1")

        #expect(SharedEndTests.lost(in: log) == ["1.5 \(publisher) told another subscriber of its end, and never told sink 2"])
        // The program may have ended before the second subscriber could receive the end.
        #expect(SharedEndTests.lost(in: log, after: 0.5) == [])
    }

    @Test(
        arguments: [
            "s1 r1 s2 r2 f1 f2", "s1 r1 s2 r2 f1 x2", "s1 r1 s2 r2 c2 f1", "s1 r1 s2 r2 f1 c2", "s1 r1 s2 f1", "s1 r1 f1 s2 r2",
            "s1 r1 s2 r2 x1", "s1 r1 s2 r2 c1", "s1 r1 s2 r2 v1 v2",
        ])
    func `1.5 who was told, left, came later or never asked is none`(script: String) {
        #expect(SharedEndTests.lost(in: SharedEndTests.log("PassthroughSubject", script)) == [])
    }

    @Test(arguments: ["map", "rogue", "AsyncStream", "AsyncChannel", "publisher"])
    func `1.5 what does not end for all at once is not judged`(publisher: String) {
        #expect(SharedEndTests.lost(in: SharedEndTests.log(publisher, "s1 r1 s2 r2 f1")) == [])
    }

    // MARK: Who comes late

    /// The notes on two subscribers of a publisher made from a subject. The second subscribes after three values.
    private static func notes(
        leaving: Bool = false, _ make: (PassthroughSubject<Int, Never>) -> AnyPublisher<Int, Never>
    ) -> [String] {
        let recorder = Recorder()
        let (tracer, _) = FlowTracer.tracing(into: recorder) {
            let subject = PassthroughSubject<Int, Never>()
            let shared = make(subject)
            let first = shared.sink { _ in }
            for value in 1...3 { subject.send(value) }
            if leaving { first.cancel() }
            let second = shared.sink { _ in }
            subject.send(4)
            withExtendedLifetime((first, second)) {}
        }
        tracer.stop()
        var found = Reconstruction()
        recorder.drain(into: &found)
        return UtilizationMeter.measuring(found.log).reports(in: found.log).flatMap(\.notes).filter {
            $0.contains("subscribed to")
        }
    }

    @Test func `what has gone by is said to who comes to a publisher that keeps nothing`() {
        #expect(
            SharedEndTests.notes { $0.eraseToAnyPublisher() } == [
                "sink 2 subscribed to PassthroughSubject after at least 3 values, and PassthroughSubject keeps none"
            ])
        #expect(
            SharedEndTests.notes { $0.map { $0 }.share().eraseToAnyPublisher() } == [
                "sink 2 subscribed to share after at least 3 values, and share keeps none"
            ])
    }

    @Test func `where values are kept, or nobody else was there, nothing is said`() {
        #expect(SharedEndTests.notes { $0.shareReplay(capacity: 1).eraseToAnyPublisher() } == [])
        #expect(SharedEndTests.notes(leaving: true) { $0.eraseToAnyPublisher() } == [])
    }
}
