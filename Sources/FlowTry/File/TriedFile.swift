import FlowSystem
import LibC

/// The file behind a snippet. Detects changes and reads it again.
package struct TriedFile {
    /// Identifies a version of a file.
    private struct Stamp: Equatable {
        let seconds: Int
        let nanoseconds: Int
        let size: Int
        let number: UInt64
    }

    package private(set) var snippet: Snippet
    /// The path to check for changes, `nil` for none.
    package let path: String?
    private var stamp: Stamp?

    /// - Parameter path: The path of the text's file, `nil` if it cannot be read again.
    package init(_ snippet: Snippet, at path: String?) {
        (self.snippet, self.path) = (snippet, path)
        stamp = path.flatMap(TriedFile.stamp)
    }

    /// Reads the file again if it has changed.
    ///
    /// An empty file is still being written. It is ignored until the next change, like an unreadable file.
    ///
    /// - Returns: Whether the text is different now.
    package mutating func reload() -> Bool {
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
