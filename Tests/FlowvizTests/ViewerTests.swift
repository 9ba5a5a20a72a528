import FlowTestSupport
import FlowTrace
import Foundation
import Testing

/// A viewer cannot harm the program that it shows, and a program cannot harm its viewers.
@Suite("Viewers and what they look at", .notForever)
struct ViewerTests {
    /// A connection for arbitrary bytes.
    private struct Line: ~Copyable {
        private let socket: UnixSocket

        init(_ path: String) throws {
            socket = try UnixSocket.connected(to: path)
        }

        func say(_ bytes: [UInt8]) {
            _ = send(socket.number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }

        /// Reads until the other end hangs up; `nil` if reading fails.
        func rest() -> [UInt8]? {
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = recv(socket.number, &buffer, buffer.count, 0)
                if count == 0 || count < 0 && errno == ECONNRESET { return bytes }
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return nil }
                bytes += buffer[..<count]
            }
        }
    }

    private static let hello = WireMessage.hello(major: WireMessage.version, minor: 0).encoded

    static let lies: [(String, [UInt8])] = [
        ("another magic", hello[..<8] + [1, 2, 3, 4, 5, 6, 7, 8] + hello[16...]),
        ("an absurd length", [0xFF, 0xFF, 0xFF, 0x7F] + hello[4...]),
        ("no type of ours", hello[..<4] + [99] + hello[5...]),
        ("a server's message", WireMessage.welcome(process: 1, startTime: 0, wallClock: 0, path: "/dev/null").encoded),
        ("garbage", (0..<200).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }),
        ("a hello that is too short", [4, 0, 0, 0, 1, 0, 0, 0, 1, 2, 3, 4]),
        ("text", Array("GET / HTTP/1.1\r\n\r\n".utf8)),
    ]

    @Test(arguments: lies.indices) func `a viewer that lies is dropped, and the program goes on`(index: Int) throws {
        let session = try TracedSession()
        let line = try Line(session.socket)

        line.say(ViewerTests.lies[index].1)

        #expect(line.rest() == [], "\(ViewerTests.lies[index].0)")
        #expect(session.works(with: 21))
        #expect(try ViewerConnection(session.socket).isAlive)
    }

    @Test func `a viewer of another version is told which one is spoken`() throws {
        let session = try TracedSession()
        let line = try Line(session.socket)

        line.say(WireMessage.hello(major: 9, minor: 0).encoded)

        #expect(line.rest() == WireMessage.reject(lowest: WireMessage.version, highest: WireMessage.version).encoded)
        #expect(session.works(with: 21))
    }

    @Test func `a viewer that talks on after its welcome is dropped`() throws {
        let session = try TracedSession()
        let line = try Line(session.socket)

        line.say(ViewerTests.hello)
        // A single byte could be the beginning of a valid request.
        line.say([UInt8](repeating: 1, count: 64))

        #expect(line.rest().map { $0.count <= 8 + 4 + 16 + 2 + session.trace.utf8.count } == true)
        #expect(session.works(with: 21))
    }

    @Test func `those who say half a word and fall silent make way for others`() throws {
        let session = try TracedSession()
        let first = try Line(session.socket)
        first.say(Array(ViewerTests.hello[..<7]))

        for _ in 0..<40 {
            let socket = try UnixSocket.connected(to: session.socket)
            // Left open on purpose, until this process exits.
            _ = dup(socket.number)
        }

        #expect(first.rest() == [])
        #expect(try ViewerConnection(session.socket).isAlive)
        #expect(session.works(with: 21))
    }

    @Test func `a viewer that is stopped or killed costs the program nothing`() throws {
        let session = try TracedSession("flood")
        let viewers = try (0..<2).map { _ in try Program.start(["attach"], session.changes) }
        for viewer in viewers { #expect(viewer.wait(for: "PassthroughSubject ▸ filter ▸ map ▸ sink")) }

        viewers[0].signal(SIGSTOP)
        viewers[1].signal(SIGKILL)
        #expect(session.works(with: 21))
        session.program.send("\u{4}")

        #expect(session.program.waitForExit() == .exited(0))
        viewers[0].signal(SIGCONT)
        #expect(viewers[0].wait { $0.rows[0].contains("has ended") })
        viewers[0].send("q")
        #expect(viewers[0].waitForExit() == .exited(0))
    }

    @Test func `a viewer that cannot open the trace is sent it`() throws {
        let session = try TracedSession()
        unlink(session.trace)

        let viewer = try Program.start(["attach"], session.changes)
        #expect(viewer.wait(for: "PassthroughSubject ▸ filter ▸ map ▸ sink"))
        viewer.send("\r")
        #expect(viewer.wait(for: "0 delivered"))
        #expect(session.works(with: 21))
        #expect(viewer.wait { $0.text.contains("1 delivered") && $0.text.contains("42") })
        session.program.signal(SIGKILL)

        #expect(viewer.wait { $0.rows[0].contains("has ended") && $0.text.contains("1 delivered") })
        viewer.send("q")
        #expect(viewer.waitForExit() == .exited(0))
    }

    @Test func `a viewer that may not keep what it is sent says so`() throws {
        let session = try TracedSession()
        unlink(session.trace)

        let run = try ProgramRun(
            "/bin/sh", ["-c", "ulimit -f 2048; exec \"$0\" attach", Program.path],
            environment: Program.environment.merging(session.changes) { $1 })

        #expect(run.status == .exited(1) && run.output == "")
        #expect(
            run.errors.contains(
                /^flowviz: cannot reserve \d+ bytes for '\/tmp': this process may write no more than 1048576 bytes; raise 'ulimit -f', or give a smaller size\n$/
            ))
        #expect(session.works(with: 21))
    }

    @Test func `what is sent late and what is left out make all there was`() throws {
        let session = try TracedSession("flood")
        let received = try ReceivedTrace(try ViewerConnection(session.socket))
        #expect(received.file.path == session.trace)
        var cursor = TraceCursor(received.file)
        var original = TraceCursor(try TraceFile(session.trace))
        var (count, all) = (RecordCount(), RecordCount())
        for number in 1...3 { #expect(session.works(with: number)) }

        repeat {
            received.pump(milliseconds: 100)
            cursor.read(into: &count)
            original.read(into: &all)
        } while count.records + cursor.overtaken != all.records

        #expect(count.records + cursor.overtaken == all.records)
        #expect(all.records > 3 * 20_000 * 4)
        #expect(session.works(with: 4))
    }

    @Test func `while frozen it is seen that the process has ended`() throws {
        let session = try TracedSession()
        let viewer = try Program.start(["attach"], session.changes)
        #expect(viewer.wait(for: "PassthroughSubject ▸ filter ▸ map ▸ sink"))
        viewer.send("f")
        #expect(viewer.wait { $0.rows[0].contains("frozen") })

        session.program.signal(SIGKILL)

        #expect(viewer.wait { $0.rows[0].contains("has ended") && $0.rows[0].contains("frozen") })
        viewer.send("f")
        #expect(viewer.wait { $0.rows[0].contains("ended") && !$0.rows[0].contains("frozen") })
        viewer.send("q")
        #expect(viewer.waitForExit() == .exited(0))
    }

    @Test func `r goes over to the next run of a program that has ended`() throws {
        let session = try TracedSession()
        let viewer = try Program.start(["attach"], session.changes)
        #expect(viewer.wait(for: "PassthroughSubject ▸ filter ▸ map ▸ sink"))
        viewer.send("r")
        #expect(viewer.wait(for: "is still running"))
        session.program.signal(SIGKILL)
        #expect(viewer.wait { $0.rows[0].contains("has ended; r: next run") })
        viewer.send("r")
        #expect(viewer.wait(for: "no other run of"))

        let next = try TracedSession(beside: session)
        viewer.send("r")

        #expect(viewer.wait(for: "this is another run of"))
        #expect(viewer.wait(for: "PassthroughSubject ▸ filter ▸ map ▸ sink"))
        #expect(viewer.wait { !$0.rows[0].contains("has ended") })
        #expect(next.works(with: 4))
        viewer.send("q")
        #expect(viewer.waitForExit() == .exited(0))
    }

    @Test func `a program is waited for, and its next run`() throws {
        let folder = try TemporaryFolder()
        let viewer = try Program.start(["attach", "--wait", "FlowTracedProgram"], ["XDG_RUNTIME_DIR": folder.path])
        #expect(viewer.wait(for: "waiting for 'FlowTracedProgram' to start with FLOWVIZ=1"))

        let first = try TracedSession("FlowTracedProgram", [], in: folder)
        #expect(viewer.wait(for: "PassthroughSubject ▸ filter ▸ map ▸ sink"))
        first.program.signal(SIGKILL)
        #expect(viewer.wait { $0.rows[0].contains("has ended; waiting for its next run") })
        let next = try TracedSession("FlowTracedProgram", [], in: folder)

        #expect(viewer.wait(for: "this is another run of FlowTracedProgram"))
        #expect(viewer.wait { !$0.rows[0].contains("has ended") })
        #expect(next.works(with: 4))
        viewer.send("q")
        #expect(viewer.waitForExit() == .exited(0))
    }

    @Test(arguments: [(0, 0), (1, 0), (0, 1)])
    func `a file of the same name and process from elsewhere is not taken for the trace`(start: UInt64, wall: UInt64) throws {
        let folder = try TemporaryFolder()
        _ = try Program.run(["run", "pace", "-o", folder.path("a.fvz")])
        let file = try TraceFile(folder.path("a.fvz"))
        let listener = try UnixSocket.listening(at: folder.path("s"))
        let welcome = WireMessage.welcome(
            process: file.process, startTime: file.startTime + start, wallClock: file.wallClock + wall, path: file.path)
        var found: TraceFile?

        onThreads(2) { index in
            guard index == 0 else {
                found = (try? ViewerConnection(folder.path("s")))?.trace
                return
            }
            let connection = UnixSocket(owning: accept(listener.number, nil, nil))
            _ = send(connection.number, welcome.encoded, welcome.encoded.count, Int32(MSG_NOSIGNAL))
        }

        #expect((found == nil) == (start + wall > 0))
    }

    @Test func `a signal that the program waits for reaches it, and not the thread that answers viewers`() throws {
        let session = try TracedSession("signals")

        session.program.signal(SIGUSR1)

        #expect(session.program.wait(for: "signal true"))
        #expect(session.works(with: 21))
    }

    @Test func `a program that is stopped keeps nobody waiting, also where no more viewers can line up`() throws {
        let session = try TracedSession()
        session.program.signal(SIGSTOP)
        let path = session.socket
        let answer =
            "flowviz: cannot attach to '\(path)': no answer for 2 s; if the program is suspended, kill -CONT resumes it\n"

        let first = try Program.run(["attach", path])
        var waiting: [FileDescriptor] = []
        while let next = lineUp(at: path) { waiting.append(next) }
        let last = try Program.run(["attach", path])

        for run in [first, last] { #expect(run.status == .exited(1) && run.errors == answer) }
        waiting = []
        session.program.signal(SIGCONT)
        #expect(session.works(with: 21))
        #expect(try ViewerConnection(path).isAlive)
    }

    /// A connection that waits to be accepted, `nil` if no more connections can wait.
    private func lineUp(at path: String) -> FileDescriptor? {
        let socket = FileDescriptor(owning: streamSocket(AF_UNIX, isWaiting: false), path: path)
        let status = try? UnixSocket.withAddress(path) { connect(socket.number, $0, $1) }
        return status == 0 ? socket : nil
    }

    @Test func `a program that sends nonsense for its trace is done for, and the viewer is not`() throws {
        let folder = try TemporaryFolder()
        _ = try Program.run(["run", "pace", "-o", folder.path("a.fvz")])
        let page = [UInt8](try Data(contentsOf: URL(filePath: folder.path("a.fvz"))).prefix(4096))
        let listener = try UnixSocket.listening(at: folder.path("s"))
        let viewer = try Program.start(["attach", folder.path("s")])
        let connection = UnixSocket(owning: accept(listener.number, nil, nil))
        var heard = [UInt8](repeating: 0, count: 256)
        let answers: [[WireMessage]] = [
            [.welcome(process: 1, startTime: 0, wallClock: 0, path: folder.path("none"))],
            [.data(offset: 0, bytes: page), .data(offset: .max, bytes: [1, 2, 3])],
        ]

        for messages in answers {
            #expect(recv(connection.number, &heard, heard.count, 0) > 0)
            let bytes = messages.flatMap(\.encoded)
            _ = send(connection.number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }

        #expect(viewer.wait { $0.rows[0].contains("has ended") })
        viewer.send("q")
        #expect(viewer.waitForExit() == .exited(0))
        withExtendedLifetime(folder) {}
    }

    static let answers: [([UInt8], String)] = [
        ([], "it does not answer as a traced program does"),
        (Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), "it does not answer as a traced program does"),
        ([0xFF, 0xFF, 0xFF, 0xFF, 2, 0, 0, 0], "it does not answer as a traced program does"),
        ([6, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0xFF, 0xFF], "it does not answer as a traced program does"),
        (WireMessage.hello(major: 1, minor: 0).encoded, "it does not answer as a traced program does"),
        (
            WireMessage.reject(lowest: 3, highest: 4).encoded,
            "it speaks versions 3 to 4, this flowviz version 2; use the flowviz it was built with"
        ),
    ]

    @Test(arguments: answers.indices) func `a program that lies is one line on standard error`(index: Int) throws {
        let folder = try TemporaryFolder()
        let listener = try UnixSocket.listening(at: folder.path("s"))
        let viewer = try Program.start(["attach", folder.path("s")], columns: 300)

        let connection = UnixSocket(owning: accept(listener.number, nil, nil))
        let (bytes, reason) = ViewerTests.answers[index]
        _ = send(connection.number, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        shutdown(connection.number, Int32(SHUT_RDWR))

        #expect(viewer.waitForExit() == .exited(1))
        #expect(viewer.screen.text.contains("flowviz: cannot attach to '\(folder.path("s"))': \(reason)"))
    }
}
