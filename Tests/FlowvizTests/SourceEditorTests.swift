import FlowScreen
import FlowTestSupport
import FlowTrace
import Foundation
import Testing

@testable import FlowApp
@testable import FlowSystem

@Suite("The editor at a line of source", .notForever)
struct SourceEditorTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String = "", to name: String) throws {
        let path = URL(filePath: folder.path(name))
        try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: path, atomically: true, encoding: .utf8)
    }

    // MARK: Words

    @Test(arguments: [
        ("vi", ["vi", "+12", "/a/b.swift"]), ("/usr/bin/nvim -R", ["/usr/bin/nvim", "-R", "+12", "/a/b.swift"]),
        ("unheard-of", ["unheard-of", "+12", "/a/b.swift"]), ("hx", ["hx", "/a/b.swift:12"]),
        ("subl  -w", ["subl", "-w", "/a/b.swift:12"]),
        ("zed --wait", ["zed", "--wait", "/a/b.swift:12"]), ("code --wait", ["code", "--wait", "--goto", "/a/b.swift:12"]),
        ("$(touch x);vi", ["$(touch", "x);vi", "+12", "/a/b.swift"]),
    ]) func `each editor is given the line as it takes it, and no shell reads its name`(name: String, words: [String]) {
        let editor = SourceEditor { $0 == "EDITOR" ? name : nil }

        #expect(editor?.command(opening: "/a/b.swift", at: 12) == words)
    }

    @Test func `VISUAL goes before EDITOR, and one that is empty counts for nothing`() {
        let editor = { (visual: String?, editor: String?) in
            SourceEditor { $0 == "VISUAL" ? visual : $0 == "EDITOR" ? editor : nil }?.words
        }

        #expect(editor("a", "b") == ["a"])
        #expect(editor(nil, "b") == ["b"])
        #expect(editor("  ", "b") == ["b"])
        #expect(editor("", nil) == nil)
    }

    // MARK: Files

    private func find(_ fileID: String, below name: String = "") -> Result<String, Failure> {
        Result { () throws(Failure) in
            let root = try SourceFile.whole(folder.path)
            let path = try SourceFile.path(
                of: CodeLocation(fileID: fileID, line: 1), below: name.isEmpty ? root : "\(root)/\(name)")
            return String(path.dropFirst(root.count + 1))
        }
    }

    private func failure(_ fileID: String, below name: String = "") -> String? {
        if case .failure(let failure) = find(fileID, below: name) { failure.description } else { nil }
    }

    @Test func `a file is found in the folder of its module`() throws {
        for name in [
            "Sources/App/Deep/Main.swift", "Sources/Other/Main.swift", "Sources/App/Only.swift", ".build/x/App/Main.swift",
        ] {
            try write(to: name)
        }

        #expect(try find("App/Main.swift").get() == "Sources/App/Deep/Main.swift")
        #expect(try find("Other/Main.swift").get() == "Sources/Other/Main.swift")
        #expect(try find("Elsewhere/Only.swift").get() == "Sources/App/Only.swift")
        #expect(
            failure("Elsewhere/Main.swift")
                == "Elsewhere/Main.swift:1: 2 files here could be that; start flowviz in the folder of the package")
        #expect(
            failure("App/None.swift")
                == "App/None.swift:1 is not below this folder; start flowviz in the folder of its package")
    }

    @Test func `a file is found in the package that the folder is in`() throws {
        for name in ["Package.swift", "Sources/App/Main.swift", "docs/a.md"] { try write(to: name) }

        #expect(try find("App/Main.swift", below: "docs").get() == "Sources/App/Main.swift")
    }

    @Test func `a trace leads to no file but one of that name below the folder`() throws {
        try write(to: "Sources/App/Main.swift")
        try write(to: "outside/Secret.swift")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("Sources/App/Link.swift"), withDestinationPath: folder.path("outside/Secret.swift"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("Sources/there"), withDestinationPath: folder.path("outside"))
        mkfifo(folder.path("Sources/App/Pipe.swift"), 0o600)

        for fileID in [
            "App/../../outside/Secret.swift", "/etc/passwd", "App/Link.swift", "there/Secret.swift", "App/Pipe.swift",
            "App/Sources", "App/..",
            "App/", "", "Main.swift", "-c/id", "App/a\nb.swift", "App/\u{1B}[2J",
        ] {
            #expect(failure(fileID, below: "Sources") != nil, "\(fileID)")
        }
    }

    @Test(.needs(.anotherUser)) func `a package above is searched only if it belongs to the user or to root`() throws {
        try write(to: "Sources/App/Main.swift")
        try write(to: "Package.swift")
        try write(to: "mine/a.md")
        #expect(try find("App/Main.swift", below: "mine").get() == "Sources/App/Main.swift")

        for foreign in ["Package.swift", ""] {
            chown(folder.path(foreign), Need.nobodysNumber, Need.nobodysNumber)
            #expect(
                failure("App/Main.swift", below: "mine")
                    == "App/Main.swift:1 is not below this folder; start flowviz in the folder of its package")
            chown(folder.path(foreign), 0, 0)
        }
    }

    @Test(.needs(.anotherUser)) func `a file of another user is not opened, and does not hide the user's own`() throws {
        try write(to: "Sources/App/Main.swift")
        try write(to: "Sources/App/Deep/Main.swift")
        let path = folder.path("Sources/App/Main.swift")
        chown(path, Need.nobodysNumber, Need.nobodysNumber)

        #expect(try find("App/Main.swift").get() == "Sources/App/Deep/Main.swift")
        unlink(folder.path("Sources/App/Deep/Main.swift"))
        let resolved = try SourceFile.whole(path)
        #expect(failure("App/Main.swift") == "'\(resolved)' belongs to another user; open it yourself, if you trust it")
    }

    // MARK: The screen

    /// Starts a program whose second chain has a label, and a viewer of it in a folder with its source.
    private func view(_ environment: [String: String]) throws -> (session: TracedSession, pty: PTY) {
        let session = try TracedSession("label")
        #expect(session.works(with: 3))
        try write("// its source", to: "Sources/FlowTracedProgram/main.swift")
        let pty = try PTY(
            "/bin/sh", ["-c", "cd \"$1\"; set -m; \"$0\" attach; echo ended", Program.path, folder.path],
            environment: Program.environment.merging(session.changes) { $1 }.merging(environment) { $1 }, columns: 120, rows: 36)
        #expect(pty.wait { $0.isWholeFrame && $0.text.contains("labelled") })
        pty.send("\r")
        #expect(pty.wait { $0.isWholeFrame && $0.text.contains("Esc list") })
        // Moves from the initially selected lane to the lane of the label.
        pty.send("\u{1B}[B\u{1B}[B")
        return (session, pty)
    }

    /// An editor that records its arguments, and waits for a line.
    private func makeEditor(_ end: String = "") throws -> String {
        try write(
            "#!/bin/sh\nprintf '%s\\n' \"$@\" > '\(folder.path("called"))'\nstty > '\(folder.path("modes"))'\necho EDITING\nread line\n\(end)\n",
            to: "written")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path("written"))
        try folder.copyProgram(folder.path("written"), to: "editor")
        return folder.path("editor")
    }

    /// The line of the label in the program's source.
    private var line: Int {
        get throws {
            let source = try String(
                contentsOf: Repository.root.appending(path: "Tests/FlowTracedProgram/main.swift"), encoding: .utf8)
            let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
            return (lines.firstIndex { $0.contains(".label(\"labelled\")") } ?? -1) + 1
        }
    }

    @Test func `g gives the terminal to the editor, at the line of the label, and takes it again`() throws {
        let (session, pty) = try view(["EDITOR": "\(try makeEditor()) --wait"])

        pty.send("g")
        #expect(pty.wait { !$0.isAlternate && $0.text.contains("EDITING") })
        #expect(pty.isCanonical && pty.screen.modes.contains(25) && pty.screen.modes.isDisjoint(with: [1000, 2004]))
        pty.send("\n")
        // The modes are set after the frame that was there before.
        #expect(
            pty.wait {
                $0.isAlternate && $0.isWholeFrame && !$0.modes.contains(25) && $0.modes.isSuperset(of: [1000, 2004])
            })

        #expect(!pty.isCanonical)
        let called = try String(contentsOfFile: folder.path("called"), encoding: .utf8)
        let path = try SourceFile.whole(folder.path("Sources/FlowTracedProgram/main.swift"))
        #expect(called == "--wait\n+\(try line)\n\(path)\n")
        pty.send("q")
        #expect(pty.waitForExit() == .exited(0))
        withExtendedLifetime(session) {}
    }

    @Test func `Control-C in the editor is the editor's`() throws {
        let (session, pty) = try view(["EDITOR": try makeEditor()])

        pty.send("g")
        #expect(pty.wait { !$0.isAlternate && $0.text.contains("EDITING") })
        pty.send("\u{3}")

        #expect(pty.wait { $0.isAlternate && $0.text.contains("the editor 'editor' has ended with an error") })
        pty.send("q")
        #expect(pty.waitForExit() == .exited(0))
        withExtendedLifetime(session) {}
    }

    @Test func `Control-Z in the editor stops both, and fg goes on with both`() throws {
        let editor = try makeEditor()
        let session = try TracedSession("label")
        #expect(session.works(with: 3))
        try write(to: "Sources/FlowTracedProgram/main.swift")
        let script = "cd \"$1\"; set -m; \"$0\" attach; echo stopped; read line; fg; echo ended"
        let environment = Program.environment.merging(session.changes) { $1 }.merging(["EDITOR": editor]) { $1 }
        let pty = try PTY("/bin/sh", ["-c", script, Program.path, folder.path], environment: environment, columns: 120, rows: 36)
        #expect(pty.wait { $0.isWholeFrame && $0.text.contains("labelled") })
        pty.send("\r")
        #expect(pty.wait { $0.isWholeFrame && $0.text.contains("Esc list") })
        pty.send("\u{1B}[B\u{1B}[Bg")
        #expect(pty.wait { !$0.isAlternate && $0.text.contains("EDITING") })

        pty.send("\u{1A}")
        #expect(pty.wait(for: "stopped"))
        pty.send("\n")
        pty.send("done\n")

        #expect(pty.wait { $0.isAlternate && $0.isWholeFrame })
        pty.send("q")
        #expect(pty.waitForExit() == .exited(0))
        #expect(pty.screen.text.contains("ended"))
        withExtendedLifetime(session) {}
    }

    @Test func `what stops flowviz alone does not stop it while the editor runs`() throws {
        let (session, pty) = try view(["EDITOR": try makeEditor("kill -TSTP $PPID\necho SENT\nread line")])

        pty.send("g")
        #expect(pty.wait { !$0.isAlternate && $0.text.contains("EDITING") })
        pty.send("\n")
        #expect(pty.wait { !$0.isAlternate && $0.text.contains("SENT") })
        pty.send("\n")

        #expect(pty.wait { $0.isAlternate && $0.isWholeFrame })
        pty.send("q")
        #expect(pty.waitForExit() == .exited(0))
        withExtendedLifetime(session) {}
    }

    @Test(arguments: [
        ("", ": neither VISUAL nor EDITOR names an editor; export EDITOR=vi"),
        ("/no/editor", "'editor' cannot be run as an editor; let EDITOR name one, for example EDITOR=vi"),
    ]) func `without an editor one line says what to do`(name: String, answer: String) throws {
        let (session, pty) = try view(["EDITOR": name])

        pty.send("g")

        #expect(pty.wait { $0.isAlternate && $0.isWholeFrame && $0.text.contains(answer) })
        pty.send("q")
        #expect(pty.waitForExit() == .exited(0))
        withExtendedLifetime(session) {}
    }

    @Test func `at a lane without a line g names one that has it, and in the list opens the line of the row`() throws {
        let (session, pty) = try view(["EDITOR": try makeEditor()])

        pty.send("\u{1B}[Bg")
        #expect(pty.wait { $0.isWholeFrame && $0.text.contains("no line of source is known of demand; labelled has one") })
        pty.send("\u{1B}")
        #expect(pty.wait { $0.text.contains("Enter open") })
        pty.send("g")

        #expect(pty.wait { !$0.isAlternate && $0.text.contains("EDITING") })
        pty.send("done\n")
        #expect(pty.wait { $0.isAlternate && $0.isWholeFrame && $0.text.contains("Enter open") })
        pty.send("q")
        #expect(pty.waitForExit() == .exited(0))
        withExtendedLifetime(session) {}
    }

    @Test func `g says where there is no line to open`() throws {
        var app = try AppFixture("pace", at: 1)

        app.type("g")

        #expect(app.state.notice == "scenarios and typed chains have no source line to open; c shows the chain in Swift")
    }
}
