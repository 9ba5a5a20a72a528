import FlowModel
import FlowScreen
import FlowTestSupport
import FlowTrace
import FlowViews
import Foundation
import Testing

@testable import FlowApp
@testable import FlowSessions
@testable import FlowSystem

/// A verdict goes on to the program at the other end of a connection, if that is traced too.
@Suite("Connected traces", .notForever)
struct ConnectedTracesTests {
    private static let brief = "held back by for await in process 4712"

    private func objects(_ arguments: [String]) throws -> [[String: Any]] {
        let run = try Program.run(["diagnose", "--json"] + arguments)
        return try run.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test func `diagnose of both names the process and its stage`() async throws {
        let folder = try TemporaryFolder()
        let paths = try await ConnectedTraces.write(into: folder)
        let lines = try Program.run(["diagnose"] + paths).output.components(separatedBy: "\n")
        #expect(
            lines.filter { $0.contains(", process ") } == [
                "Server, process 4711, server.fvz", "Client, process 4712, client.fvz",
            ])
        #expect(lines.contains { $0.hasPrefix("the run: \(ConnectedTracesTests.brief) (peer 127.0.0.1:40112): ") }, "\(lines)")
        #expect(
            lines.contains {
                $0.hasPrefix("at its end: \(ConnectedTracesTests.brief) (peer 127.0.0.1:40112): 3 values wait in outbound")
            },
            "\(lines)")

        // Alone, each says what its own events show.
        let alone = try Program.run(["diagnose", paths[0]]).output
        #expect(alone.contains("held back by peer 127.0.0.1:40112") && !alone.contains("process"))
    }

    @Test func `JSON has an object for each program, and the process to blame`() async throws {
        let folder = try TemporaryFolder()
        let paths = try await ConnectedTraces.write(into: folder)
        let both = try objects(paths)
        #expect(
            both.map { $0["process"] as? Int } == [4711, 4712] && both.map { $0["program"] as? String } == ["Server", "Client"])
        let run = try #require((both[0]["pipelines"] as? [[String: Any]])?.first?["run"] as? [String: Any])
        let reads = try #require((both[1]["pipelines"] as? [[String: Any]])?.first)
        #expect(run["culprit"] as? String == "for await" && run["culpritProcess"] as? Int == 4712)
        #expect(run["waiter"] as? String == "peer 127.0.0.1:40112" && run["culpritPipeline"] as? Int == reads["id"] as? Int)
        let alone = try #require((try objects([paths[0]])[0]["pipelines"] as? [[String: Any]])?.first?["run"] as? [String: Any])
        #expect(alone["culprit"] as? String == "peer 127.0.0.1:40112" && alone["culpritProcess"] is NSNull)
    }

    @Test func `traces of two machines are not connected`() async throws {
        let folder = try TemporaryFolder()
        let paths = try await ConnectedTraces.write(into: folder, machine: "another")
        let output = try Program.run(["diagnose"] + paths).output
        #expect(output.contains("held back by peer 127.0.0.1:40112"))
        #expect(output.contains("missing: the connections between the programs, different clocks: each trace starts at 0 s"))
    }

    @Test func `what cannot be diagnosed together is refused`() async throws {
        let folder = try TemporaryFolder()
        let path = try await ConnectedTraces.write(into: folder)[0]
        let scenario = try Program.run(["diagnose", path, "overflow"])
        #expect(scenario.errorLines == ["flowviz: 'overflow' is a scenario, which has its own clock; diagnose it alone"])
        #expect(try Program.run(["diagnose", path, path]).status == .exited(2))
    }

    @Test func `the list and the lanes name the process`() async throws {
        let folder = try TemporaryFolder()
        let files = try await ConnectedTraces.write(into: folder).map { try TraceFile($0) }
        guard case .programs(let playback) = try RecordedSource(files) else { throw Failure("not several programs") }
        var state = try RecordedSource(files).state(size: Size(width: 160, height: 24))
        playback.start(state)
        playback.seek(Moment(time: TraceTime(seconds: 7), sequence: 0))
        playback.refresh(&state)
        func text() -> [String] {
            var surface = Surface(state.size)
            RootView(playback.screen(state)).draw(into: &surface)
            return TextOutput.render(surface).components(separatedBy: "\n")
        }
        #expect(text().contains { $0.contains("Server") && $0.contains("held back by for await in proc…") }, "\(text())")
        let row = try #require(playback.line(rowsBelow: 0, state)?.row)
        state.program?.opened = row.id
        playback.open(row.id)
        playback.refresh(&state)
        #expect(text().contains { $0.contains("\(ConnectedTracesTests.brief) (peer 127.0.0.1:40112)") }, "\(text())")
    }
}
