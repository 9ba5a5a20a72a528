import FlowTrace
import LibC

/// The sources of the flowviz that runs: what it builds is linked with them, so that both read and write the same traces.
struct FlowvizSources {
    /// The folder with flowviz's package.
    let folder: String

    /// What a folder has to have to be one.
    private static let marks = ["Package.swift", "Sources/FlowAgent", "TryKit/Package.swift"]

    /// Finds those of this program.
    ///
    /// - Throws: ``Failure`` if there are none.
    init() throws(Failure) {
        guard let program = FlowvizSources.program else {
            throw Failure("try needs flowviz's sources, and where this program lies is not known; run it by its path")
        }
        try self.init(of: program)
    }

    /// Finds those of a program where `make install` puts them, or above it, where it was built.
    init(of program: String) throws(Failure) {
        let installed = FilePath.parent(of: FilePath.parent(of: program)) + "/share/flowviz/source"
        let folders = [installed] + FilePath.ancestors(of: program)
        guard let found = folders.first(where: FlowvizSources.isComplete) else {
            throw Failure(
                "try needs flowviz's sources, and there are none in '\(installed)'; "
                    + "install flowviz with make install, or run it from its clone")
        }
        folder = found
    }

    private static func isComplete(_ folder: String) -> Bool { marks.allSatisfy { access("\(folder)/\($0)", R_OK) == 0 } }

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

/// What the paths of files say.
enum FilePath {
    /// The folder that something is in; that of the root is the root.
    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// The folders above, the nearest first, without the root.
    static func ancestors(of path: String) -> [String] {
        sequence(first: parent(of: path)) { $0 == "/" ? nil : parent(of: $0) }.filter { $0 != "/" }
    }

    /// The whole path without symbolic links, `nil` if there is no such file.
    static func resolved(_ path: String) -> String? {
        guard let bytes = realpath(path, nil) else { return nil }
        defer { free(bytes) }
        return String(validatingCString: bytes)
    }
}
