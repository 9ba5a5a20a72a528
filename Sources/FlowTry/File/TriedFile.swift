import FlowSystem
import LibC

/// Where the text comes from that is tried, and whether it has changed.
package struct TriedFile {
    /// What tells one state of a file from another.
    private struct Stamp: Equatable {
        let seconds: Int
        let nanoseconds: Int
        let size: Int
        let number: UInt64
    }

    package private(set) var snippet: Snippet
    /// The path that changes are looked for at, `nil` for none.
    package let path: String?
    private var stamp: Stamp?

    /// - Parameter path: Where it was read, `nil` if it cannot be read again.
    package init(_ snippet: Snippet, at path: String?) {
        (self.snippet, self.path) = (snippet, path)
        stamp = path.flatMap(TriedFile.stamp)
    }

    /// Reads it again if it has changed.
    ///
    /// What is empty is still being written, or cannot be read at the moment: the next change is waited for.
    ///
    /// - Returns: Whether the text is another now.
    package mutating func look() -> Bool {
        guard let path, let now = TriedFile.stamp(of: path), now != stamp else { return false }
        stamp = now
        guard let text = try? InputFile.text(path, limit: Snippet.limit), text.utf8.count <= Snippet.limit, text != snippet.text,
            text.contains(where: { !$0.isWhitespace })
        else { return false }
        snippet = Snippet(name: snippet.name, text: text, isVirtual: snippet.isVirtual)
        return true
    }

    private static func stamp(of path: String) -> Stamp? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Glibc) || canImport(Musl)
            let time = status.st_mtim
        #else
            let time = status.st_mtimespec
        #endif
        return Stamp(
            seconds: Int(time.tv_sec), nanoseconds: Int(time.tv_nsec), size: Int(status.st_size), number: UInt64(status.st_ino))
    }
}
