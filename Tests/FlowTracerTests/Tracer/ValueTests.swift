import FlowTrace
import FlowCombine
import Testing
@testable import FlowCore
@testable import FlowGraph

/// The values that a tracer records, and their form.
@Suite("traced values", .serialized)
struct ValueTests {
    private struct Point: Equatable { let x = 1 }

    private struct Broken: Error, CustomStringConvertible {
        var description: String { "\u{1B}[2Jbroken\n" }
    }

    /// Counts its descriptions.
    private final class Curious: CustomStringConvertible {
        private(set) var count = 0
        let text: String

        init(_ text: String) {
            self.text = text
        }

        var description: String {
            count += 1
            return text
        }
    }

    /// Sends itself through a pipeline while it is described.
    private final class Chatty: CustomStringConvertible {
        private let echoes = PassthroughSubject<Chatty, Never>()
        private var listener: AnyCancellable?
        private(set) var heard = 0

        func listen() {
            listener = echoes.sink { [unowned self] _ in heard += 1 }
        }

        var description: String {
            echoes.send(self)
            return "chatty"
        }
    }

    /// The records of a publisher's values and of its failure.
    private func trace<P: Publisher>(_ publisher: P, _ values: TracedValues = .basic) -> (log: TraceLog, texts: [TraceValue?]) {
        let recorder = Recorder()
        let (tracer, sink) = FlowTracer.tracing(into: recorder, values: values) {
            publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        }
        tracer.stop()
        var records = Reconstruction()
        recorder.drain(into: &records)
        withExtendedLifetime(sink) {}
        let log = records.log
        return (log, log.entries.filter { $0.kind == .value || $0.kind == .failure }.map { log.value(of: $0) })
    }

    @Test func `integers of every width are numbers, and text where 64 bits with a sign do not hold them`() {
        #expect(trace([Int8.min, 7].publisher).texts == [.int(-128), .int(7)])
        #expect(trace([UInt8.max].publisher).texts == [.int(255)])
        #expect(trace([Int16.min].publisher).texts == [.int(-32768)])
        #expect(trace([UInt16.max].publisher).texts == [.int(65535)])
        #expect(trace([Int32.min].publisher).texts == [.int(-2_147_483_648)])
        #expect(trace([UInt32.max].publisher).texts == [.int(4_294_967_295)])
        #expect(trace([Int64.min].publisher).texts == [.int(.min)])
        #expect(trace([UInt64(7), .max].publisher).texts == [.int(7), .string("18446744073709551615")])
        #expect(trace([UInt(7), .max].publisher).texts == [.int(7), .string("18446744073709551615")])
    }

    @Test func `short floating-point numbers read as in source, and text of every kind is text`() {
        #expect(trace([Float(0.1), -.infinity].publisher).texts == [.string("0.1"), .string("-inf")])
        #expect(trace([Character("é"), "👨‍👩‍👧"].publisher).texts == [.string("é"), .string("👨‍👩‍👧")])
        #expect(trace(["a word of many".dropFirst(2)].publisher).texts == [.string("word of many")])
        #expect(trace([()].publisher).texts == [.string("()")])
    }

    @Test func `an optional of these is what it wraps, or nil`() {
        #expect(trace([Int?.some(1), nil].publisher).texts == [.int(1), .string("nil")])
        #expect(trace([Int8?.some(-1), nil].publisher).texts == [.int(-1), .string("nil")])
        #expect(trace([UInt8?.some(200), nil].publisher).texts == [.int(200), .string("nil")])
        #expect(trace([Int16?.some(-1), nil].publisher).texts == [.int(-1), .string("nil")])
        #expect(trace([UInt16?.some(1), nil].publisher).texts == [.int(1), .string("nil")])
        #expect(trace([Int32?.some(-1), nil].publisher).texts == [.int(-1), .string("nil")])
        #expect(trace([UInt32?.some(1), nil].publisher).texts == [.int(1), .string("nil")])
        #expect(trace([Int64?.some(-1), nil].publisher).texts == [.int(-1), .string("nil")])
        #expect(trace([UInt64?.some(1), nil].publisher).texts == [.int(1), .string("nil")])
        #expect(trace([UInt?.some(1), nil].publisher).texts == [.int(1), .string("nil")])
        #expect(trace([Bool?.some(true), nil].publisher).texts == [.bool(true), .string("nil")])
        #expect(trace([Double?.some(0.5), nil].publisher).texts == [.double(0.5), .string("nil")])
        #expect(trace([Float?.some(0.1), nil].publisher).texts == [.string("0.1"), .string("nil")])
        #expect(trace([String?.some("a"), nil].publisher).texts == [.string("a"), .string("nil")])
        #expect(trace([Character?.some("a"), nil].publisher).texts == [.string("a"), .string("nil")])
        #expect(trace([Substring?.some("a"), nil].publisher).texts == [.string("a"), .string("nil")])
    }

    @Test func `other values are not described, and their edge knows their type`() {
        let curious = Curious("text")
        let (log, texts) = trace([[curious]].publisher)

        #expect(texts == [nil] && curious.count == 0)
        #expect(log.edges.map(\.valueType) == ["[Curious]"])
        #expect(trace([(1, Point())].publisher).log.edges.map(\.valueType) == ["(Int, Point)"])
    }

    @Test func `a value of the same size as a number is none`() {
        enum Small { case a, b }
        struct Wide { let a: UInt32 = 1 }

        #expect(trace([Small.a].publisher).texts == [nil])
        #expect(trace([Wide()].publisher).texts == [nil])
        #expect(trace([Int??.some(1)].publisher).texts == [nil])
    }

    @Test func `on demand every value is described, once an edge, and a failure too`() {
        let curious = Curious("text")

        #expect(trace([Point()].publisher, .all(limit: 100)).texts == [.string("Point(x: 1)")])
        #expect(trace([curious].publisher, .all(limit: 100)).texts == [.string("text")])
        #expect(curious.count == 1)
        #expect(trace(Fail<Int, Broken>(error: Broken()), .all(limit: 100)).texts == [.string("\u{1B}[2Jbroken\n")])
        #expect(trace(Fail<Int, Broken>(error: Broken())).texts == [.string("Broken")])
    }

    @Test func `a long description is cut at the end of a character, and made once`() {
        let curious = Curious(String(repeating: "é", count: 500_000))

        #expect(trace([curious].publisher, .all(limit: 9)).texts == [.string("éééé")])
        #expect(curious.count == 1)
    }

    @Test func `a description that sends through a traced pipeline is traced, and not described again`() {
        let chatty = Chatty()
        let recorder = Recorder()
        let subject = PassthroughSubject<Chatty, Never>()
        var received = 0
        let (tracer, sink) = FlowTracer.tracing(into: recorder, values: .all(limit: 100)) {
            chatty.listen()
            return subject.sink { _ in received += 1 }
        }
        subject.send(chatty)
        tracer.stop()
        var records = Reconstruction()
        recorder.drain(into: &records)
        withExtendedLifetime(sink) {}

        let log = records.log
        #expect(received == 1 && chatty.heard == 1)
        #expect(log.entries.filter { $0.kind == .value }.map { log.value(of: $0) } == [nil, .string("chatty")])
        #expect(records.unbalancedCalls == 0)
    }
}
