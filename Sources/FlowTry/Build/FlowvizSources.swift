import FlowSystem
import FlowTrace
import LibC

/// The sources of the running flowviz. Tried programs are linked with them, so that both sides use the same trace format.
///
/// They are compiled and run, so only two folders are accepted, and only the user and root may have write permission there.
package struct FlowvizSources {
    /// The folder with flowviz's package.
    let folder: String

    /// The files that identify the folder.
    private static let marks = ["Package.swift", "Sources/FlowAgent", "TryKit/Package.swift"]
    /// The folders with code to compile.
    private static let parts = ["Modules", "Sources", "TryKit"]

    /// Finds the sources of this program.
    ///
    /// - Throws: ``Failure`` if there are none, or another user could have changed them.
    package init() throws(Failure) {
        guard let program = FlowvizSources.program else {
            throw Failure("try needs flowviz's sources, and the path of this program is not known; run it by its path")
        }
        try self.init(of: program)
    }

    /// Finds the sources of a program: the copy that `make install` puts beside it, or the clone in which it was built.
    ///
    /// - Parameter isShared: Whether a group has members other than this user and root.
    init(of program: String, isShared: (gid_t) -> Bool = UserGroup.isShared) throws(Failure) {
        let installed = FilePath.parent(of: FilePath.parent(of: program)) + "/share/flowviz/source"
        let folders = [installed, FlowvizSources.clone(of: program)].compactMap(\.self)
        guard let found = folders.first(where: FlowvizSources.isComplete) else {
            throw Failure(
                "try needs flowviz's sources, and there are none in '\(installed)'; "
                    + "install flowviz with make install, or run it from its clone")
        }
        if let foreign = FlowvizSources.foreign(in: found, isShared) {
            throw Failure(
                "try compiles flowviz's sources, and others could change '\(foreign)'; make it belong to you or to root, "
                    + "and remove everyone else's write permission, for example with chmod go-w")
        }
        folder = found
    }

    private static func isComplete(_ folder: String) -> Bool { marks.allSatisfy { access("\(folder)/\($0)", R_OK) == 0 } }

    /// The clone in which a program was built, from `CLONE/.build…/TRIPLE/CONFIGURATION/PROGRAM`; `nil` for any other path.
    private static func clone(of program: String) -> String? {
        let above = FilePath.ancestors(of: program)
        guard above.count > 3, FileName.last(of: above[2]).hasPrefix(".build") else { return nil }
        return above[3]
    }

    /// A file or folder of the sources, or a folder above them, that a user other than this one and root could change.
    private static func foreign(in folder: String, _ isShared: (gid_t) -> Bool) -> String? {
        // Looking up the members of a group is slow, and most files have the same group.
        var known: [gid_t: Bool] = [:]
        func isOurs(_ path: String, isAbove: Bool = false) -> Bool {
            FlowvizSources.isOurs(path, isAbove: isAbove) { group in
                let answer = known[group] ?? isShared(group)
                known[group] = answer
                return answer
            }
        }
        if let above = FilePath.ancestors(of: folder).first(where: { !isOurs($0, isAbove: true) }) { return above }
        guard isOurs(folder) else { return folder }
        return FlowvizSources.paths(in: folder).first { !isOurs($0) }
    }

    /// The paths of everything that is compiled, folders included. Hidden files are skipped, since Swift does not compile them.
    private static func paths(in folder: String) -> some Sequence<String> {
        let compiled = FolderContents.names(folder).filter { $0.hasPrefix("Package") || parts.contains($0) }
        return sequence(state: compiled.map { "\(folder)/\($0)" }) { left in
            guard let path = left.popLast() else { return nil }
            // An ordinary file has no entries.
            left += FolderContents.names(path).filter { !$0.hasPrefix(".") }.map { "\(path)/\($0)" }
            return path
        }
    }

    /// Identifies the state of everything that is compiled, by names, sizes and times.
    ///
    /// - Complexity: O(files).
    var version: String {
        BuildCache.key(of: FlowvizSources.paths(in: folder).sorted().map { "\($0) \(FileStamp(of: $0)?.text ?? "")" })
    }

    /// - Parameter isAbove: Whether it is a folder above the sources. A sticky folder there may be shared: other users cannot
    ///   replace this user's files in it.
    private static func isOurs(_ path: String, isAbove: Bool, _ isShared: (gid_t) -> Bool) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, FileOwner.isTrusted(status) else { return false }
        switch status.st_mode & S_IFMT {
        case S_IFDIR where isAbove && status.st_mode & S_ISVTX != 0: return true
        case S_IFDIR, S_IFREG:
            return status.st_mode & 0o002 == 0 && (status.st_mode & 0o020 == 0 || !isShared(status.st_gid))
        default: return false
        }
    }

    /// The path of this program.
    static var program: String? {
        #if canImport(Glibc) || canImport(Musl)
            return FilePath.resolved("/proc/self/exe")
        #else
            var size = UInt32(PATH_MAX)
            var bytes = [CChar](repeating: 0, count: Int(size))
            return _NSGetExecutablePath(&bytes, &size) == 0 ? FilePath.resolved(String(cString: bytes)) : nil
        #endif
    }
}
