import FlowTestSupport
import Foundation
import Testing

@testable import FlowTrace

/// Removal of folders, and trust in their owners.
@Suite("folders")
struct FolderContentsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func open(_ path: String) throws -> FileDescriptor {
        try FileDescriptor(path, flags: O_RDONLY | O_DIRECTORY, operation: "open")
    }

    /// A folder, of random depth, with every kind of entry; links lead to it, to its parent and to precious files.
    private func fill(_ path: String, depth: Int, _ chance: inout SeededChance) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        for number in 0..<chance.below(6) {
            let inside = "\(path)/\(number)"
            switch chance.below(depth > 0 ? 7 : 5) {
            case 0: symlink(folder.path("precious"), inside)
            case 1: symlink(folder.path("precious/a"), inside)
            case 2: symlink(chance.below(2) == 0 ? ".." : folder.path("none"), inside)
            case 3: mkfifo(inside, 0o600)
            case 4: close(creat("\(inside)\u{1B}", 0o400))
            default: try fill(inside, depth: depth - 1, &chance)
            }
        }
        // A name that is no text.
        close(creat(Array(path.utf8CString.dropLast() + [47, -1, 0]), 0o600))
    }

    @Test("a folder is removed with all that is in it, and no link in it is entered", arguments: Rounds.seeds(full: 2_000))
    func removed(seed: UInt64) throws {
        try FileManager.default.createDirectory(atPath: folder.path("precious/deep"), withIntermediateDirectories: true)
        for name in ["a", "deep/b"] { try name.write(toFile: folder.path("precious/\(name)"), atomically: true, encoding: .utf8) }

        var chance = SeededChance(seed: seed)
        try fill(folder.path("left"), depth: 4, &chance)
        FolderContents.remove("left", in: try open(folder.path))

        #expect(FolderContents.names(folder.path) == ["precious"])
        #expect(FolderContents.names(folder.path("precious")).sorted() == ["a", "deep"])
        #expect(FolderContents.names(folder.path("precious/deep")) == ["b"])
    }

    @Test("a link in the place of a folder is removed, and not what it leads to")
    func link() throws {
        try FileManager.default.createDirectory(atPath: folder.path("precious/deep"), withIntermediateDirectories: true)
        symlink(folder.path("precious"), folder.path("left"))

        FolderContents.remove("left", in: try open(folder.path))

        #expect(FolderContents.names(folder.path) == ["precious"])
        #expect(FolderContents.names(folder.path("precious")) == ["deep"])
    }

    @Test("folders in each other are removed, however deep")
    func deep() throws {
        mkdir(folder.path("left"), 0o700)
        for _ in 0..<3_000 {
            mkdir(folder.path("outer"), 0o700)
            close(creat(folder.path("outer/flowviz-1"), 0o600))
            rename(folder.path("left"), folder.path("outer/d"))
            rename(folder.path("outer"), folder.path("left"))
        }

        FolderContents.remove("left", in: try open(folder.path))

        #expect(FolderContents.names(folder.path) == [])
    }

    private func problem(_ path: String) -> String? {
        do {
            try PrivateFolder.make(path)
            return nil
        } catch {
            return error.description
        }
    }

    @Test("a folder is this user's alone, or refused")
    func alone() throws {
        let path = folder.path("a")
        #expect(problem(path) == nil)
        #expect(problem(path) == nil)
        for mode in [0o701, 0o710, 0o704, 0o740, 0o755] as [mode_t] {
            chmod(path, mode)
            let shown = String(mode, radix: 8)
            #expect(problem(path) == "cannot use '\(path)': others may look into it, by its mode \(shown); chmod 700 it")
        }
        for mode in [0o702, 0o720, 0o777] as [mode_t] {
            chmod(path, mode)
            let shown = String(mode, radix: 8)
            #expect(problem(path) == "cannot use '\(path)': others may write to it, by its mode \(shown); remove it")
        }
        chmod(path, 0o700)
        symlink(path, folder.path("b"))
        #expect(problem(folder.path("b")) == "cannot use '\(folder.path("b"))': it is a link; remove it")
        mkfifo(folder.path("c"), 0o600)
        #expect(problem(folder.path("c")) == "cannot use '\(folder.path("c"))': it is no folder; remove it")
    }

    @Test("a folder of another user is refused", .needs(.anotherUser))
    func foreign() throws {
        let path = folder.path("a")
        #expect(problem(path) == nil)
        chown(path, Need.nobodysNumber, Need.nobodysNumber)

        #expect(problem(path) == "cannot use '\(path)': it belongs to user 65534; remove it")
        #expect(throws: TraceFileError.self) { try PrivateFolder.open(path) }
    }
}
