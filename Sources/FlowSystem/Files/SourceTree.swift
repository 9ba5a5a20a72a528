import FlowTrace
import LibC

/// The Swift files below a folder.
package enum SourceTree {
    /// The maximum number of files.
    private static let limit = 10_000

    /// The paths of the files in alphabetical order, without hidden folders and links.
    ///
    /// - Throws: ``Failure`` if there is nothing at `path`.
    package static func files(below path: String) throws(Failure) -> [String] {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw Failure("there is no '\(path)'; name a folder or a file of Swift") }
        var (found, folders): ([String], [String]) = ([], [])
        collect(path, status, &found, &folders)
        while let folder = folders.popLast(), found.count < limit {
            for name in FolderContents.names(folder) where !name.hasPrefix(".") {
                let path = "\(folder)/\(name)"
                if lstat(path, &status) == 0 { collect(path, status, &found, &folders) }
            }
        }
        return found.sorted()
    }

    private static func collect(_ path: String, _ status: stat, _ files: inout [String], _ folders: inout [String]) {
        switch status.st_mode & S_IFMT {
        case S_IFDIR: folders.append(path)
        case S_IFREG where path.hasSuffix(".swift"): files.append(path)
        default: break
        }
    }
}
