#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Where traced processes of this user are found: `$XDG_RUNTIME_DIR/flowviz`, or `/tmp/flowviz-UID`, closed to everybody else.
public struct RuntimeFolder: Sendable {
    /// Where it is.
    public let path: String

    /// Makes the folder, or takes the one that is there.
    ///
    /// - Throws: ``TraceFileError/system(operation:path:reason:)`` where it cannot be made, or is not this user's alone.
    public init() throws(TraceFileError) {
        let base = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
        path = base.isEmpty ? "/tmp/flowviz-\(geteuid())" : "\(base)/flowviz"
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw FileDescriptor.failure("make the folder", path) }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw FileDescriptor.failure("look at", path) }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw .system(operation: "use", path: path, reason: "it is not a folder of this user's alone; remove it")
        }
    }

    /// The trace that a process writes.
    public func trace(of process: Int32) -> String {
        "\(path)/\(process).fvz"
    }

    /// The socket on which a process answers.
    public func socket(of process: Int32) -> String {
        "\(path)/\(process).sock"
    }

    /// The processes that left a socket here and still live, by number; what the others left is removed.
    public func processes() -> [Int32] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var found: [Int32] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.hasSuffix(".sock"), let process = Int32(name.dropLast(5)) else { continue }
            if kill(process, 0) == 0 || errno == EPERM { found.append(process) } else { remove(process) }
        }
        return found.sorted()
    }

    private func remove(_ process: Int32) {
        unlink(socket(of: process))
        unlink(trace(of: process))
    }
}
