import FlowTrace
import Foundation
import Testing

@testable import FlowAnalysis
@testable import FlowAsync
@testable import FlowModel

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
            producer.name("peer")
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

    @Test func `a write waits until the one before it is sent, and is dropped when the channel ends`() async throws {
        let settled = LockedBox<[Int]>([])
        let traced = try await Traced.recording {
            let writes = try #require(_SwiftNIO.Writes(of: String.self))
            writes.name("peer")
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
                "5 peer write value 1", "6 peer outbound held buffered 1 < 5", "7 peer write request 1 < 4",
                "8 peer write value 2", "9 peer outbound held buffered 2 < 8", "10 peer write request 1 < 4",
                "11 peer outbound held unbuffered 1 < 4", "12 peer outbound value 10 < 11",
                "13 peer write state unwritable, bytes 30", "14 peer write value 3", "15 peer outbound held buffered 3 < 14",
                "16 peer outbound request 1", "17 peer outbound held unbuffered 2 < 16", "18 peer outbound value 20 < 17",
                "19 peer outbound request 1", "20 peer outbound held dropped 3 cancelled", "21 peer write finished ",
                "22 peer outbound finished  < 21",
            ])
        #expect(traced.residues == [])
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
                producer.name(name)
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
