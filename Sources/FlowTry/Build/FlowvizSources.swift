import FlowSystem
import FlowTrace
import LibC

/// The sources of the flowviz that runs: what it builds is linked with them, so that both read and write the same traces.
///
/// They are compiled and run, so they lie in one of two places, and nobody but the user and root may have written them.
package struct FlowvizSources {
    /// The folder with flowviz's package.
    let folder: String

    /// What a folder has to have to be one.
    private static let marks = ["Package.swift", "Sources/FlowAgent", "TryKit/Package.swift"]
    /// The folders of which something is compiled.
    private static let parts = ["Modules", "Sources", "TryKit"]

    /// Finds those of this program.
    ///
    /// - Throws: ``Failure`` if there are none, or others may have written them.
    package init() throws(Failure) {
        guard let program = FlowvizSources.program else {
            throw Failure("try needs flowviz's sources, and where this program lies is not known; run it by its path")
        }
        try self.init(of: program)
    }

    /// Finds those of a program: where `make install` puts them beside it, or the clone that it was built in.
    ///
    /// - Parameter isShared: Whether others than this user and root are in a group.
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
                "try compiles flowviz's sources, and others could change '\(foreign)'; let it belong to you or to root, "
                    + "and take the right to write from everybody else, as with chmod go-w")
        }
        folder = found
    }

    private static func isComplete(_ folder: String) -> Bool { marks.allSatisfy { access("\(folder)/\($0)", R_OK) == 0 } }

    /// The clone that a program was built in, `CLONE/.build…/TRIPLE/CONFIGURATION/PROGRAM`; `nil` for one from elsewhere.
    private static func clone(of program: String) -> String? {
        let above = FilePath.ancestors(of: program)
        guard above.count > 3, FileName.last(of: above[2]).hasPrefix(".build") else { return nil }
        return above[3]
    }

    /// A folder or file of the sources, or a folder above them, that somebody other than the user or root could change.
    private static func foreign(in folder: String, _ isShared: (gid_t) -> Bool) -> String? {
        // Most files have one group, and its members are not looked up in a moment.
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
        let compiled = FolderContents.names(folder).filter { $0.hasPrefix("Package") || parts.contains($0) }
        var left = compiled.map { "\(folder)/\($0)" }
        while let path = left.popLast() {
            guard isOurs(path) else { return path }
            // A file has no names. Swift compiles nothing that is hidden.
            left += FolderContents.names(path).filter { !$0.hasPrefix(".") }.map { "\(path)/\($0)" }
        }
        return nil
    }

    /// - Parameter isAbove: Whether it is a folder above the sources: a sticky one may have files of others beside those of the user.
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
