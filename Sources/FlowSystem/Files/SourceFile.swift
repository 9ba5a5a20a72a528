import FlowTrace
import LibC

/// Finds the file of a line of source: a trace names it by module and file, as `#fileID` does, and not by its path.
///
/// Only files below the folder that flowviz was started in, or of the package that this is part of, are found, whatever a trace names; and
/// only those that belong to this user or to root, as is asked of the package.
package enum SourceFile {
    /// How many files and folders are looked at.
    static let mostEntries = 50_000
    private static let mostFolders = 12

    /// The whole path of the file.
    ///
    /// - Throws: ``Failure`` where there is none, or several that could be it.
    package static func path(of location: CodeLocation) throws(Failure) -> String {
        try path(of: location, below: try whole("."))
    }

    /// The whole path of something that is there.
    ///
    /// - Throws: ``Failure`` where it is not, or has a path that does not show as it is.
    package static func whole(_ path: String) throws(Failure) -> String {
        guard let path = FilePath.resolved(path), !hasUnsafe(path) else { throw Failure("'\(path)' cannot be opened any more") }
        return path
    }

    /// - Parameter folder: The whole path of the folder that flowviz was started in.
    static func path(of location: CodeLocation, below folder: String) throws(Failure) -> String {
        let parts = location.fileID.split(separator: "/").map(String.init)
        guard parts.count > 1, let name = parts.last, let module = parts.first, !hasUnsafe(location.fileID) else {
            throw Failure("the trace names no file of a module for this label: '\(location.fileID)'")
        }
        for root in roots(folder) {
            let found = try files(named: name, below: root)
            // The package itself may be called as one of its modules is.
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

    /// The folder, and that of the package above it.
    private static func roots(_ folder: String) -> [String] {
        let package = ([folder] + FilePath.ancestors(of: folder)).first { access("\($0)/Package.swift", F_OK) == 0 }
        guard let package, package != folder, [package, "\(package)/Package.swift"].allSatisfy(isTrusted) else { return [folder] }
        return [folder, package]
    }

    /// Whether something belongs to this user or to root. Another user who can write to a folder above could have a file of theirs opened.
    private static func isTrusted(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && FileOwner.isTrusted(status)
    }

    /// Ordinary files of that name. Hidden folders are left out, as is what others are linked to.
    ///
    /// - Throws: ``Failure`` where there is more to look at than ``mostEntries``: what lies beyond could be meant.
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
