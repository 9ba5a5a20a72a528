import FlowTestSupport
import Foundation
import Testing

@testable import FlowTrace

/// The files beside a trace's place until the trace is there.
@Suite("new files")
struct NewFileTests {
    private let folder: TemporaryFolder
    private let options = TraceFileOptions(size: TraceFileOptions.minimumSize)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test("a file that has the number of this process behind its name is left alone")
    func numbered() throws {
        let other = "a.fvz.\(getpid())"
        try "precious".write(toFile: folder.path(other), atomically: true, encoding: .utf8)

        try options.check(folder.path("a.fvz"))
        try Recorder(file: folder.path("a.fvz"), options: options).close()

        #expect(try names() == ["a.fvz", other])
        #expect(try String(contentsOfFile: folder.path(other), encoding: .utf8) == "precious")
    }

    @Test("whether a file can be made is found out without leaving anything")
    func check() throws {
        try "older".write(toFile: folder.path("a"), atomically: true, encoding: .utf8)

        try options.check(folder.path("a"))
        try options.check(folder.path("b"))

        #expect(try names() == ["a"])
        #expect(try String(contentsOfFile: folder.path("a"), encoding: .utf8) == "older")
        #expect(throws: TraceFileError.self) { try options.check(folder.path) }
    }

    @Test("a name that is taken is left alone, and another is found")
    func taken() throws {
        for name in [".a.flowviz-1", ".a.flowviz-3"] {
            try "precious".write(toFile: folder.path(name), atomically: true, encoding: .utf8)
        }
        symlink(folder.path("none"), folder.path(".a.flowviz-2"))
        var numbers = [1, 2, 3, 35, 36].makeIterator() as IndexingIterator<[UInt64]>

        let draft = try FileDraft(for: folder.path("a")) { numbers.next() ?? 0 }
        try draft.write([1])
        #expect(try names() == [".a.flowviz-1", ".a.flowviz-2", ".a.flowviz-3", ".a.flowviz-z"])
        try draft.publish()

        #expect(try names() == [".a.flowviz-1", ".a.flowviz-2", ".a.flowviz-3", "a"])
        #expect(try String(contentsOfFile: folder.path(".a.flowviz-3"), encoding: .utf8) == "precious")
    }

    @Test("where every name is taken, that is said")
    func allTaken() throws {
        try "precious".write(toFile: folder.path(".a.flowviz-1"), atomically: true, encoding: .utf8)
        let reason = "File exists; choose another file or folder"

        #expect(throws: TraceFileError.system(operation: "write", path: folder.path("a"), reason: reason)) {
            _ = try FileDraft(for: folder.path("a")) { 1 }
        }
        #expect(try names() == [".a.flowviz-1"])
    }

    @Test("a draft that is given up is removed, another file in its place is not")
    func givenUp() throws {
        do {
            let draft = try FileDraft(for: folder.path("a"))
            try draft.write([1])
            #expect(FileDraft.isName(try #require(names().first)))
        }
        #expect(try names() == [])
        do {
            let draft = try FileDraft(for: folder.path("a")) { 1 }
            unlink(draft.name)
            try "precious".write(toFile: draft.name, atomically: false, encoding: .utf8)
        }
        #expect(try names() == [".a.flowviz-1"])
    }

    @Test("a folder that has come to stand at the path stays, and the draft goes")
    func folderAtPath() throws {
        let path = folder.path("a")
        let reason = "Is a directory; choose another file or folder"

        #expect(throws: TraceFileError.system(operation: "write", path: path, reason: reason)) {
            let draft = try FileDraft(for: path)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            try draft.publish()
        }

        #expect(try names() == ["a"])
    }

    @Test("a draft is its user's alone, and no program started meanwhile inherits it")
    func closed() throws {
        let draft = try FileDraft(for: folder.path("a"))

        var status = stat()
        #expect(fstat(draft.descriptor.number, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(fcntl(draft.descriptor.number, F_GETFD) == FD_CLOEXEC)
        try draft.publish()
    }

    @Test("a file of any name is made, and nothing else is touched")
    func anyName() throws {
        for seed in 0..<UInt64(operationsPerThread / 10) {
            var chance = SeededChance(seed: seed)
            let name = OddFileName.random(using: &chance)
            let content = (0..<Int.random(in: 0...9, using: &chance)).map { _ in UInt8.random(in: 0...9, using: &chance) }
            let path = "\(folder.path)/\(name)"

            let draft = try FileDraft(for: path)
            try draft.write(content)
            try draft.publish()

            #expect(try names().map { Array($0.utf8) } == [Array(name.utf8)], "seed \(seed)")
            #expect(try Array(Data(contentsOf: URL(fileURLWithPath: path))) == content, "seed \(seed)")
            unlink(path)
        }
    }
}
