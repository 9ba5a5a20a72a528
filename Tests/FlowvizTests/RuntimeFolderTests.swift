import FlowTestSupport
import FlowTrace
import Foundation
import Testing

/// The folder of traced programs: files of live ones stay, files of others are removed.
@Suite("The folder of traced programs", .notForever)
struct RuntimeFolderTests {
    /// No process has these numbers: Linux gives none from 4194304 on.
    private static let nobody = ["4194398", "4194397", "-5"]

    @Test(arguments: [
        ("/run/user/7", "/run/user/7/flowviz"), ("run", "/tmp/flowviz-7"), ("./run", "/tmp/flowviz-7"), ("", "/tmp/flowviz-7"),
        (nil, "/tmp/flowviz-7"),
    ])
    func `it is where XDG_RUNTIME_DIR says, unless that depends on where one stands`(variable: String?, path: String) {
        #expect(RuntimeFolder.path(for: 7, in: variable) == path)
    }

    @Test func `a program whose number means nothing here is found and stays`() throws {
        let session = try TracedSession()
        let moved = session.folder.path("flowviz/\(RuntimeFolderTests.nobody[0])")
        let (socket, trace) = (session.socket, session.trace)
        rename(socket, moved + ".sock")
        rename(trace, moved + ".fvz")

        let viewer = try Program.start(["attach", RuntimeFolderTests.nobody[0]], session.changes)
        let seen = viewer.wait(for: "PassthroughSubject ▸ filter ▸ map ▸ sink")
        viewer.send("q")

        #expect(seen && viewer.waitForExit() == .exited(0))
        #expect(session.works(with: 21))
    }

    @Test func `what a dead program left is removed when the next one starts, and nothing else`() throws {
        let folder = try TemporaryFolder()
        let place = folder.path("flowviz")
        try FileManager.default.createDirectory(
            atPath: place, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        for number in RuntimeFolderTests.nobody {
            try "left".write(toFile: "\(place)/\(number).fvz", atomically: true, encoding: .utf8)
        }
        _ = try UnixSocket.listening(at: "\(place)/\(RuntimeFolderTests.nobody[1]).sock")
        try "mine".write(toFile: "\(place)/notes.fvz", atomically: true, encoding: .utf8)
        let environment = Program.environment.merging(["FLOWVIZ": "1", "XDG_RUNTIME_DIR": folder.path]) { $1 }

        let program = try PTY(BuiltProgram.path("FlowTracedProgram"), environment: environment)
        #expect(program.wait(for: "ready"))

        let names = Set(try FileManager.default.contentsOfDirectory(atPath: place))
        #expect(names.count == 4 && names.isSuperset(of: ["notes.fvz", "-5.fvz"]))
        let process = names.first { $0.hasSuffix(".sock") }.map { $0.dropLast(5) }
        #expect(process.map { names.contains("\($0).fvz") } == true)
    }

    @Test func `a trace that nobody makes any more is removed when the next program starts, one that is being made is not`()
        throws
    {
        let folder = try TemporaryFolder()
        let place = folder.path("flowviz")
        try FileManager.default.createDirectory(
            atPath: place, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        for name in [".1.fvz.flowviz-left", ".2.fvz.flowviz-held", ".notes"] {
            try "begun".write(toFile: "\(place)/\(name)", atomically: true, encoding: .utf8)
        }
        let held = open("\(place)/.2.fvz.flowviz-held", O_RDWR | O_CLOEXEC)
        #expect(flock(held, LOCK_SH) == 0)
        let environment = Program.environment.merging(["FLOWVIZ": "1", "XDG_RUNTIME_DIR": folder.path]) { $1 }

        let run = try ProgramRun(BuiltProgram.path("FlowTracedProgram"), environment: environment)

        #expect(run.status == .exited(0) && run.errors == "")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place).sorted() == [".2.fvz.flowviz-held", ".notes"])
        close(held)
    }

    @Test func `a program that cannot listen leaves no file`() throws {
        let folder = try TemporaryFolder()
        let place = folder.path(String(repeating: "x", count: 80))
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        let environment = Program.environment.merging(["FLOWVIZ": "1", "XDG_RUNTIME_DIR": place]) { $1 }

        let run = try ProgramRun(BuiltProgram.path("FlowTracedProgram"), environment: environment)

        #expect(run.errors.contains("longer than the 107 bytes of a socket's name; this program runs untraced"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(place)/flowviz") == [])
    }

    // MARK: Signals

    private func left(by session: TracedSession) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: session.folder.path("flowviz"))
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP]) func `a program that a signal ends leaves nothing, and ends by it`(
        number: Int32
    ) throws {
        let session = try TracedSession()
        #expect(try left(by: session).count == 2)

        session.program.signal(number)

        #expect(session.program.waitForExit() == .signalled(number))
        #expect(try left(by: session) == [])
    }

    @Test func `the program's own handler is the only one`() throws {
        let session = try TracedSession("handler")

        session.program.signal(SIGTERM)

        #expect(session.program.waitForExit() == .exited(5))
        #expect(try left(by: session).count == 2)
    }

    @Test func `a signal that is ignored stays ignored`() throws {
        let session = try TracedSession(
            running: "/bin/sh", ["-c", "trap '' TERM; exec \"$0\"", BuiltProgram.path("FlowTracedProgram")],
            in: TemporaryFolder())

        session.program.signal(SIGTERM)

        #expect(session.works(with: 4))
        #expect(try left(by: session).count == 2)
    }

    @Test func `a copy of the program that a signal ends leaves the program's trace where it is`() throws {
        let session = try TracedSession("killed")

        #expect(session.works(with: 4))
        #expect(try left(by: session).count == 2)
    }
}
