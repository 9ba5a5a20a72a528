import FlowTrace
import LibC

/// Finds the source file of a location in a trace. A trace names the module and the file, as `#fileID` does, not the path.
///
/// A trace can name any file, so the search covers only the folder in which flowviz was started and the package around it. A file
/// must belong to this user or to root, like the files of the package.
package enum SourceFile {
    /// The maximum number of files and folders to visit.
    static let mostEntries = 50_000
    private static let mostFolders = 12

    /// The absolute path of the file.
    ///
    /// - Throws: ``Failure`` if no file fits, or several do.
    package static func path(of location: CodeLocation) throws(Failure) -> String {
        try path(of: location, below: try whole("."))
    }

    /// The absolute path of an existing file.
    ///
    /// - Throws: ``Failure`` if it is missing, or if its path has characters that are unsafe to print.
    package static func whole(_ path: String) throws(Failure) -> String {
        guard let path = FilePath.resolved(path), !hasUnsafe(path) else { throw Failure("'\(path)' can no longer be opened") }
        return path
    }

    /// - Parameter folder: The absolute path of the folder in which flowviz was started.
    static func path(of location: CodeLocation, below folder: String) throws(Failure) -> String {
        let parts = location.fileID.split(separator: "/").map(String.init)
        guard parts.count > 1, let name = parts.last, let module = parts.first, !hasUnsafe(location.fileID) else {
            throw Failure("the trace names no file of a module for this label: '\(location.fileID)'")
        }
        for root in roots(folder) {
            let found = try files(named: name, below: root)
            // Ignores the root itself, since a package may have the name of one of its modules.
            let ofModule = found.filter { $0.dropFirst(root.count).split(separator: "/").contains(module[...]) }
            let all = ofModule.isEmpty ? found : ofModule
            let own = all.filter(isTrusted)
            let fitting = own.isEmpty ? all : own
            if fitting.count > 1 {
                throw Failure(
                    "\(location): \(fitting.count) files here could be that; start flowviz in the folder of the package")
            }
            guard let path = fitting.first else { continue }
            guard isTrusted(path) else { throw Failure("'\(path)' belongs to another user; open it yourself, if you trust it") }
            return path
        }
        throw Failure("\(location) is not below this folder; start flowviz in the folder of its package")
    }

    /// The folder, and the root of its package.
    private static func roots(_ folder: String) -> [String] {
        let package = ([folder] + FilePath.ancestors(of: folder)).first { access("\($0)/Package.swift", F_OK) == 0 }
        guard let package, package != folder, [package, "\(package)/Package.swift"].allSatisfy(isTrusted) else { return [folder] }
        return [folder, package]
    }

    /// Whether a file belongs to this user or to root. Otherwise another user with write access to a folder above could make
    /// flowviz open a file of theirs.
    private static func isTrusted(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && FileOwner.isTrusted(status)
    }

    /// Ordinary files of that name. Hidden folders are skipped, and links are not followed.
    ///
    /// - Throws: ``Failure`` if there are more entries than ``mostEntries``: an unvisited file could be the right one.
    private static func files(named name: String, below root: String) throws(Failure) -> [String] {
        var (folders, found, left) = ([(root, 0)], [String](), mostEntries)
        while let (folder, depth) = folders.popLast() {
            for entry in FolderContents.names(folder).sorted() where !entry.hasPrefix(".") {
                left -= 1
                guard left > 0 else {
                    throw Failure("more than \(mostEntries) files lie below \(root); start flowviz in the folder of the package")
                }
                let path = "\(folder)/\(entry)"
                var status = stat()
                guard lstat(path, &status) == 0, !hasUnsafe(path) else { continue }
                switch status.st_mode & S_IFMT {
                case S_IFREG where entry == name: found.append(path)
                case S_IFDIR where depth < mostFolders: folders.append((path, depth + 1))
                default: break
                }
            }
        }
        return found
    }

    private static func hasUnsafe(_ text: String) -> Bool { text.unicodeScalars.contains(where: VisibleText.isUnsafe) }
}
