import FlowTestSupport
import Foundation
import Testing

@testable import FlowSystem
@testable import FlowTry

/// The user's cache in different states, and the owners that `try` trusts. Swift is replaced by a script that reports its
/// arguments.
@Suite("The folders of try", .notForever)
struct TryFolderTests {
    private let folder: TemporaryFolder
    private var cache: String { folder.path("cache/flowviz") }
    private var runs: String { "\(cache)/runs" }

    init() throws {
        folder = try TemporaryFolder()
        for name in ["bin", "tmp", "precious/deep"] { try make(folder.path(name)) }
        for name in ["precious/a", "precious/deep/b"] {
            try "precious".write(toFile: folder.path(name), atomically: true, encoding: .utf8)
        }
        let script = "#!/bin/sh\necho \"$TMPDIR\" >> '\(folder.path("called"))'\n[ -z \"$TMPDIR\" ] || : > \"$TMPDIR/left\"\n"
        try script.write(toFile: folder.path("script"), atomically: true, encoding: .utf8)
        chmod(folder.path("script"), 0o700)
        try folder.copyProgram(folder.path("script"), to: "bin/swift")
    }

    private func make(_ path: String, mode: Int = 0o700) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: mode])
    }

    private func names(_ path: String) throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

    private var environment: [String: String] {
        Program.environment.merging(
            ["XDG_CACHE_HOME": folder.path("cache"), "TMPDIR": folder.path("tmp"), "PATH": "\(folder.path("bin")):/usr/bin:/bin"])
        { $1 }
    }

    private func tryIt() throws -> ProgramRun {
        try ProgramRun(Program.path, ["try", "--code", "print(1)"], environment: environment)
    }

    /// The folder for temporary files that each call of Swift was given, one a line.
    private var calls: [String] {
        ((try? String(contentsOfFile: folder.path("called"), encoding: .utf8)) ?? "").split(
            separator: "\n", omittingEmptySubsequences: false
        ).dropLast().map(String.init)
    }

    private func expectPrecious() throws {
        #expect(try names(folder.path("precious")) == ["a", "deep"])
        #expect(try names(folder.path("precious/deep")) == ["b"])
    }

    // MARK: Runs

    /// Locks a folder, as a running program does.
    private func hold(_ path: String) -> FileHandle? {
        let file = FileHandle(forReadingAtPath: path)
        if let file { flock(file.fileDescriptor, LOCK_SH | LOCK_NB) }
        return file
    }

    @Test func `what a killed run left is removed, its links too and not what they lead to`() throws {
        try make(runs)
        for name in ["run-left/1/tmp", "run-left/2"] { try make("\(runs)/\(name)") }
        symlink(folder.path("precious"), "\(runs)/run-left/1/link")
        symlink(folder.path("precious/a"), "\(runs)/run-left/file")

        _ = try tryIt()

        #expect(try names(runs) == [])
        try expectPrecious()
    }

    private static let modes: [mode_t] = [0o777, 0o755, 0o500, 0o000]

    private func leave(withMode mode: mode_t) throws {
        try make("\(runs)/run-left/1/deep/er")
        try "".write(toFile: "\(runs)/run-left/1/deep/er/a", atomically: true, encoding: .utf8)
        for name in ["/1/deep/er", "/1/deep", "/1", ""] { chmod("\(runs)/run-left\(name)", mode) }
    }

    @Test(arguments: modes) func `what a killed run left is removed whatever mode its program has given it`(mode: mode_t) throws {
        try leave(withMode: mode)

        _ = try tryIt()

        #expect(try names(runs) == [])
    }

    /// Root can read everything, so another user must try.
    @Test(.needs(.anotherUser), arguments: modes) func `also by a user who has no more rights than that`(mode: mode_t) throws {
        try leave(withMode: mode)
        _ = try ProgramRun("/bin/chown", ["-R", "nobody", folder.path], environment: environment)

        _ = try ProgramRun(
            "/usr/bin/setpriv", Need.nobody + [Program.path, "try", "--code", "print(1)"], environment: environment)

        #expect(try names(runs) == [])
    }

    @Test func `a link, a folder of others' making and one that is held stay, and so does what they lead to`() throws {
        try make("\(runs)/run-held/1", mode: 0o777)
        try make("\(runs)/mine")
        for name in ["1", "999999999", "run-link"] { symlink(folder.path("precious"), "\(runs)/\(name)") }
        let held = hold("\(runs)/run-held")

        _ = try tryIt()

        #expect(try names(runs) == ["1", "999999999", "mine", "run-held", "run-link"])
        #expect(try names("\(runs)/run-held") == ["1"])
        try expectPrecious()
        withExtendedLifetime(held) {}
    }

    @Test(.needs(.processNumbers)) func `a run of another container, whose numbers are others, goes on`() throws {
        try make("\(runs)/run-held/1")
        try make("\(runs)/run-left/1")
        let held = hold("\(runs)/run-held")

        _ = try ProgramRun(
            "/usr/bin/unshare", ["-rmpf", "--mount-proc", Program.path, "try", "--code", "print(1)"], environment: environment)

        #expect(try names(runs) == ["run-held"])
        withExtendedLifetime(held) {}
    }

    /// Swift reads all packages again if its environment has changed.
    @Test func `Swift's temporary files have one folder, in which nothing is left, from the first build on`() throws {
        let build = cache + (try folders()[3])
        try make("\(build)/tmp/killed")

        _ = try tryIt()

        #expect(calls == ["\(build)/tmp", "\(build)/tmp"])
        #expect(try names(folder.path("tmp")) == [])
        #expect(try names(build) == [])
        #expect(try names(runs) == [])
    }

    // MARK: The cache

    /// Ways to spoil a folder, and the message for each.
    enum Spoiling: String, CaseIterable {
        case isLink = "it is a link; remove it"
        case isFile = "it is no folder; remove it"
        case isWritable = "others may write to it, by its mode 777; remove it"
        case isReadable = "others may look into it, by its mode 755; chmod 700 it"

        func spoil(_ path: String, _ elsewhere: String) throws {
            switch self {
            case .isWritable: chmod(path, 0o777)
            case .isReadable: chmod(path, 0o755)
            case .isLink:
                try FileManager.default.moveItem(atPath: path, toPath: elsewhere)
                symlink(elsewhere, path)
            case .isFile:
                try FileManager.default.moveItem(atPath: path, toPath: elsewhere)
                try "".write(toFile: path, atomically: true, encoding: .utf8)
            }
        }
    }

    /// The folders from the cache to the build, after a first run has made them.
    private func folders() throws -> [String] {
        _ = try tryIt()
        let package = try #require(try names(cache).first { $0.hasPrefix("try-") })
        return ["", "/runs"]
            + ["", "/.build", "/Sources", "/Sources/Snippet", "/Sources/VirtualSnippet"].map { "/\(package)\($0)" }
    }

    @Test(arguments: Spoiling.allCases)
    func `a folder on the way that is not the user's alone is refused, and nothing compiled`(spoiling: Spoiling) throws {
        for name in try folders() {
            let (path, elsewhere) = (cache + name, folder.path("elsewhere"))
            try spoiling.spoil(path, elsewhere)
            unlink(folder.path("called"))

            let run = try tryIt()

            #expect(
                run.errors == "flowviz: cannot use '\(path)': \(spoiling.rawValue), or let XDG_CACHE_HOME name another folder\n")
            #expect(run.status == .exited(1) && calls == [])
            try FileManager.default.removeItem(atPath: folder.path("cache"))
            try? FileManager.default.removeItem(atPath: elsewhere)
            _ = try folders()
        }
    }

    @Test(.needs(.anotherUser)) func `a folder on the way that is another user's is refused, and nothing compiled`() throws {
        for name in try folders() {
            chown(cache + name, Need.nobodysNumber, Need.nobodysNumber)
            unlink(folder.path("called"))

            let run = try tryIt()

            let reason = "it belongs to user 65534; remove it, or let XDG_CACHE_HOME name another folder"
            #expect(run.errors == "flowviz: cannot use '\(cache + name)': \(reason)\n")
            #expect(calls == [])
            chown(cache + name, 0, 0)
        }
    }

    @Test func `the cache itself may be a link, and open to others`() throws {
        try make(folder.path("elsewhere"), mode: 0o755)
        symlink(folder.path("elsewhere"), folder.path("cache"))

        _ = try tryIt()

        #expect(calls.count == 1)
    }

    // MARK: The package

    @Test(
        arguments: [
            "Package@swift-6.2.swift", "Evil.swift", "Plugins", ".swiftpm", "Tests", "Snippets", "Sources/Evil",
            "Sources/Evil.swift",
            "Sources/Snippet/Evil.swift", "Sources/Snippet/Deep", "Sources/VirtualSnippet/evil.c",
            "Sources/Snippet/.hidden.swift",
        ])
    func `what flowviz did not write is not compiled`(name: String) throws {
        let path = cache + (try folders()[2]) + "/\(name)"
        if name.contains(".swift") && !name.hasPrefix(".") || name.hasSuffix(".c") {
            try "evil".write(toFile: path, atomically: true, encoding: .utf8)
        } else {
            try make(path)
        }
        unlink(folder.path("called"))

        let run = try tryIt()

        let package = cache + (try #require(try names(cache).first { $0.hasPrefix("try-") }).withSlash)
        #expect(run.errors == "flowviz: '\(path)' does not belong to flowviz, and Swift may run it; remove '\(package)'\n")
        #expect(run.status == .exited(1) && calls == [])
    }

    @Test(arguments: ["Package.swift", "Sources/Snippet/Exports.swift", "Sources/Snippet/main.swift", "Package.resolved"])
    func `a file that flowviz writes is what flowviz writes, and no link to as much`(name: String) throws {
        let path = cache + (try folders()[2]) + "/\(name)"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        if name != "Package.resolved" {
            try "evil".write(toFile: path, atomically: true, encoding: .utf8)
            _ = try tryIt()
            #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        }

        try FileManager.default.moveItem(atPath: path, toPath: folder.path("same"))
        symlink(folder.path("same"), path)
        unlink(folder.path("called"))
        let run = try tryIt()

        #expect(run.errors.hasPrefix("flowviz: '\(path)' does not belong to flowviz") && calls == [])
    }

    @Test func `a folder in which Swift cannot build is named`() throws {
        let run = try ProgramRun(
            Program.path, ["try", "--code", "print(1)"],
            environment: environment.merging(["XDG_CACHE_HOME": folder.path("c\u{1B}")]) { $1 })

        #expect(run.errorLines.count == 1)
        #expect(run.errors.hasPrefix("flowviz: Swift cannot build in '\(folder.path("c␛"))/flowviz/try-"))
        #expect(run.errors.hasSuffix("', whose name has control characters; give it another\n"))
    }

    // MARK: The sources of flowviz

    /// A folder with the contents of flowviz's sources, and the path of a program.
    private func sources(_ name: String, _ program: String) throws -> String {
        for part in ["Sources/FlowAgent", "TryKit", "Modules"] { try make(folder.path("\(name)/\(part)"), mode: 0o755) }
        for file in ["Package.swift", "TryKit/Package.swift", "Sources/FlowAgent/Agent.swift"] {
            try "".write(toFile: folder.path("\(name)/\(file)"), atomically: true, encoding: .utf8)
        }
        return FilePath.resolved(folder.path).map { "\($0)/\(program)" } ?? ""
    }

    /// - Parameter isShared: Whether groups have members other than this user.
    private func found(of program: String, isShared: Bool = true) -> Result<String, Failure> {
        Result { () throws(Failure) in try FlowvizSources(of: program, isShared: { _ in isShared }).folder }
    }

    @Test func `they are the clone that the program was built in, or beside it, and nowhere else`() throws {
        let built = try sources("clone", "clone/.build/x86_64-unknown-linux-gnu/debug/flowviz")
        let installed = try sources("usr/share/flowviz/source", "usr/bin/flowviz")

        #expect(try found(of: built).get().hasSuffix("/clone"))
        #expect(try found(of: built.replacing(".build/", with: ".build-long/")).get().hasSuffix("/clone"))
        #expect(try found(of: installed).get().hasSuffix("/usr/share/flowviz/source"))
        for name in [
            "clone/flowviz", "clone/bin/flowviz", "clone/.build/flowviz", "clone/.build/debug/flowviz", "clone/a/b/c/flowviz",
            "clone/a/.build/x/debug/flowviz", "clone/.build/a/b/debug/flowviz", "usr/bin/deep/flowviz",
        ] {
            let program = built.replacing("clone/.build/x86_64-unknown-linux-gnu/debug/flowviz", with: name)
            if case .success(let folder) = found(of: program) { Issue.record("\(name): \(folder)") }
        }
    }

    @Test(arguments: ["", "Package.swift", "Sources", "Sources/FlowAgent", "Sources/FlowAgent/Agent.swift", "TryKit", "Modules"])
    func `others may write to none of them`(name: String) throws {
        let program = try sources("clone", "clone/.build/x/debug/flowviz")
        #expect(throws: Never.self) { try found(of: program).get() }

        let path = FilePath.ancestors(of: program)[3] + (name.isEmpty ? "" : "/\(name)")
        for bit in [0o002, 0o020] as [mode_t] {
            chmod(path, 0o755 | bit)
            #expect {
                try found(of: program).get()
            } throws: {
                "\($0)".hasPrefix("try compiles flowviz's sources, and others could change '\(path)'; make it belong to you")
            }
        }
        chmod(path, 0o775)
        #expect(throws: Never.self) { try found(of: program, isShared: false).get() }
    }

    @Test func `nor to a folder above them, and a link among them is none`() throws {
        let program = try sources("a/clone", "a/clone/.build/x/debug/flowviz")
        // With the mode that a umask of 002 gives, a folder is trusted only if its group is.
        for (mode, isShared, isTrusted) in [
            (0o777, false, false), (0o775, true, false), (0o775, false, true), (0o1777, true, true), (0o1775, true, true),
        ] as [(mode_t, Bool, Bool)] {
            chmod(folder.path("a"), mode)
            if case .success = found(of: program, isShared: isShared) { #expect(isTrusted) } else { #expect(!isTrusted) }
        }
        chmod(folder.path("a"), 0o755)

        symlink(folder.path("precious"), folder.path("a/clone/Sources/Precious"))
        #expect(throws: Failure.self) { try found(of: program).get() }
    }

    @Test func `a group is shared that another user has, or that nobody knows`() throws {
        let columns = { (path: String) in
            try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
                $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            }
        }
        let (groups, users) = (try columns("/etc/group"), try columns("/etc/passwd"))
        let others = users.filter { ![0, geteuid()].contains(UInt32($0[2])) }
        for group in groups {
            let members = group[3].split(separator: ",").map(String.init)
            let isShared = others.contains { members.contains($0[0]) || $0[3] == group[2] }
            #expect(UserGroup.isShared(try #require(gid_t(group[2]))) == isShared, "\(group)")
        }
        #expect(UserGroup.isShared(.max - 7))
    }

    @Test(.needs(.anotherUser)) func `they are the user's or root's`() throws {
        let program = try sources("clone", "clone/.build/x/debug/flowviz")
        chown(folder.path("clone/Sources/FlowAgent/Agent.swift"), Need.nobodysNumber, Need.nobodysNumber)

        #expect(throws: Failure.self) { try found(of: program).get() }
    }
}

extension String {
    /// As the end of a path.
    fileprivate var withSlash: String { "/\(self)" }
}
