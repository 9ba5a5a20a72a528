import FlowSystem

/// The file behind a snippet. Detects changes and reads it again.
package struct TriedFile {
    package private(set) var snippet: Snippet
    /// The path to check for changes, `nil` for none.
    package let path: String?
    private var stamp: FileStamp?

    /// - Parameter path: The path of the text's file, `nil` if it cannot be read again.
    package init(_ snippet: Snippet, at path: String?) {
        (self.snippet, self.path) = (snippet, path)
        stamp = path.flatMap(FileStamp.init(of:))
    }

    /// Reads the file again if it has changed.
    ///
    /// An empty file is still being written. It is ignored until the next change, like an unreadable file.
    ///
    /// - Returns: Whether the text is different now.
    package mutating func reload() -> Bool {
        guard let path, let now = FileStamp(of: path), now != stamp else { return false }
        stamp = now
        guard let text = try? InputFile.text(path, limit: Snippet.limit), text.utf8.count <= Snippet.limit, text != snippet.text,
            text.contains(where: { !$0.isWhitespace })
        else { return false }
        snippet = Snippet(name: snippet.name, text: text, isVirtual: snippet.isVirtual)
        return true
    }
}
