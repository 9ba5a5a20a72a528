import FlowTestSupport
import FlowTrace
import Foundation
import Testing

@testable import FlowApp
@testable import FlowSystem
@testable import FlowTry

/// flowviz accepts only files at the paths that it opens itself, so a pipe there blocks no command. A path that the user names
/// may be a pipe.
@Suite("What is read", .notForever)
struct InputFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A substitute for a file.
    enum Standin: CaseIterable {
        case pipe, socket, device, linkToPipe

        func stand(at path: String, _ elsewhere: String) throws {
            switch self {
            case .pipe: mkfifo(path, 0o600)
            case .device: symlink("/dev/zero", path)
            case .linkToPipe:
                mkfifo(elsewhere, 0o600)
                symlink(elsewhere, path)
            case .socket:
                _ = try ProgramRun(
                    "/usr/bin/env",
                    ["python3", "-c", "import socket,sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])", path],
                    environment: ["PATH": "/usr/bin:/bin"])
            }
        }
    }

    @Test(arguments: Standin.allCases) func `what has taken a file's place is not waited for`(standin: Standin) throws {
        let path = folder.path("tour")
        try standin.stand(at: path, folder.path("elsewhere"))
        chmod(folder.path, 0o700)

        #expect(throws: Failure.self) { try InputFile.text(path, limit: 16) }
        #expect(TourFile(folder: folder.path).reached == 0)
        #expect(throws: TraceFileError.self) { try TraceFile(path) }
        if case .success = ConfigFile.read(path) { Issue.record("read") }
    }

    @Test(arguments: Standin.allCases) func `a watched file that becomes something else is not read again`(standin: Standin)
        throws
    {
        let path = folder.path("a.swift")
        try "print(1)".write(toFile: path, atomically: true, encoding: .utf8)
        var file = TriedFile(Snippet(name: "a.swift", text: "print(1)"), at: path)
        unlink(path)
        try standin.stand(at: path, folder.path("elsewhere"))

        var seen = [file.reload()]
        unlink(path)
        try "print(2)".write(toFile: path, atomically: true, encoding: .utf8)
        seen.append(file.reload())

        #expect(seen == [false, true])
    }

    @Test func `a screen starts where a pipe has taken the place of the tour's stop and of the settings`() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("flowviz"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for name in ["tour", "config.toml", "history"] { mkfifo(folder.path("flowviz/\(name)"), 0o600) }

        let pty = try Program.start(
            ["--frozen"], ["XDG_STATE_HOME": folder.path, "XDG_CONFIG_HOME": folder.path, "FLOWVIZ_HISTORY": ""])

        #expect(pty.wait { $0.isWholeFrame })
        pty.send("q")
        #expect(pty.waitForExit() == .exited(0))
    }

    @Test(arguments: [
        "mkfifo \"$1/p\"; (echo '[7].publisher' > \"$1/p\") & exec \"$0\" eval --file \"$1/p\"",
        "echo '[7].publisher' | \"$0\" eval --file /dev/stdin", "echo '[7].publisher' | \"$0\" eval -",
        "echo '[7].publisher' > \"$1/f\"; exec \"$0\" eval --file /dev/fd/3 3< \"$1/f\"",
        "exec /bin/bash -c '\"$0\" eval --file <(echo \"[7].publisher\")' \"$0\"",
    ]) func `what the user names may be a pipe, whose end is waited for`(line: String) throws {
        let run = try Program.shell(line, [folder.path])

        #expect(run.errors == "" && run.output.rows(with: "7").count > 0, "\(run.output)\(run.errors)")
    }

    @Test func `files are opened for reading in one place, and folders and locks in few`() throws {
        let places = try Repository.swiftFiles(in: "Sources").filter {
            try Repository.text($0).contains(#/\bO_RDONLY\b/#)
        }

        #expect(
            places == [
                "Sources/FlowApp/Editor/HistoryFile.swift", "Sources/FlowSystem/Output/StandardOutput.swift",
                "Sources/FlowTrace/File/FileDescriptor.swift",
                "Sources/FlowTrace/File/FolderContents.swift",
                "Sources/FlowTrace/File/PrivateFolder.swift", "Sources/FlowTry/Run/ProcessSupervisor.swift",
            ])
    }
}
