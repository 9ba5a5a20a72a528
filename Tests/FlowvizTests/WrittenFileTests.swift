import FlowTestSupport
import FlowTrace
import Foundation
import Testing

/// A file that flowviz writes exists whole or not at all, is readable only by its owner, and replaces only an ordinary file.
@Suite("Written files", .notForever)
struct WrittenFileTests {
    /// The commands that write a file, with the words before its path.
    enum Writer: String, CaseIterable, CustomTestStringConvertible {
        case check =
            "check pace --no-drops --max-wait 99s --max-wait buffer=99s --max-buffered 99 --max-buffered buffer=99 --junit"
        case run = "run pace -o"
        case record = "record --size 2M -o"

        var testDescription: String { rawValue }

        /// The words after the path.
        var program: [String] { self == .record ? ["--", BuiltProgram.path("FlowTracedProgram")] : [] }

        /// Writes a file.
        func write(_ path: String) throws -> ProgramRun {
            try Program.run(rawValue.split(separator: " ").map(String.init) + [path] + program)
        }
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    @Test(arguments: Writer.allCases) func `a file is its owner's alone, and nothing is left beside it`(writer: Writer) throws {
        let path = folder.path("a")
        try "older".write(toFile: path, atomically: true, encoding: .utf8)
        chmod(path, 0o644)

        let run = try writer.write(path)

        #expect(run.status == .exited(0))
        #expect(try mode(path) == 0o600 && names() == ["a"])
        #expect(try Data(contentsOf: URL(filePath: path)).count > 100)
    }

    @Test(arguments: Writer.allCases) func `a link is not followed`(writer: Writer) throws {
        try "precious".write(toFile: folder.path("b"), atomically: true, encoding: .utf8)
        symlink(folder.path("b"), folder.path("a"))
        symlink(folder.path("c"), folder.path("none"))

        for name in ["a", "none"] {
            let run = try writer.write(folder.path(name))

            #expect(run.status != .exited(0))
            #expect(run.errors == "flowviz: cannot write '\(folder.path(name))': it is a link; name the file it leads to\n")
        }
        #expect(try names() == ["a", "b", "none"])
        #expect(try String(contentsOfFile: folder.path("b"), encoding: .utf8) == "precious")
    }

    @Test(arguments: Writer.allCases) func `a pipe is refused at once`(writer: Writer) throws {
        mkfifo(folder.path("a"), 0o600)

        let run = try writer.write(folder.path("a"))

        #expect(run.errors == "flowviz: cannot write '\(folder.path("a"))': it is not an ordinary file; name another\n")
        #expect(try run.status != .exited(0) && names() == ["a"])
    }

    @Test(arguments: ["/dev/null", "/dev/full", "/dev/tty"]) func `a device is refused`(path: String) throws {
        for writer in Writer.allCases {
            #expect(
                try writer.write(path).errors == "flowviz: cannot write '\(path)': it is not an ordinary file; name another\n")
        }
    }

    @Test(arguments: Writer.allCases) func `a folder, and one that is not there, are told in one line`(writer: Writer) throws {
        let answers = [
            folder.path: "it is a folder; name a file in it",
            "\(folder.path)/": "it is a folder; name a file in it",
            "/no/such/a": "No such file or directory; choose another file or folder",
            "\(folder.path)/b/": "No such file or directory; choose another file or folder",
            "/dev/null/a": "Not a directory; choose another file or folder",
            folder.path(String(repeating: "x", count: 256)): "File name too long; choose another file or folder",
        ]
        for (path, answer) in answers {
            let run = try writer.write(path)

            #expect(run.errors == "flowviz: cannot write '\(path)': \(answer)\n")
            #expect(try run.status != .exited(0) && names() == [])
        }
    }

    @Test(arguments: Writer.allCases) func `the longest of names will do`(writer: Writer) throws {
        let name = String(repeating: "é", count: 127) + "a"

        _ = try writer.write("\(folder.path)/\(name)")

        #expect(try names() == [name])
    }

    @Test func `a report that a limit cuts off leaves the older one as it was`() throws {
        try "older\n".write(toFile: folder.path("a"), atomically: true, encoding: .utf8)

        for trap in ["trap '' XFSZ; ", ""] {
            let run = try Program.shell("\(trap)ulimit -f 1; exec \"$0\" \(Writer.check.rawValue) \"$1\"", [folder.path("a")])

            #expect(run.status == .exited(1))
            #expect(
                run.errors.contains(
                    /^flowviz: cannot reserve \d+ bytes for '.*a': this process may write no more than 512 bytes; raise 'ulimit -f', or give a smaller size\n$/
                ))
            #expect(try String(contentsOfFile: folder.path("a"), encoding: .utf8) == "older\n")
            #expect(try names() == ["a"])
        }
    }

    /// The history is no draft: several processes append to it at once.
    @Test func `only drafts make files, and the history`() throws {
        let makers = try Repository.swiftFiles(in: "Sources").filter {
            try Repository.text($0).contains(#/\bO_CREAT\b|\b(?:fopen|freopen|creat|mkstemp|mkostemp|tmpfile)\(/#)
        }

        #expect(makers.sorted() == ["Sources/FlowApp/Editor/HistoryFile.swift", "Sources/FlowTrace/File/FileDraft.swift"])
    }

    // MARK: Needs of the machine

    /// Runs a shell's command line in which `$0` is flowviz, and `$1` a full folder of 64 KiB with a small file `a`.
    private func onFullDisk(_ line: String) throws -> ProgramRun {
        let mount =
            "/bin/mount -t tmpfs -o size=64k none \"$1\" && echo older > \"$1/a\" && cat /dev/zero > \"$1/rest\" 2> /dev/null; "
        return try ProgramRun(
            "/usr/bin/unshare", ["-rm", "/bin/sh", "-c", mount + line, Program.path, folder.path],
            environment: Program.environment)
    }

    @Test(.needs(.mount))
    func `a report for which the disk has no room leaves the older one as it was`() throws {
        let run = try onFullDisk("\"$0\" \(Writer.check.rawValue) \"$1/a\"; echo $?; cat \"$1/a\"; ls -A \"$1\"")

        #expect(run.output.hasSuffix("\n1\nolder\na\nrest\n"))
        #expect(
            run.errors
                == "flowviz: cannot write '\(folder.path)/a': No space left on device; choose another file or folder\n")
    }

    @Test(.needs(.mount), arguments: Writer.allCases)
    func `a file system that takes nothing is told in one line`(writer: Writer) throws {
        let words = writer.program.map { "'\($0)'" }.joined(separator: " ")
        let line = "/bin/mount -t tmpfs -o ro none \"$1\" && \"$0\" \(writer.rawValue) \"$1/a\" \(words)"

        let run = try ProgramRun(
            "/usr/bin/unshare", ["-rm", "/bin/sh", "-c", line, Program.path, folder.path], environment: Program.environment)

        #expect(
            run.errors == "flowviz: cannot write '\(folder.path)/a': Read-only file system; choose another file or folder\n")
    }

    // Only root can become another user.
    @Test(.needs(.anotherUser), arguments: Writer.allCases)
    func `a folder and a file that are closed to who runs it are told in one line`(writer: Writer) throws {
        let binary = try TemporaryFolder()
        chmod(binary.path, 0o755)
        #expect(try ProgramRun("/bin/cp", [Program.path, binary.path("flowviz")], environment: [:]).status == .exited(0))
        let open = folder.path("open")
        try FileManager.default.createDirectory(atPath: open, withIntermediateDirectories: false)
        chmod(open, 0o777)
        try "precious".write(toFile: "\(open)/b", atomically: true, encoding: .utf8)
        chmod("\(open)/b", 0o644)
        func write(_ path: String) throws -> ProgramRun {
            let words =
                writer.rawValue.split(separator: " ").map(String.init) + [path]
                + (writer.program.isEmpty ? [] : ["--", "/bin/true"])
            return try ProgramRun(
                "/usr/bin/setpriv", Need.nobody + [binary.path("flowviz")] + words, environment: Program.environment)
        }
        let reason = "Permission denied; choose another file or folder"

        chmod(folder.path, 0o755)
        let closed = try write(folder.path("a"))
        let other = try write("\(open)/b")
        chmod(folder.path, 0o700)
        let hidden = try write("\(open)/b")

        #expect(closed.errors == "flowviz: cannot write '\(folder.path("a"))': \(reason)\n")
        #expect(other.errors == "flowviz: cannot write '\(open)/b': \(reason)\n")
        #expect(hidden.errors == "flowviz: cannot write '\(open)/b': \(reason)\n")
        #expect(try String(contentsOfFile: "\(open)/b", encoding: .utf8) == "precious")
        withExtendedLifetime(binary) {}
    }

    // MARK: The screen

    @Test func `S neither follows a link nor waits for a pipe`() throws {
        let file = folder.path("flowviz-pace-0.svg")
        mkfifo(file, 0o600)
        let pty = try PTY(
            "/bin/sh", ["-c", "cd \"$1\" && exec \"$0\" --frozen", Program.path, folder.path], environment: Program.environment,
            columns: 120, rows: 36)
        #expect(pty.wait { $0.isWholeFrame })

        pty.send("S")
        #expect(pty.wait(for: "cannot write 'flowviz-pace-0.svg': it is not an ordinary file; name another"))
        unlink(file)
        symlink(folder.path("other"), file)
        pty.send("S")
        #expect(pty.wait(for: "cannot write 'flowviz-pace-0.svg': it is a link; name the file it leads to"))
        unlink(file)
        try "older".write(toFile: file, atomically: true, encoding: .utf8)
        pty.send("S")
        #expect(pty.wait(for: "saved flowviz-pace-0.svg in this folder"))
        pty.send("q")

        #expect(pty.waitForExit() == .exited(0))
        #expect(try mode(file) == 0o600 && names() == ["flowviz-pace-0.svg"])
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasSuffix("</svg>\n"))
    }

    @Test func `S finds a name for the picture of a trace with a name as long as can be`() throws {
        let path = folder.path(String(repeating: "x", count: 251) + ".fvz")
        #expect(try Program.run(["run", "pace", "-o", path]).status == .exited(0))
        let pty = try PTY(
            "/bin/sh", ["-c", "cd \"$1\" && exec \"$0\" replay \"$2\" --frozen", Program.path, folder.path, path],
            environment: Program.environment, columns: 120, rows: 36)
        #expect(pty.wait { $0.isWholeFrame })

        pty.send("S")

        #expect(pty.wait { $0.text.contains("saved") && $0.text.contains("flowviz-xxx") })
        pty.send("q")
        #expect(pty.waitForExit() == .exited(0))
        #expect(try names().count == 2)
    }
}
