import LibC

/// Functions on the paths of files.
package enum FilePath {
    /// The folder above `path`; the root is its own parent.
    package static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// All folders above `path`, nearest first, without the root.
    package static func ancestors(of path: String) -> [String] {
        sequence(first: parent(of: path)) { $0 == "/" ? nil : parent(of: $0) }.filter { $0 != "/" }
    }

    /// The absolute path with all symbolic links resolved, `nil` if there is no such file.
    package static func resolved(_ path: String) -> String? {
        guard let bytes = realpath(path, nil) else { return nil }
        defer { free(bytes) }
        return String(validatingCString: bytes)
    }
}
