import FlowTestSupport
import FlowTrace
import Testing

@testable import FlowAsync
@testable import FlowModel
@testable import FlowVerdict

/// Verdicts that go on from a peer to the traced program at the other end of the connection.
@Suite("Connected programs")
struct ConnectedProgramsTests {
    /// Programs that are traced at the same time.
    private struct Programs {
        let loop = TaskLoop()
        let recorders: [Recorder]
        let targets: [TraceTarget]

        init(_ count: Int) {
            let loop = loop
            recorders = (0..<count).map { _ in Recorder(clock: .custom { loop.now }) }
            targets = recorders.map { TraceTarget(recorder: $0, places: true) }
        }

        /// A direction of a connection between two programs.
        func wire(_ writer: Int, _ writerName: String, _ reader: Int, _ readerName: String, every pause: Int = 1) throws -> Wire {
            try #require(Wire((writerName, readerName), from: targets[writer], to: targets[reader], every: pause, on: loop))
        }

        /// Writes a value every so many milliseconds.
        func write(_ wire: Wire, in program: Int, every milliseconds: Int) {
            CurrentTarget.with(targets[program]) {
                _ = loop.spawn {
                    for value in 1...100_000 {
                        await wire.write(value)
                        await loop.sleep(milliseconds: milliseconds)
                    }
                }
            }
        }

        /// Reads in a loop that takes so many milliseconds for each value.
        func read(_ wire: Wire, in program: Int, for milliseconds: Int) {
            spawn(in: program) { loop in await wire.read { _ in await loop.sleep(milliseconds: milliseconds) } }
        }

        func spawn(in program: Int, _ body: @escaping @Sendable (TaskLoop) async -> Void) {
            let loop = loop
            CurrentTarget.with(targets[program]) { _ = loop.spawn { await body(loop) } }
        }

        /// The reports on each program's pipelines, by the name of the connection: the process of the first is 1.
        func reports(atMilliseconds end: Int = 12_000) -> [[String: PipelineReport]] {
            loop.run(untilMilliseconds: end)
            let traces = recorders.map { Traced($0) }
            let found = traces.map { $0.relatedByID(at: TraceTime(nanoseconds: UInt64(end) * 1_000_000)) }
            let connected = ConnectedPrograms(
                found.enumerated().map { index, reports in
                    .init(
                        process: Int32(index + 1), reports: Dictionary(uniqueKeysWithValues: reports.map { ($0.id, $0.report) }))
                })
            return found.enumerated().map { index, reports in
                let named = reports.map { id, report in
                    (traces[index].log.edge(id.edge)?.label ?? "?", connected.blaming(report, of: id, in: index))
                }
                return Dictionary(named) { _, last in last }
            }
        }
    }

    private static let (client, server) = ("127.0.0.1:40112", "127.0.0.1:8080")
    private static let ofClient = "\(client) to \(server)"

    @Test func `a server's writes are held back by the slow loop of the client`() throws {
        let programs = Programs(2)
        let wire = try programs.wire(0, ConnectedProgramsTests.client, 1, ConnectedProgramsTests.ofClient)
        programs.write(wire, in: 0, every: 2)
        programs.read(wire, in: 1, for: 100)
        let reports = programs.reports()
        let writes = try #require(reports[0]["\(ConnectedProgramsTests.client) write"])

        let brief = "held back by for await in process 2"
        #expect(writes.verdict.brief == brief)
        #expect(
            writes.verdict.text
                == "\(brief) (peer 127.0.0.1:40112): 1 value waits in outbound \"127.0.0.1:40112 outbound\", peer 127.0.0.1:40112 has requested nothing for 0.3 s and for 99 % of the last 10 s while its input had values"
        )
        #expect(writes.run.text.hasPrefix("\(brief) (peer 127.0.0.1:40112): peer"))
        #expect(
            writes.verdict.beyond?.process == 2 && writes.culprit?.name == "peer 127.0.0.1:40112" && writes.culpritPlace == nil)
        #expect(reports[1][ConnectedProgramsTests.ofClient]?.verdict.brief == "held back by for await")
    }

    @Test func `the line of the stage in the other program is told`() async throws {
        let line = #line + 3
        let traced = await Traced.recording {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            let values = stream.probe("slow")
            continuation.finish()
            for await _ in values {}
        }
        let found = try #require(traced.relatedByID(at: .zero).first)
        let stage = try #require(found.report.stages.first { $0.place?.location?.line == line })
        let beyond = StageBeyond(stage, of: found.id, process: 2, peer: "peer 10.0.0.1:80", wait: nil)
        #expect(beyond.brief == "held back by \(stage.ownName) at ConnectedProgramsTests.swift:\(line) in process 2")
        #expect(beyond.link(from: "peer 10.0.0.1:80") == "peer 10.0.0.1:80")
    }

    @Test func `a client's writes are held back by the slow loop of the server`() throws {
        let programs = Programs(2)
        let wire = try programs.wire(1, ConnectedProgramsTests.ofClient, 0, ConnectedProgramsTests.client)
        programs.write(wire, in: 1, every: 2)
        programs.read(wire, in: 0, for: 100)
        let writes = try #require(programs.reports()[1]["\(ConnectedProgramsTests.ofClient) write"])
        #expect(writes.verdict.wordings.last == "held back by for await in process 1")
        #expect(writes.verdict.text.contains("(peer 127.0.0.1:8080): "))
    }

    @Test func `a verdict goes on through a program that passes on what it reads`() throws {
        let programs = Programs(3)
        let second = "127.0.0.1:40113"
        let first = try programs.wire(0, ConnectedProgramsTests.client, 1, ConnectedProgramsTests.ofClient)
        let next = try programs.wire(1, second, 2, "\(second) to 127.0.0.1:9000")
        programs.write(first, in: 0, every: 2)
        programs.spawn(in: 1) { _ in await first.read { await next.write($0) } }
        programs.read(next, in: 2, for: 100)
        let reports = programs.reports()

        #expect(
            reports[0]["\(ConnectedProgramsTests.client) write"]?.verdict.brief
                == "held back by for await in process 3")
        let passing = try #require(reports[1][ConnectedProgramsTests.ofClient]?.verdict.text)
        #expect(
            passing.hasPrefix(
                "held back by for await in process 3 (for await waits in its write to peer 127.0.0.1:40113): "),
            "\(passing)")
    }

    @Test func `two programs that wait for one another are not to blame alone`() throws {
        let programs = Programs(2)
        let there = try programs.wire(0, ConnectedProgramsTests.client, 1, ConnectedProgramsTests.ofClient)
        let back = try programs.wire(1, ConnectedProgramsTests.ofClient, 0, ConnectedProgramsTests.client)
        // Each writes twice what it reads.
        for (program, own, other) in [(0, there, back), (1, back, there)] {
            programs.spawn(in: program) { _ in
                await own.write(0)
                await other.read { value in for _ in 1...2 { await own.write(value) } }
            }
        }
        let reports = programs.reports(atMilliseconds: 30_000)
        let verdicts = reports.flatMap { $0.values.map(\.verdict) }
        #expect(verdicts.allSatisfy { $0.beyond?.process == nil }, "\(verdicts.map(\.text))")
        #expect(verdicts.contains { $0.text.contains("held back by peer") }, "\(verdicts.map(\.text))")
    }

    @Test func `a client that asks for all it can get is not to blame`() throws {
        let programs = Programs(2)
        let wire = try programs.wire(0, ConnectedProgramsTests.client, 1, ConnectedProgramsTests.ofClient, every: 400)
        programs.write(wire, in: 0, every: 2)
        programs.read(wire, in: 1, for: 1)
        let writes = programs.reports()[0]["\(ConnectedProgramsTests.client) write"]
        #expect(writes?.verdict.brief == "held back by peer \(ConnectedProgramsTests.client)")
    }

    /// A direction of a random connection.
    private struct Draw {
        let writer: Int
        let reader: Int
        let client: String
        let server: String
        let isServerWriting: Bool
        /// Whether the network is slow, as opposed to the reader.
        let isNetwork: Bool
        /// Whether it ends before the moment judged.
        let isOver: Bool

        init(_ chance: inout SeededChance) {
            (writer, client) = (chance.below(3), "127.0.0.1:4000\(chance.below(9))")
            reader = (writer + 1 + chance.below(2)) % 3
            (server, isServerWriting) = ("127.0.0.1:808\(chance.below(2))", chance.oneIn(2))
            (isNetwork, isOver) = (chance.oneIn(4), chance.oneIn(4))
        }

        var names: (writer: String, reader: String) {
            let (ofServer, ofClient) = (client, "\(client) to \(server)")
            return isServerWriting ? (ofServer, ofClient) : (ofClient, ofServer)
        }
    }

    @Test(arguments: Rounds.seeds(full: 400, sample: 12))
    func `of random connections those that no other can be are followed, and no others`(seed: UInt64) throws {
        var chance = SeededChance(seed: Rounds.seed &+ seed)
        let programs = Programs(3)
        let draws = (0..<2 + chance.below(6)).map { _ in Draw(&chance) }
        for draw in draws {
            let (writer, reader) = draw.names
            let wire = try programs.wire(draw.writer, writer, draw.reader, reader, every: draw.isNetwork ? 400 : 1)
            programs.write(wire, in: draw.writer, every: 2)
            programs.read(wire, in: draw.reader, for: draw.isNetwork ? 1 : 100)
            if draw.isOver {
                programs.spawn(in: draw.writer) { loop in
                    await loop.sleep(milliseconds: 1_000)
                    wire.close()
                }
            }
        }
        let reports = programs.reports()
        for draw in draws where !draw.isOver {
            // A server knows only the client's address.
            let alike = draws.count { $0.client == draw.client && $0.isServerWriting == draw.isServerWriting }
            let verdict = try #require(reports[draw.writer]["\(draw.names.writer) write"]?.verdict)
            let process = alike == 1 && !draw.isNetwork ? Int32(draw.reader + 1) : nil
            #expect(verdict.beyond?.process == process, "\(draw): \(verdict.text)")
        }
    }

    @Test func `an address of IPv4 in a socket of both families is the same`() throws {
        func end(_ direction: ConnectionEnd.Direction, _ label: String) -> ConnectionEnd? {
            ConnectionEnd(direction, label: label, stage: .below(EdgeID(rawValue: 1)), life: 0..<9)
        }
        let server = try #require(end(.writes, "[::ffff:10.0.0.7]:412 outbound"))
        let client = try #require(end(.reads, "10.0.0.7:412 to 10.0.0.1:80"))
        #expect(server.meets(client) && client.meets(server))
        let six = try #require(end(.writes, "[::1]:412 outbound"))
        #expect(end(.reads, "[::1]:412 to [::1]:80").map(six.meets) == true && !six.meets(client))
        for label in [
            "users", "10.0.0.7", "10.0.0.7:0", "10.0.0:80", "1.2.3.4:5 to 6.7.8.9:10 to 1.2.3.4:5", "[10.0.0.1]:80", "",
        ] {
            #expect(end(.writes, label) == nil, "\(label)")
        }
    }
}
