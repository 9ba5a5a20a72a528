import Foundation
import Testing

@testable import FlowGraph
@testable import FlowTrace

/// StreamServer in another process, started so that viewers may hold its stages.
///
/// It needs flowviz itself, which `make test-nio` builds first.
@Suite("a server of which a viewer holds one client")
struct HeldServerTests {
    @Test func `the rows of the held client wait, the other clients are served, and its rows follow when released`() throws {
        let server = try ControlledServer()
        try server.read { $0.values("#1 rows") > 50 && $0.values("#2 sent") > 0 && $0.values("#3 upload") > 0 }

        let stage = try HeldServerTests.stageOfThePage()
        let printed = try server.hold(stage, for: "2s")
        let hold = try #require(try server.read { $0.hold("#1 rows") != nil }.hold("#1 rows"))
        let end = try server.read { $0.taken(by: "#1 rows") >= $0.kept(for: "#1 rows", before: hold.upperBound) }

        let lines = printed.split(separator: "\n")
        let verdict = #/held by a viewer at #1 write since [\d.]+ s: \d+ values wait in AsyncStream "#1 rows"/#
        #expect(stage == "#1 write" && lines.count == 2 && lines.first == "#1 write is held for 2.0 s")
        #expect(lines.last.map { $0.wholeMatch(of: verdict) != nil } == true, "\(printed)")
        // A value may have been on its way to the loop when the hold began.
        #expect(end.values("#1 rows", during: hold) <= 1)
        #expect(end.kept(for: "#1 rows", before: hold.upperBound) > end.kept(for: "#1 rows", before: hold.lowerBound) + 1)
        #expect(end.values("#2 sent", during: hold) > 0 && end.values("#3 upload", during: hold) > 0)
    }

    /// The stage in the page's command: `flowviz hold 4712 '#1 write' --for 5s`.
    private static func stageOfThePage() throws -> String? {
        let page = try String(contentsOf: ControlledServer.root.appending(path: "docs/hands.md"), encoding: .utf8)
        return page.firstMatch(of: #/ flowviz hold \S+ '(#[^']+)' --for /#).map { String($0.output.1) }
    }
}

/// The server, and its trace as far as it was read.
private final class ControlledServer {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized

    private let folder = FileManager.default.temporaryDirectory.appending(path: "flowviz-\(UUID().uuidString)")
    private let program: Process
    private var cursor: TraceCursor
    private var found = Reconstruction()

    private struct Ended: Error {}

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        program = Process()
        program.executableURL = ControlledServer.root.appending(path: "Server/.build/debug/StreamServer")
        program.arguments = ["60"]
        program.environment = ["FLOWVIZ": "1,control", "XDG_RUNTIME_DIR": folder.path]
        program.standardOutput = FileHandle.nullDevice
        try program.run()
        let socket = folder.appending(path: "flowviz/\(program.processIdentifier).sock").path
        while (try? ViewerConnection(socket)) == nil {
            guard program.isRunning else { throw Ended() }
            sched_yield()
        }
        cursor = TraceCursor(try TraceFile(folder.appending(path: "flowviz/\(program.processIdentifier).fvz").path))
    }

    deinit {
        program.terminate()
        program.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Runs `flowviz hold` with the server's number; returns what it prints.
    func hold(_ stage: String?, for time: String) throws -> String {
        let (hold, output) = (Process(), Pipe())
        hold.executableURL = ControlledServer.root.appending(path: ".build/debug/flowviz")
        hold.arguments = ["hold", "\(program.processIdentifier)", stage ?? "", "--for", time]
        hold.environment = ["XDG_RUNTIME_DIR": folder.path]
        (hold.standardOutput, hold.standardError) = (output, output)
        try hold.run()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        hold.waitUntilExit()
        return String(decoding: printed, as: UTF8.self)
    }

    /// Reads on until a condition holds.
    ///
    /// - Throws: If the server ends before.
    @discardableResult func read(until isEnough: (ServedRows) -> Bool) throws -> ServedRows {
        while true {
            cursor.read(into: &found)
            let rows = ServedRows(log: found.log)
            if isEnough(rows) { return rows }
            guard program.isRunning else { throw Ended() }
            sched_yield()
        }
    }
}

/// The events of the server's connections, by the names of their edges.
private struct ServedRows {
    let log: TraceLog

    private func edges(_ label: String) -> [EdgeFact] { log.edges.filter { $0.label == label } }

    private func entries(_ kind: SignalKind, on edges: [EdgeFact]) -> [TraceEntry] {
        let ids = Set(edges.map(\.id))
        return log.entries.filter { $0.kind == kind && ids.contains($0.edge) }
    }

    /// The stores out of which an edge gets its values.
    private func stores(above label: String) -> [EdgeFact] {
        let streams = Set(edges(label).compactMap(\.upstream))
        return log.edges.filter { $0.role == .store && $0.upstream.map(streams.contains) == true }
    }

    func values(_ label: String, during span: Range<TraceTime>? = nil) -> Int {
        entries(.value, on: edges(label)).count { span?.contains($0.time) ?? true }
    }

    /// The number of values that the store above an edge has taken in before a time.
    func kept(for label: String, before end: TraceTime) -> Int {
        entries(.buffered, on: stores(above: label)).count { $0.time < end }
    }

    /// The number of values that have left it.
    func taken(by label: String) -> Int { entries(.unbuffered, on: stores(above: label)).count }

    /// The time for which a viewer has held an edge's consumer; `nil` while it does.
    func hold(_ label: String) -> Range<TraceTime>? {
        let states = entries(.state, on: edges(label)).compactMap { entry in log.state(of: entry).map { (entry.time, $0) } }
        guard case .hand(.held)? = states.first?.1, case .hand(.released)? = states.last?.1 else { return nil }
        return states[0].0..<states[states.count - 1].0
    }
}
