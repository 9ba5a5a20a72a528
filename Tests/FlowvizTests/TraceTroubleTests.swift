import FlowTestSupport
import FlowTrace
import Foundation
import Testing

@testable import flowviz

/// External trouble with a trace does not harm the program. One line or the screen reports missing records.
@Suite("Traces in trouble", .notForever)
struct TraceTroubleTests {
    private static var traced: String { BuiltProgram.path("FlowTracedProgram") }

    /// Runs a shell's command line in which `$1` is an empty folder with room for two mebibytes.
    private func onSmallDisk(_ line: String, _ arguments: [String]) throws -> ProgramRun {
        let folder = try TemporaryFolder()
        let mount = "/bin/mount -t tmpfs -o size=2m none \"$1\" && \(line)"
        return try ProgramRun(
            "/usr/bin/unshare", ["-rm", "/bin/sh", "-c", mount, "sh", folder.path] + arguments, environment: Program.environment)
    }

    // Needs a separate mount namespace: `unshare -rm`, which containers may forbid.
    @Test(.needs(.mount))
    func `where the disk has no room the program runs untraced and says so`() throws {
        let run = try onSmallDisk(
            "FLOWVIZ=\"file:$1/a.fvz,size=8M\" \"$2\"; echo \"left: $(ls \"$1\")\"", [TraceTroubleTests.traced])

        #expect(run.status == .exited(0) && run.output == "ready\nleft: \n")
        #expect(
            run.errors.contains(
                /^flowviz: no room for the \d+ bytes of '.*\/a.fvz'; free some, or give a smaller size; this program runs untraced\n$/
            ))
    }

    @Test(.needs(.mount))
    func `where the disk has no room record says so and does not run the program`() throws {
        let run = try onSmallDisk("\"$3\" record -o \"$1/a.fvz\" --size 8M -- \"$2\"", [TraceTroubleTests.traced, Program.path])

        #expect(run.status == .exited(1) && run.output == "")
        #expect(run.errors.contains(/^flowviz: no room for the \d+ bytes of '.*\/a.fvz'; free some, or give a smaller size\n$/))
    }

    @Test(.needs(.mount))
    func `where the disk has no room for a new trace the old one stays, and the program does not run`() throws {
        let line = "echo precious > \"$1/a.fvz\"; \"$3\" record -o \"$1/a.fvz\" --size 8M -- \"$2\"; echo $?; cat \"$1\"/*"
        let run = try onSmallDisk(line, [TraceTroubleTests.traced, Program.path])

        #expect(run.output == "1\nprecious\n")
        #expect(run.errors.contains(/^flowviz: no room for the \d+ bytes of '.*\/a.fvz'; free some, or give a smaller size\n$/))
    }

    @Test func `a limit on the size of files does not end the program`() throws {
        let folder = try TemporaryFolder()
        let line = "ulimit -f 2048; FLOWVIZ=\"file:$1/a.fvz,size=8M\" exec \"$0\""

        let run = try ProgramRun(
            "/bin/sh", ["-c", line, TraceTroubleTests.traced, folder.path], environment: Program.environment)

        #expect(run.status == .exited(0) && run.output == "ready\n")
        #expect(
            run.errors.contains(
                /^flowviz: cannot reserve \d+ bytes for '.*a.fvz': this process may write no more than \d+ bytes; raise 'ulimit -f', or give a smaller size; this program runs untraced\n$/
            ))
    }

    @Test func `a trace that is deleted under a viewer's eyes is watched on`() throws {
        let session = try TracedSession()
        let viewer = try Program.start(["attach"], session.changes)
        #expect(viewer.wait(for: "PassthroughSubject ▸ filter ▸ map ▸ sink"))

        unlink(session.trace)
        viewer.send("\r")
        #expect(viewer.wait(for: "0 delivered"))

        #expect(session.works(with: 21))
        #expect(viewer.wait(for: "1 delivered"))
        viewer.send("q")
        #expect(viewer.waitForExit() == .exited(0))
    }

    /// A recorded file, cut down to `size` bytes.
    private func cut(_ folder: TemporaryFolder, to size: Int) throws -> String {
        let path = folder.path("a.fvz")
        let line = "echo 21 | \"$0\" record -o \"$1\" --size 4M -- \"$2\""
        let run = try ProgramRun(
            "/bin/sh", ["-c", line, Program.path, path, TraceTroubleTests.traced], environment: Program.environment)
        #expect(run.status == .exited(0))
        truncate(path, off_t(size))
        return path
    }

    @Test func `a file that was cut off shows what is left and says what is not`() throws {
        let folder = try TemporaryFolder()
        let path = try cut(folder, to: 70_000)

        let pty = try Program.start(["replay", path, "--frozen"], columns: 160)

        #expect(pty.wait { $0.isWholeFrame && $0.text.contains("incomplete: 2 chunks of 64 KiB could not be read") })
        pty.send("q")
        #expect(pty.waitForExit() == .exited(0))
    }

    @Test func `what is exported of a file that was cut off says what is missing, in every format`() throws {
        let folder = try TemporaryFolder()
        let path = try cut(folder, to: 70_000)

        for format in ExportFormat.allCases {
            let run = try Program.run(["export", path, "--format", format.rawValue])

            #expect(run.status == .exited(0))
            #expect(
                run.errors == "flowviz: '\(path)' has gaps: incomplete: 2 chunks of 64 KiB could not be read\n", "\(format)")
        }
    }

    @Test func `the run of a scenario that was cut off says so where it is replayed and exported`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("pace.fvz")
        #expect(try Program.run(["run", "pace", "-o", path]).status == .exited(0))
        let file = try FileHandle(forUpdating: URL(filePath: path))
        // Damages the mark at the beginning of the second chunk, which has the events. The header gives the offset of the first
        // chunk.
        try file.seek(toOffset: 28)
        let start = try #require(try file.read(upToCount: 4)).withUnsafeBytes { $0.load(as: UInt32.self) }
        try file.seek(toOffset: UInt64(start) + 65_536)
        try file.write(contentsOf: Data([0]))
        try file.close()

        let run = try Program.run(["export", path])
        let pty = try Program.start(["replay", path, "--frozen"], columns: 160)

        #expect(run.errors == "flowviz: '\(path)' has gaps: incomplete: 1 chunk of 64 KiB could not be read\n")
        #expect(pty.wait { $0.isWholeFrame && $0.text.contains("incomplete: 1 chunk of 64 KiB could not be read") })
        pty.send("q")
        #expect(pty.waitForExit() == .exited(0))
    }

    @Test func `a file of a newer minor version is read`() throws {
        let folder = try TemporaryFolder()
        let path = try cut(folder, to: 4 << 20)
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.seek(toOffset: 10)
        try file.write(contentsOf: Data([7]))
        try file.close()

        let run = try Program.run(["export", path, "--format", "jsonl"])

        #expect(run.status == .exited(0) && run.output.contains("42"))
    }

    // Only root can give a program to another user.
    @Test(.needs(.anotherUser))
    func `a program that has more rights than who starts it is not traced`() throws {
        let folder = try TemporaryFolder()
        for path in [folder.path, folder.path("p")] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            chmod(path, 0o777)
        }
        let copying = try ProgramRun("/bin/cp", [TraceTroubleTests.traced, folder.path("program")], environment: [:])
        #expect(copying.status == .exited(0))
        chmod(folder.path("program"), 0o4755)

        let run = try ProgramRun(
            "/usr/bin/setpriv", ["--reuid=65534", "--regid=65534", "--clear-groups", folder.path("program"), "start"],
            environment: Program.environment.merging(["FLOWVIZ": "file:\(folder.path("p/a.fvz")),size=2M"]) { $1 })

        #expect(run.output == "traced false\nready\n" && run.errors == "")
        #expect(access(folder.path("p/a.fvz"), F_OK) != 0)
    }

    @Test func `a run that fails leaves a file no larger than what is in it`() throws {
        let folder = try TemporaryFolder()

        let run = try Program.shell("\"$0\" run pace --format jsonl -o \"$1\" > /dev/full", [folder.path("a.fvz")])

        #expect(run.status == .exited(1))
        let size = try FileManager.default.attributesOfItem(atPath: folder.path("a.fvz"))[.size] as? Int
        #expect(size.map { $0 < 1 << 20 } == true)
        #expect(try TraceFile(folder.path("a.fvz")).isClosed)
    }

    @Test func `a run that ends does not cut off another trace that has taken its file's place`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.fvz")
        let pty = try Program.start(
            ["run", "pausable-sink", "--until", "0.5", "--realtime", "--format", "jsonl", "-o", path])
        #expect(pty.wait(for: "\"seq\":1,"))

        let recorder = try Recorder(file: path, options: TraceFileOptions(size: 4 << 20))
        #expect(pty.waitForExit() == .exited(0))

        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        #expect(size.map { $0 >= 4 << 20 } == true)
        withExtendedLifetime(recorder) {}
    }

    @Test func `record ends with its program also where ends of children are ignored`() throws {
        let folder = try TemporaryFolder()

        let run = try Program.shell("trap '' CHLD; exec \"$0\" record -o \"$1\" -- /bin/sh -c 'exit 3'", [folder.path("a.fvz")])

        #expect(run.status == .exited(3))
    }

    // Only root can become another user.
    @Test(.needs(.anotherUser))
    func `another user's viewer cannot connect, even where the folder and the socket let it in`() throws {
        let session = try TracedSession()
        let other = try TemporaryFolder()
        chmod(other.path, 0o755)
        // A child process copies it: if this process had the file open for writing, it could still be open in another test's
        // child.
        #expect(try ProgramRun("/bin/cp", [Program.path, other.path("flowviz")], environment: [:]).status == .exited(0))
        func attach() throws -> ProgramRun {
            try ProgramRun(
                "/usr/bin/setpriv",
                ["--reuid=65534", "--regid=65534", "--clear-groups", other.path("flowviz"), "attach", session.socket],
                environment: Program.environment)
        }

        let closed = try attach()
        chmod(session.folder.path, 0o755)
        chmod(session.folder.path("flowviz"), 0o711)
        let socket = try attach()
        chmod(session.socket, 0o666)
        let peer = try attach()

        #expect(closed.errors == "flowviz: cannot connect to '\(session.socket)': Permission denied\n")
        #expect(socket.errors == "flowviz: cannot connect to '\(session.socket)': Permission denied\n")
        #expect(peer.errors == "flowviz: cannot attach to '\(session.socket)': it does not answer as a traced program does\n")
        #expect(session.works(with: 21))
        withExtendedLifetime((session, other)) {}
    }

    @Test(.needs(.anotherUser))
    func `a folder that belongs to somebody else is not used`() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path("flowviz"), withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        chown(folder.path("flowviz"), 65_534, 65_534)

        let run = try Program.run(["attach"], ["XDG_RUNTIME_DIR": folder.path])

        #expect(
            run.errors == "flowviz: cannot use '\(folder.path)/flowviz': it belongs to user 65534; remove it\n")
    }

    @Test func `a folder that is a link is not used, by the program neither, which runs untraced`() throws {
        let folder = try TemporaryFolder()
        let target = try TemporaryFolder()
        chmod(target.path, 0o700)
        symlink(target.path, folder.path("flowviz"))
        let problem = "cannot use '\(folder.path)/flowviz': it is a link; remove it"

        let viewer = try Program.run(["attach"], ["XDG_RUNTIME_DIR": folder.path])
        let traced = try ProgramRun(
            TraceTroubleTests.traced, ["0"],
            environment: Program.environment.merging(["XDG_RUNTIME_DIR": folder.path, "FLOWVIZ": "1"]) { $1 })

        #expect(viewer.errors == "flowviz: \(problem)\n")
        #expect(traced.status == .exited(0) && traced.output == "ready\n")
        #expect(traced.errors == "flowviz: \(problem); this program runs untraced\n")
    }
}
