import FlowTrace
import Foundation
import Testing

@testable import FlowAnalysis
@testable import FlowAsync
@testable import FlowGraph
@testable import FlowModel
@testable import FlowVerdict

/// The reports of the code that `flowviz try` adds to SwiftNIO.
@Suite("Reports of SwiftNIO")
struct SwiftNIOReportTests {
    @Test func `nothing is reported where nothing is traced`() {
        #expect(_SwiftNIO.Producer(of: Int.self, highMark: 1) == nil)
        #expect(_SwiftNIO.Writes(of: Int.self) == nil)
    }

    @Test func `a producer's values are held until they are on their way to the consumer, and dropped when it leaves`()
        async throws
    {
        let traced = try await Traced.recording {
            let producer = try #require(_SwiftNIO.Producer(of: Int.self, highMark: 2))
            producer.name { "peer" }
            producer.begin()
            await producer.request()
            for value in 1...2 { producer.yield(value) }
            producer.reserve()
            producer.answer(goesOn: true)
            producer.receive(1)
            producer.yield(3)
            producer.answer(goesOn: false)
            await producer.request()
            producer.reserve()
            producer.resume()
            producer.drop()
            producer.receive(2)
            producer.leave()
            producer.finish(nil)
        }

        #expect(
            traced.lines == [
                "1 peer subscribed ", "2 peer request 1", "3 peer inbound subscribed ", "4 peer inbound request 1",
                "5 peer value 1", "6 peer inbound held buffered 1 < 5", "7 peer returned 1 < 5", "8 peer value 2",
                "9 peer inbound held buffered 2 < 8", "10 peer request 1 < 4", "11 peer inbound held unbuffered 1 < 4",
                "12 peer inbound value 1 < 11", "13 peer value 3", "14 peer inbound held buffered 3 < 13",
                "15 peer state stopProducing, held 2", "16 peer inbound request 1", "17 peer state produceMore, held 1",
                "18 peer request 1 < 16", "19 peer inbound held dropped 3 cancelled", "20 peer inbound held unbuffered 2 < 16",
                "21 peer inbound value 2 < 20", "22 peer inbound cancel ", "23 peer finished ",
            ])
        #expect(traced.log.nodes.first { $0.name == "NIOAsyncSequenceProducer" }?.capacity == 2)
        #expect(traced.residues == [])
    }

    @Test func `a producer that goes on without having stopped is asked once`() async throws {
        let traced = try await Traced.recording {
            let producer = try #require(_SwiftNIO.Producer(of: Int.self, highMark: 1))
            producer.name { "peer" }
            producer.begin()
            producer.yield(1)
            producer.answer(goesOn: true)
            producer.resume()
            producer.yield(2)
            producer.answer(goesOn: false)
            producer.finish(nil)
        }
        let edge = try #require(traced.log.edges.first { $0.label == "peer" }?.id)
        var account = EdgeAccount()
        for entry in traced.log.entries where entry.edge == edge { account.fold(entry.kind, of: entry.event) }
        #expect(account.outstanding == .none)
    }

    @Test func `a connection is named when a task first uses it, if no handler has done so`() async throws {
        let address = LockedBox<String?>(nil)
        let traced = try await Traced.recording {
            let producer = try #require(_SwiftNIO.Producer(of: Int.self, highMark: 2))
            let writes = try #require(_SwiftNIO.Writes(of: Int.self))
            producer.name { address.withLock(\.self) }
            writes.name { address.withLock(\.self) }
            address.withLock { $0 = "peer" }
            _ = await writes.begin()
            producer.begin()
            // A connection keeps its name.
            address.withLock { $0 = nil }
            producer.name { nil }
            producer.yield(1)
            producer.finish(nil)
            writes.end()
        }
        #expect(
            Set(traced.lines.map { $0.split(separator: " ").dropFirst().prefix(2).joined(separator: " ") })
                == [
                    "peer write", "peer outbound", "peer inbound", "peer subscribed", "peer value", "peer request",
                    "peer finished",
                ])
    }

    @Test func `a write waits until the one before it is sent, and is dropped when the channel ends`() async throws {
        let settled = LockedBox<[Int]>([])
        let traced = try await Traced.recording {
            let writes = try #require(_SwiftNIO.Writes(of: String.self))
            writes.name { "peer" }
            func write(_ number: Int) -> Int {
                writes.write(number, bytes: number * 10) { settled.withLock { $0.append(number) } }
            }
            var numbers = [write(1), write(2)]
            writes.flush()
            writes.setWritable(false)
            numbers.append(write(3))
            writes.sent(numbers[1])
            writes.sent(numbers[0])
            writes.end()
            writes.sent(numbers[2])
        }

        #expect(settled.withLock(\.self) == [3])
        #expect(
            traced.lines == [
                "1 peer write subscribed ", "2 peer write request 1", "3 peer outbound subscribed ", "4 peer outbound request 1",
                "5 peer write value 1", "6 peer outbound held buffered 1 < 5", "7 peer write returned 1 < 5",
                "8 peer write value 2", "9 peer outbound held buffered 2 < 8", "10 peer write request 1 < 4",
                "11 peer outbound held unbuffered 1 < 4", "12 peer outbound value 10 < 11",
                "13 peer write state unwritable, bytes 30", "14 peer write value 3", "15 peer outbound held buffered 3 < 14",
                "16 peer outbound request 1", "17 peer outbound held unbuffered 2 < 16", "18 peer outbound value 20 < 17",
                "19 peer outbound request 1", "20 peer outbound held dropped 3 cancelled", "21 peer write finished ",
                "22 peer outbound finished  < 21",
            ])
        #expect(traced.residues == [])
    }

    private enum HTTPPart {
        case head, body(Int), end(Int?)
    }

    @Test func `the end of an HTTP message has no promise, and is sent with the part before it`() async throws {
        let traced = try await Traced.recording {
            let writes = try #require(_SwiftNIO.Writes(of: HTTPPart.self))
            writes.name { "peer" }
            #expect([HTTPPart.head, .body(1)].filter(writes.writeEnd).isEmpty)
            let body = writes.write(HTTPPart.body(1), bytes: 10) {}
            #expect(writes.writeEnd(HTTPPart.end(nil)))
            writes.flush()
            writes.sent(body)
            #expect(try #require(_SwiftNIO.Writes(of: Int?.self)).writeEnd(Int?.some(1)) == false)
        }
        #expect(traced.values(.value, on: "peer outbound").count == 2)
        #expect(traced.count(.dropped, on: "peer outbound held") == 0)
        #expect(traced.residues == [])
    }

    @Test func `a write that must wait is said, and an unwritable channel asks for none`() async throws {
        let traced = try await Traced.recording {
            let writes = try #require(_SwiftNIO.Writes(of: Int.self))
            writes.name { "peer" }
            #expect(await writes.begin() == nil)
            _ = writes.write(1, bytes: 10) {}
            writes.setWritable(false)
            writes.flush()
            let waits = [await writes.begin(), await writes.begin()]
            writes.setWritable(true)
            _ = writes.write(2, bytes: 20) {}
            writes.flush()
            waits[0]?.end()
            waits[1]?.end()
        }
        #expect(
            traced.lines.filter { $0.contains(" write ") && !$0.contains("subscribed") } == [
                "2 peer write request 1", "5 peer write value 1", "7 peer write state unwritable, bytes 10",
                "10 peer write state unwritable, waits 1, bytes 10", "11 peer write state unwritable, waits 2, bytes 10",
                "12 peer write state writable, waits 2, bytes 10", "13 peer write request 1", "14 peer write value 2",
                "16 peer write request 1", "17 peer write state writable, waits 1, bytes 30",
                "18 peer write state writable, bytes 30",
                "20 peer write finished ",
            ])
    }

    @Test func `the error of a channel is that of its writes`() async throws {
        let traced = try await Traced.recording {
            let writes = try #require(_SwiftNIO.Writes(of: Int.self))
            writes.name { "peer" }
            _ = writes.write(1, bytes: 10) {}
            writes.fail(_SwiftNIO.Failure("Connection reset by peer"))
            writes.end()
        }
        #expect(
            traced.lines.suffix(3) == [
                "7 peer write failure Connection reset by peer", "8 peer outbound held dropped 1 error < 7",
                "9 peer outbound failure Connection reset by peer < 7",
            ])
        let report = try #require(traced.related(at: TraceTime(seconds: 1), isOver: true).first)
        #expect(report.notes == ["peer outbound dropped 1 value (error: Connection reset by peer): 1"])
        #expect(report.verdict.kind == .failed)
    }

    @Test func `a loop that waits in its write is not to blame, but the peer`() async throws {
        let time = LockedBox<UInt64>(0)
        let recorder = Recorder(clock: .custom { time.withLock(\.self) })
        let kept = try await CurrentTarget.with(TraceTarget(recorder: recorder, places: true)) {
            let producer = try #require(_SwiftNIO.Producer(of: Int.self, highMark: 2))
            let writes = try #require(_SwiftNIO.Writes(of: Int.self))
            producer.name { "10.0.0.1:80" }
            writes.name { "10.0.0.1:80" }
            producer.begin()
            for value in 1...20 { producer.yield(value) }
            for value in 1...4 {
                await producer.request()
                producer.reserve()
                producer.receive(value)
                // The socket takes the first write only.
                let wait = await writes.begin()
                if value == 4 { break }
                _ = writes.write(value, bytes: 10) {}
                if value == 3 { writes.setWritable(false) }
                writes.flush()
                wait?.end()
            }
            time.withLock { $0 = 8_000_000_000 }
            return (producer, writes)
        }
        let reports = withExtendedLifetime(kept) { Traced(recorder).related(at: TraceTime(seconds: 8)) }
        #expect(
            reports.map(\.verdict.text) == [
                "held back by peer 10.0.0.1:80 (for await waits in its write): 16 values wait in NIOAsyncSequenceProducer \"10.0.0.1:80 inbound\", for await has requested nothing for 8.0 s while its input had values",
                "held back by peer 10.0.0.1:80: 2 values wait in outbound \"10.0.0.1:80 outbound\", it has requested nothing for 8.0 s while its input had values",
            ])
        #expect(reports.map(\.notes).last?.contains("1 write waits to enter 10.0.0.1:80 outbound") == true)
        #expect(reports[0].verdict.brief == "held back by peer 10.0.0.1:80")
    }

    @Test func `a socket without news is no stall, and a loop that left a broken stream has seen it fail`() async throws {
        let time = LockedBox<UInt64>(0)
        let recorder = Recorder(clock: .custom { time.withLock(\.self) })
        let producer = try await CurrentTarget.with(TraceTarget(recorder: recorder)) {
            let producer = try #require(_SwiftNIO.Producer(of: Int.self, highMark: 2))
            producer.name { "10.0.0.1:80" }
            producer.begin()
            await producer.request()
            producer.yield(1)
            producer.reserve()
            producer.answer(goesOn: true)
            producer.receive(1)
            await producer.request()
            return producer
        }
        var found = Reconstruction()
        recorder.drain(into: &found)
        let quiet = Traced(found: found).related(at: TraceTime(seconds: 30))[0]
        #expect(quiet.verdict.text == "waiting for 10.0.0.1:80: nothing came from its socket since 0.00 s")
        #expect(quiet.verdict.kind == .waitingForSource && !quiet.trouble.isWrong)

        time.withLock { $0 = 40_000_000_000 }
        for value in 2...5 { producer.yield(value) }
        producer.finish(_SwiftNIO.Failure("Connection reset by peer"))
        producer.leave()
        producer.drop()
        recorder.drain(into: &found)
        let broken = Traced(found: found).related(at: TraceTime(seconds: 41), isOver: true)[0]
        #expect(
            broken.verdict.text
                == "failed at 40.00 s: Connection reset by peer, and for await had left before the error reached it; 2, 3, 4 and 5 dropped at NIOAsyncSequenceProducer \"10.0.0.1:80 inbound\": error"
        )
        #expect(broken.stages[1].excess == "over its mark of 2 at 40.00 s, as its producer ended")
    }

    @Test func `a channel that writes nothing has no pipeline`() async throws {
        let traced = try await Traced.recording {
            #expect(_SwiftNIO.Writes(of: Never.self) == nil)
            let writes = try #require(_SwiftNIO.Writes(of: String.self))
            writes.setWritable(false)
            writes.flush()
            writes.end()
        }
        #expect(traced.lines == [])
    }

    @Test func `connections are alike, whatever their addresses`() async throws {
        let traced = try await Traced.recording {
            for name in ["10.0.0.1:1", "10.0.0.1:2"] {
                let producer = try #require(_SwiftNIO.Producer(of: Int.self, highMark: 2))
                producer.name { name }
                producer.yield(1)
            }
        }
        var pipelines = Pipelines()
        pipelines.update(from: traced.log, upTo: traced.log.count)
        let rows = pipelines.ids(by: .age, in: traced.log)
            .compactMap { pipelines.summary(of: $0, at: TraceTime(seconds: 1), in: traced.log) }
        #expect(rows.map { $0.stages[0] } == [#"channelRead "10.0.0.1:1""#, #"channelRead "10.0.0.1:2""#])
        #expect(rows.map(\.shape) == Array(repeating: ["channelRead<Int>", "NIOAsyncSequenceProducer<Int>"], count: 2))
    }
}
