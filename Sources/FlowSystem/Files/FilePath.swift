import LibC

/// What the paths of files say.
package enum FilePath {
    /// The folder that something is in; that of the root is the root.
    package static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// The folders above, the nearest first, without the root.
    package static func ancestors(of path: String) -> [String] {
        sequence(first: parent(of: path)) { $0 == "/" ? nil : parent(of: $0) }.filter { $0 != "/" }
    }

    /// The whole path without symbolic links, `nil` if there is no such file.
    package static func resolved(_ path: String) -> String? {
        guard let bytes = realpath(path, nil) else { return nil }
        defer { free(bytes) }
        return String(validatingCString: bytes)
    }
}
