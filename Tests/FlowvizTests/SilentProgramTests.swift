import FlowScreen
import FlowTestSupport
import FlowViews
import Foundation
import Testing

@testable import FlowApp
@testable import FlowSessions
@testable import FlowTrace

/// Programs whose traces cannot be opened. They send their traces to viewers, at any time.
@Suite("Programs that say little", .notForever)
struct SilentProgramTests {
    /// The number of programs that have been asked.
    private final class Programs: Sendable {
        private let asked = LockedBox(0)

        func ask() { asked.withLock { $0 += 1 } }
        var count: Int { asked.withLock(\.self) }
    }

    /// Receives a viewer's messages, up to a wanted one; `false` if the viewer hangs up before.
    private static func hears(_ wanted: (WireMessage) -> Bool, _ socket: Int32, _ bytes: inout [UInt8]) -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            if case .message(let message, let length) = WireMessage.decode(bytes[...]) {
                bytes.removeFirst(length)
                if wanted(message) { return true }
                continue
            }
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { return false }
            bytes += buffer[..<count]
        }
    }

    private static func say(_ message: WireMessage, _ socket: Int32) {
        let bytes = message.encoded
        _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Answers viewers until the listener is shut. Sends the beginning of the trace on request, but only after `count` programs
    /// have been asked. Hangs up when the viewer does.
    private static func answer(_ listener: Int32, _ page: [UInt8], after count: Int, _ programs: Programs) {
        while true {
            let number = accept(listener, nil, nil)
            guard number >= 0 else { return }
            let viewer = UnixSocket(owning: number)
            var bytes: [UInt8] = []
            guard hears({ if case .hello = $0 { true } else { false } }, viewer.number, &bytes) else { continue }
            say(.welcome(process: 1, startTime: 0, wallClock: 0, path: "/nowhere/a.fvz"), viewer.number)
            guard hears({ $0 == .ask }, viewer.number, &bytes) else { continue }
            programs.ask()
            var item = pollfd(fd: viewer.number, events: Int16(POLLIN), revents: 0)
            while programs.count < count, poll(&item, 1, 1) == 0 {}
            say(.data(offset: 0, bytes: page), viewer.number)
            _ = hears({ _ in false }, viewer.number, &bytes)
        }
    }

    /// The header page of a trace with this number of chunks.
    private static func page(_ folder: TemporaryFolder, chunks: Int) throws -> [UInt8] {
        _ = RawTrace(folder.path("raw.fvz"), chunks: chunks)
        return try FileDescriptor(folder.path("raw.fvz"), flags: O_RDONLY, operation: "open").bytes(TraceFormat.pageSize)
    }

    @Test(arguments: [["metrics", "--all"], ["attach"]])
    func `are asked side by side, so that none keeps the others waiting`(words: [String]) throws {
        let folder = try TemporaryFolder()
        let page = try SilentProgramTests.page(folder, chunks: 1)
        #expect(mkdir(folder.path("flowviz"), 0o700) == 0)
        let sockets = (1...4).map { folder.path("flowviz/\($0).sock") }
        let listeners = try sockets.map { FileDescriptor(owning: try UnixSocket.listening(at: $0).release(), path: "") }
        let programs = Programs()
        var run: ProgramRun?

        onThreads(listeners.count + 1) { index in
            guard index == listeners.count else {
                return SilentProgramTests.answer(listeners[index].number, page, after: listeners.count, programs)
            }
            run = try? Program.run(words.count > 1 ? words : words + sockets, ["XDG_RUNTIME_DIR": folder.path])
            for listener in listeners { shutdown(listener.number, Int32(SHUT_RDWR)) }
        }

        #expect(programs.count == listeners.count)
        guard words == ["attach"] else {
            #expect(run?.status == .exited(0) && run?.errors == "")
            #expect(run?.output.rows(with: "flow_trace_incomplete{").count == 1)
            return
        }
        // All programs have answered, each as process 1.
        #expect(run?.errors.hasPrefix("flowviz: process 1 is given twice; name each process once") == true)
    }

    @Test func `keep no screen waiting that looks for the next run of its program`() throws {
        let folder = try TemporaryFolder()
        #expect(mkdir(folder.path("flowviz"), 0o700) == 0)
        let trace = try HookTrace(folder.path("a.fvz")) { 0 }
        let file = try TraceFile(folder.path("a.fvz"))
        let welcome = WireMessage.welcome(
            process: file.process, startTime: file.startTime, wallClock: file.wallClock, path: file.path)
        let listeners = try ["s", "flowviz/2.sock"].map {
            FileDescriptor(owning: try UnixSocket.listening(at: folder.path($0)).release(), path: "")
        }
        let (numbers, runs) = (listeners.map(\.number), try RuntimeFolder(at: folder.path("flowviz")))
        let hasGoneOn = LockedBox(false)
        var (answer, notice): (KeyText?, KeyText?)

        onThreads(2) { index in
            guard index == 1 else {
                // The first run ends after its answer. The next run answers only after the screen has continued.
                let viewer = accept(numbers[0], nil, nil)
                SilentProgramTests.say(welcome, viewer)
                close(viewer)
                while !hasGoneOn.withLock(\.self) { yieldThread() }
                var viewers: [FileDescriptor] = []
                while true {
                    let viewer = accept(numbers[1], nil, nil)
                    guard viewer >= 0 else { return }
                    SilentProgramTests.say(welcome, viewer)
                    viewers.append(FileDescriptor(owning: viewer, path: ""))
                }
            }
            defer {
                hasGoneOn.withLock { $0 = true }
                for number in numbers { shutdown(number, Int32(SHUT_RDWR)) }
            }
            guard let process = try? WatchedProcess(ViewerConnection(folder.path("s"))) else { return }
            let watch = ProgramWatch(process, among: { TracedProcesses(in: runs) }) { 0 }
            repeat { answer = watch.reconnect() } while answer == "\(file.name) is still running"
            hasGoneOn.withLock { $0 = true }
            var state = AppState(.watched(), size: Size(width: 120, height: 36))
            while state.notice == nil { watch.refresh(&state) }
            notice = state.notice
        }

        #expect(answer == "looking for another run of \(file.name)")
        #expect(notice == "this is another run of \(file.name), process \(file.process)")
        withExtendedLifetime((trace, listeners)) {}
    }

    @Test(arguments: [(4, true), (3, false), (1, false)]) func `send no more than a budget`(budget: Int, isEnough: Bool) throws {
        let folder = try TemporaryFolder()
        let page = try SilentProgramTests.page(folder, chunks: 1 << 20)
        let listener = try UnixSocket.listening(at: folder.path("s"))
        let (number, path) = (listener.number, folder.path("s"))
        let welcome = WireMessage.welcome(process: 1, startTime: 0, wallClock: 0, path: "/nowhere/a.fvz")
        let messages: [WireMessage] = [
            .data(offset: 0, bytes: page), .data(offset: 4_096, bytes: [1]), .data(offset: 1 << 30, bytes: [1]),
            .data(offset: 1 << 30, bytes: [2, 3]),
            // The bytes cross the border between two parts.
            .data(offset: 1 << 31 - 1, bytes: [1, 1]),
        ]
        var received: ReceivedTrace?

        onThreads(2) { index in
            if index == 0 {
                let viewer = UnixSocket(owning: accept(number, nil, nil))
                var bytes: [UInt8] = []
                SilentProgramTests.say(welcome, viewer.number)
                _ = SilentProgramTests.hears({ $0 == .ask }, viewer.number, &bytes)
                for message in messages { SilentProgramTests.say(message, viewer.number) }
            } else if let connection = try? ViewerConnection(path) {
                received = try? ReceivedTrace(connection, budget: budget << 16)
                while received?.isAtEnd == false { received?.pump(milliseconds: -1) }
            }
        }

        #expect(received != nil)
        #expect(
            received?.failure?.description
                == (isEnough ? nil : "cannot keep '/nowhere/a.fvz': it sends more than 0 MiB"))
    }
}

extension FileDescriptor {
    /// The first `count` bytes.
    fileprivate func bytes(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = bytes.withUnsafeMutableBytes { self.read(into: $0, at: 0) }
        return Array(bytes[..<read])
    }
}
