import FlowTestSupport
import FlowTrace
import Foundation
import Synchronization
import Testing

/// The agent is a guest in the traced program: the descriptors that the program opens and closes are the program's alone.
@Suite("The agent and the program's own files and connections", .notForever)
struct GuestTests {
    private static let name = "FlowGuestProgram"
    private static let seed =
        ProcessInfo.processInfo.environment["FLOWVIZ_SEED"].flatMap { UInt64($0.prefix(15), radix: 16) } ?? 20_261_122

    @Test func `a traced program has the descriptors that it has untraced`() throws {
        let folder = try TemporaryFolder()
        // One shell runs them all, so that all inherit the same descriptors.
        let line = "for way in 0 1,size=2M \"file:$1/a.fvz,size=2M\"; do FLOWVIZ=$way XDG_RUNTIME_DIR=$1 \"$2\" numbers; done"

        let run = try Program.shell(line, [folder.path, BuiltProgram.path(GuestTests.name)])

        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 3 && lines[0].hasPrefix("has") && Set(lines).count == 1, "\(run.output)")
        #expect(try TraceFile(folder.path("a.fvz")).isClosed)
    }

    @Test(.needs(.processFiles))
    func `a program that nobody asked to be traced has no thread and no file of the agent`() throws {
        let folder = try TemporaryFolder()
        let line = "cd \"$1\" && FLOWVIZ=$2 TMPDIR=$1 XDG_RUNTIME_DIR=$1 \"$3\" threads && find . | wc -l"

        let ways = ["", "0", "1,size=2M"]
        let runs = try ways.map { try Program.shell(line, [folder.path, $0, BuiltProgram.path(GuestTests.name)]).output }

        #expect(runs.prefix(2) == ["threads 1\n1\n", "threads 1\n1\n"])
        // With tracing on, the program has both.
        #expect(!runs[2].hasPrefix("threads 1\n") && !runs[2].hasSuffix("\n1\n"), "\(runs[2])")
    }

    // MARK: A lock

    @Test func `a program that has closed all it does not know is found and shown`() throws {
        let session = try TracedSession(GuestTests.name, ["stay"], in: try TemporaryFolder())

        let viewer = try Program.start(["attach"], session.changes)

        #expect(viewer.wait(for: "PassthroughSubject ▸ map ▸ filter ▸ sink"))
        viewer.send("q")
        #expect(viewer.waitForExit() == .exited(0))
    }

    @Test(.needs(.confinement))
    func `where it cannot be found, its trace stays`() throws {
        let session = try TracedSession(GuestTests.name, ["confined", "stay"], in: try TemporaryFolder())

        let viewer = try Program.run(["attach"], session.changes)

        #expect(viewer.status == .exited(1) && access(session.trace, F_OK) == 0)
        session.program.send("\n")
        #expect(session.program.wait(for: "sent"))
    }

    /// Runs a line of the shell where `$1` is a folder of a file system of layers, as containers have one, and `in` and `out` are
    /// pipes that stay open as 3 and 4. Files mapped from there are not locked by the mapping.
    private static func onLayers(_ line: String, _ arguments: [String]) throws -> ProgramRun {
        let folder = try TemporaryFolder()
        let mount = """
            /bin/mount -t tmpfs none "$1" && cd "$1" && mkdir lower upper work all || exit 9
            /bin/mount -t overlay none -o lowerdir=lower,upperdir=upper,workdir=work all || exit 9
            mkfifo in out && exec 3<>in 4<>out || exit 9
            cd all
            """
        return try ProgramRun(
            "/usr/bin/unshare", ["-rm", "/bin/sh", "-c", "\(mount)\n\(line)", "sh", folder.path] + arguments,
            environment: Program.environment)
    }

    @Test(.needs(.overlay))
    func `in a container too, the trace of a program that has closed all is not taken for one that was left`() throws {
        let line = """
            XDG_RUNTIME_DIR=$PWD FLOWVIZ=1,size=2M "$2" stay <&3 >&4 &
            read word <&4; echo $word
            XDG_RUNTIME_DIR=$PWD "$3" attach 999999999
            ls flowviz | wc -l
            echo end >&3; wait $!; echo $?
            """

        let run = try GuestTests.onLayers(line, [BuiltProgram.path(GuestTests.name), Program.path])

        #expect(run.output == "ready\n2\n0\n")
    }

    @Test(.needs(.overlay))
    func `in a container too, record does not shorten the file of a program that goes on and has closed all`() throws {
        let line = """
            "$3" record -o a.fvz --size 8M -- /bin/sh -c '"$0" stay <&3 >&4 & read word <&4; echo $word' "$2"
            for time in 1 2 3; do echo >&3; read word <&4; echo $word; done
            echo end >&3
            """

        let run = try GuestTests.onLayers(line, [BuiltProgram.path(GuestTests.name), Program.path])

        #expect(run.status == .exited(0) && run.output == "ready\nsent\nsent\nsent\n")
    }

    // MARK: A server

    @Test func `a server that closes all it does not know loses no connection`() throws {
        for _ in 0..<20 { try serve(["serve"]) }
    }

    @Test(.needs(.confinement))
    func `nor does it where the agent has no descriptors of its own`() throws {
        for _ in 0..<20 { try serve(["confined", "serve"]) }
    }

    private func serve(_ arguments: [String]) throws {
        let session = try TracedSession(GuestTests.name, arguments, in: try TemporaryFolder())
        let server = session.program
        #expect(server.wait { $0.text.contains(/on[ \d]+\./) })
        let ports = server.screen.text.matches(of: /\d+/).compactMap { UInt16($0.0) }
        // Wakes an agent that has not yet noticed that the number of its socket now belongs to another file.
        _ = try? UnixSocket.connected(to: session.socket)

        #expect(ports.flatMap { [UInt16](repeating: $0, count: 10) }.count(where: isAnswered) == 60)

        #expect(server.waitForExit() == .exited(0))
    }

    /// Whether a server at a port of this machine echoes a word.
    private func isAnswered(_ port: UInt16) -> Bool {
        let line = streamSocket(AF_INET)
        defer { close(line) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(line, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        guard status == 0, send(line, "word", 4, Int32(MSG_NOSIGNAL)) == 4 else { return false }
        var answer = [UInt8](repeating: 0, count: 4)
        return recv(line, &answer, 4, Int32(MSG_WAITALL)) == 4 && answer == Array("word".utf8)
    }

    // MARK: Chance

    @Test func `a program that opens, moves and closes at random is left alone, and so are its viewers`() throws {
        print("FLOWVIZ_SEED=\(String(GuestTests.seed, radix: 16))")
        let folder = try TemporaryFolder()
        let session = try TracedSession(
            GuestTests.name, ["churn", "\(GuestTests.seed)", "10000", folder.path], in: try TemporaryFolder())
        let viewer = try ViewerConnection(session.socket)
        let received = try ReceivedTrace(try ViewerConnection(session.socket))

        #expect(churn(session, 10_000, received).contains("intact"))

        #expect(viewer.isAlive && !received.isAtEnd)
        var (sent, written) = (RecordCount(), RecordCount())
        var cursor = TraceCursor(received.file)
        try TraceFile(session.trace).read(into: &written)
        repeat {
            received.pump(milliseconds: 100)
            cursor.read(into: &sent)
        } while sent.records + cursor.overtaken < written.records
        #expect(sent.records + cursor.overtaken == written.records && sent.records > 10_000)
        #expect(try ViewerConnection(session.socket).isAlive)
    }

    @Test(.needs(.confinement))
    func `it is left alone also where the agent has no descriptors of its own`() throws {
        print("FLOWVIZ_SEED=\(String(GuestTests.seed, radix: 16))")
        for run in 0..<20 {
            let folder = try TemporaryFolder()
            let session = try TracedSession(
                GuestTests.name, ["confined", "churn", "\(GuestTests.seed &+ UInt64(run))", "500", folder.path],
                in: try TemporaryFolder())
            let viewer = try ViewerConnection(session.socket)
            let received = try ReceivedTrace(try ViewerConnection(session.socket))

            #expect(churn(session, 500, received).contains("intact"), "run \(run)")
            withExtendedLifetime(viewer) {}
        }
    }

    /// Lets the program play while a viewer receives its trace; returns the program's output.
    private func churn(_ session: TracedSession, _ rounds: Int, _ received: ReceivedTrace) -> String {
        let isDone = Atomic(false)
        onThreads(2) { thread in
            if thread == 0 {
                session.program.send("\n")
                // The program's patience lasts for some rounds, not for all.
                let isGoingOn = stride(from: 1_000, through: rounds, by: 1_000).allSatisfy { round in
                    session.program.wait { $0.text.contains("played \(round).") || $0.text.contains("broken") }
                }
                _ = isGoingOn && session.program.wait { $0.text.contains(/intact|broken/) }
                isDone.store(true, ordering: .releasing)
            } else {
                while !isDone.load(ordering: .acquiring) { received.pump(milliseconds: 10) }
            }
        }
        return session.program.screen.text
    }
}
