import LibC

/// The folder in which traced processes of this user are found: `$XDG_RUNTIME_DIR/flowviz`, or `/tmp/flowviz-UID` if that
/// variable is no absolute path. The folder is private to the user.
public struct RuntimeFolder: Sendable {
    public let path: String

    /// Makes the folder, or uses the existing one.
    ///
    /// - Throws: ``TraceFileError/system(operation:path:reason:)`` if it cannot be made, or is not private to this user.
    public init() throws(TraceFileError) {
        try self.init(at: RuntimeFolder.path(for: geteuid(), in: getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }))
    }

    /// The folder at another path.
    package init(at path: String) throws(TraceFileError) {
        self.path = path
        try PrivateFolder.make(path)
    }

    /// The path of a user's folder.
    ///
    /// - Parameter runtime: The value of `XDG_RUNTIME_DIR`. As its specification demands, a relative path is ignored: the program
    ///   and its viewers may run in different folders.
    package static func path(for user: uid_t, in runtime: String?) -> String {
        guard let runtime, runtime.hasPrefix("/") else { return "/tmp/flowviz-\(user)" }
        return "\(runtime)/flowviz"
    }

    /// The trace that a process writes.
    public func trace(of process: Int32) -> String { "\(path)/\(process).fvz" }

    /// The socket on which a process answers.
    public func socket(of process: Int32) -> String { "\(path)/\(process).sock" }

    /// The processes whose sockets answer, by id. Removes the files of dead processes.
    ///
    /// A process is dead if its socket does not answer and its trace is not locked. An id may also belong to a process of another
    /// container.
    @discardableResult
    public func processes() -> [Int32] {
        let names = FolderContents.names(path)
        for name in names where FileDraft.isName(name) && isLeft("\(path)/\(name)") { unlink("\(path)/\(name)") }
        return Set(names.compactMap(process(of:))).filter { process in
            let isAnswered = UnixSocket.isAnswered(socket(of: process))
            if isAnswered == false, isLeft(trace(of: process)) { remove(process) }
            return isAnswered == true
        }.sorted()
    }

    /// The process id in the name of a socket or a trace; `nil` for anything else.
    private func process(of name: String) -> Int32? {
        let parts = name.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, parts[1] == "sock" || parts[1] == "fvz", let process = Int32(parts[0]), process > 0,
            name == "\(process).\(parts[1])"
        else { return nil }
        return process
    }

    /// Whether no process writes the trace, or it does not exist.
    private func isLeft(_ trace: String) -> Bool {
        guard access(trace, F_OK) == 0 else { return true }
        let file = try? FileDescriptor(reading: trace, O_NOFOLLOW)
        return file.map { $0.isRegular && $0.isLeft } ?? false
    }

    /// Removes the files of a process, if they belong to this user.
    private func remove(_ process: Int32) {
        for name in [socket(of: process), trace(of: process)] {
            var status = stat()
            if lstat(name, &status) == 0, status.st_uid == geteuid() { unlink(name) }
        }
    }
}
