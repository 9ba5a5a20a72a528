import FlowSystem
import FlowTrace

/// The folder in the user's cache in which `try` builds.
enum BuildCache {
    /// Its path; the folder may not exist yet.
    private static func path() throws(Failure) -> String { try UserFolder.cache.path(for: "try builds in the user's cache") }

    /// Makes sure that a folder in the cache exists, with all folders above it, private to this user.
    ///
    /// - Returns: Its path.
    /// - Throws: ``Failure`` if it cannot be made, or is not private.
    static func folder(_ names: String...) throws(Failure) -> String {
        try UserFolder.cache.make(path(), names, for: "what is built")
    }

    /// Makes the folder of a package that flowviz generates, and the one that SwiftPM builds in.
    ///
    /// - Throws: ``Failure`` if it cannot be made, or Swift cannot build in it or in flowviz's sources.
    static func package(_ name: String, of sources: FlowvizSources) throws(Failure) -> String {
        let folder = try folder(name)
        try checkBuildable(folder)
        try checkBuildable(sources.folder)
        // Swift itself would make this folder readable by other users.
        _ = try BuildCache.folder(name, ".build")
        return folder
    }

    /// - Throws: ``Failure`` if Swift cannot build in a folder of this name.
    static func checkBuildable(_ folder: String) throws(Failure) {
        guard !folder.unicodeScalars.contains(where: VisibleText.isUnsafe) else {
            throw Failure("Swift cannot build in '\(folder)', whose name has control characters; give it another")
        }
    }

    /// Opens a folder in the cache.
    ///
    /// - Throws: ``Failure`` if it has been removed, or is not private to this user.
    static func open(_ path: String) throws(Failure) -> FileDescriptor {
        do {
            return try PrivateFolder.open(path)
        } catch {
            throw failure(error.description)
        }
    }

    /// Removes the folders inside another whose names match, unless a process holds them.
    static func removeUnheld(in parent: FileDescriptor, where isLeft: (String) -> Bool) {
        for name in FolderContents.names(parent.path) where isLeft(name) {
            guard let folder = FolderContents.open(name, in: parent), folder.lockExclusively() else { continue }
            FolderContents.remove(name, in: parent)
        }
    }

    static func failure(_ reason: String) -> Failure { UserFolder.cache.failure(reason, keeping: "what is built") }

    /// A hash of `parts` for use in a name (FNV-1a).
    static func key(of parts: [String]) -> String {
        let hash = parts.joined(separator: "\0").utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }

    /// Writes `text` to a file unless it has that text already: a newer date would cause a rebuild.
    static func write(_ text: String, to path: String) throws(Failure) {
        guard (try? InputFile.text(path, limit: text.utf8.count)) != text else { return }
        do {
            try OutputFile.write(text, to: path)
        } catch {
            throw failure(error.description)
        }
    }
}
