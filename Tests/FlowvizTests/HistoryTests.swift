import FlowTestSupport
import Foundation
import Testing

@testable import FlowApp
@testable import FlowSystem

@Suite("History", .notForever)
struct HistoryTests {
    private let folder: TemporaryFolder
    private let file: HistoryFile

    init() throws {
        folder = try TemporaryFolder()
        file = HistoryFile(in: folder.path("state/flowviz"))
    }

    private func makeFolder(_ path: String, mode: Int = 0o700) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: mode])
    }

    private func write(_ bytes: [UInt8]) throws {
        try makeFolder(folder.path("state/flowviz"))
        try Data(bytes).write(to: URL(filePath: file.path))
    }

    private var written: String { get throws { try String(contentsOfFile: file.path, encoding: .utf8) } }

    private func mode(_ path: String) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }

    // MARK: The file

    @Test func `what is added is read by the next run, a chain a line`() throws {
        #expect(try file.read() == [])
        let texts = ["[1].publisher", "let a = 1\n[a].publisher.map(\\.self)", "[\"漢字 \\\\n\"].publisher"]

        for text in texts { try file.append(text) }

        #expect(try file.read() == texts)
        #expect(try written == "[1].publisher\nlet a = 1\\n[a].publisher.map(\\\\.self)\n[\"漢字 \\\\\\\\n\"].publisher\n")
    }

    @Test func `folder and file are their user's alone`() throws {
        try file.append("[1].publisher")

        #expect(try mode(file.path) == 0o600)
        #expect(try mode(folder.path("state/flowviz")) == 0o700)
    }

    @Test func `a chain that comes again stands where it came last`() throws {
        for text in ["a", "b", "a"] { try file.append(text) }

        #expect(try file.read() == ["b", "a"])
    }

    @Test func `a chain that begins with a blank is not kept`() throws {
        try file.append(" [1].publisher")

        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `what no chain can hold is not kept`() throws {
        for text in ["", "a\u{1B}[2J", "a\u{202E}b", String(repeating: "a", count: 10_001)] { try file.append(text) }

        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `lines that are damaged are left out`() throws {
        try write(Array("a\n\n".utf8) + [0xFF, 0x0A] + Array("b\u{1B}[2J\nc\\x\nd\\\ne\u{0}\nf\\ng\nhalf".utf8))

        #expect(try file.read() == ["a", "f\ng", "half"])
    }

    @Test func `half a line, which a killed process left, does not spoil the next`() throws {
        try write(Array("a\nhal".utf8))

        try file.append("b")

        #expect(try file.read() == ["a", "hal", "b"])
    }

    @Test func `the five hundred last are kept`() throws {
        try write(Array((1...700).map { "chain\($0)\n" }.joined().utf8))

        let texts = try file.read()

        #expect(texts == (201...700).map { "chain\($0)" })
        #expect(try written == texts.map { $0 + "\n" }.joined())
        #expect(try mode(file.path) == 0o600)
    }

    @Test func `of a file that is far too long the end is read`() throws {
        try write(Array(repeating: UInt8(ascii: "a"), count: 5 << 20) + Array("\nb\n".utf8))

        #expect(try file.read() == ["b"])
    }

    @Test func `what stands there and is no file of one's own is left alone`() throws {
        try makeFolder(file.path)
        #expect(throws: Failure.self) { try file.read() }
        #expect { try file.append("a") } throws: {
            "\($0)" == "the history is not kept: \(file.path): Is a directory; FLOWVIZ_HISTORY=off does without"
        }

        try FileManager.default.removeItem(atPath: file.path)
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: folder.path("elsewhere"))
        #expect { try file.append("a") } throws: {
            "\($0)" == "the history is not kept: \(file.path): it is a link; FLOWVIZ_HISTORY=off does without"
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path("elsewhere")))

        try FileManager.default.removeItem(atPath: file.path)
        mkfifo(file.path, 0o600)
        #expect { try file.read() } throws: {
            "\($0)" == "the history is not kept: \(file.path): it is not an ordinary file; FLOWVIZ_HISTORY=off does without"
        }
    }

    @Test func `a folder that others may write to is not used, nor one that is a link`() throws {
        try write(Array("a\n".utf8))
        let (path, hint) = (folder.path("state/flowviz"), "or let XDG_STATE_HOME name another folder")
        func expect(_ reason: String) {
            let problem = "cannot use '\(path)': \(reason), \(hint)"
            #expect { try file.read() } throws: { "\($0)" == problem }
            #expect { try file.append("b") } throws: { "\($0)" == problem }
        }

        chmod(path, 0o777)
        expect("others may write to it, by its mode 777; remove it")
        chmod(path, 0o700)
        try FileManager.default.moveItem(atPath: path, toPath: folder.path("elsewhere"))
        symlink(folder.path("elsewhere"), path)
        expect("it is a link; remove it")
        #expect(try String(contentsOfFile: folder.path("elsewhere/history"), encoding: .utf8) == "a\n")
    }

    @Test func `a lock of somebody else makes nobody wait, and loses nothing`() throws {
        try write(Array((1...600).map { "chain\($0)\n" }.joined().utf8))
        let locked = try #require(FileHandle(forReadingAtPath: file.path))
        #expect(flock(locked.fileDescriptor, LOCK_EX | LOCK_NB) == 0)

        try file.append("new")

        #expect(try file.read().suffix(2) == ["chain600", "new"])
        // The next reader shortens it.
        #expect(try written.split(separator: "\n").count == 601)
        try locked.close()
        _ = try file.read()
        #expect(try written.split(separator: "\n").count == HistoryFile.limit)
    }

    /// Each lock belongs to an open file description, so threads exclude each other as processes do.
    @Test func `several at once lose nothing, also while the file is made shorter`() async throws {
        let file = file
        try await withThrowingTaskGroup { group in
            for writer in 0..<4 {
                group.addTask {
                    for number in 0..<100 {
                        try file.append("chain \(writer).\(number)")
                        // Repeated lines make the file long, so that it is shortened repeatedly.
                        for _ in 0..<20 { try file.append("same \(writer)") }
                        _ = try file.read()
                    }
                }
            }
            try await group.waitForAll()
        }

        let expected = (0..<4).flatMap { writer in (0..<100).map { "chain \(writer).\($0)" } + ["same \(writer)"] }
        #expect(try file.read().sorted() == expected.sorted())
        #expect(try written.split(separator: "\n").count <= HistoryFile.limit)
    }

    // MARK: The screen

    private func start(_ changes: [String: String] = [:]) throws -> PTY {
        let environment = ["XDG_STATE_HOME": folder.path("state"), "FLOWVIZ_HISTORY": ""].merging(changes) { $1 }
        let pty = try Program.start(["--frozen"], environment)
        #expect(pty.wait { $0.isWholeFrame })
        return pty
    }

    private func run(_ keys: String, _ changes: [String: String] = [:]) throws {
        let pty = try start(changes)
        pty.send(keys)
        #expect(pty.wait(for: "chain"))
        pty.send("q")
        #expect(pty.waitForExit() == .exited(0))
    }

    @Test func `the arrow up brings a chain that an earlier run of the program ran`() throws {
        try run("i[4, 5, 6].publisher\r")

        let pty = try start()
        pty.send("i\u{1B}[A")

        #expect(pty.wait { $0.text.rows(with: "[4, 5, 6]") == ["  ▸ [4, 5, 6].publisher"] })
        #expect(try file.read() == ["[4, 5, 6].publisher"])
    }

    @Test func `what was not run is not kept`() throws {
        let pty = try start()
        pty.send("isecret\u{1B}")
        #expect(pty.wait { $0.text.rows(with: "secret") == [] })
        pty.send("/secret\r")
        #expect(pty.wait(for: "secret"))
        pty.send("i[1].publisher\r")
        #expect(pty.wait(for: "chain"))
        pty.send("q")
        #expect(pty.waitForExit() == .exited(0))

        #expect(try file.read() == ["[1].publisher"])
    }

    @Test(arguments: ["0", "off", "no", "false"]) func `the switch leaves nothing behind`(word: String) throws {
        try run("i[4, 5, 6].publisher\r", ["FLOWVIZ_HISTORY": word])

        #expect(!FileManager.default.fileExists(atPath: folder.path("state")))
    }

    @Test func `a history that cannot be read is one line on the screen, and the program runs`() throws {
        try makeFolder(file.path)
        let line = "the history is not kept: \(file.path): Is a directory"

        let pty = try start()

        #expect(pty.screen.text.contains("the history is not kept:"))
        pty.send("i[4, 5, 6].publisher\r")
        #expect(pty.wait(for: "▸ chain"))
        #expect(pty.screen.text.contains(line.prefix(60)))
        pty.send("q")
        #expect(pty.waitForExit() == .exited(0))
    }
}
