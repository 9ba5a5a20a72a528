import LibC

/// A file being written: a hidden file beside its path until it is complete, then the file at that path.
///
/// Until then the old file at the path stays unchanged. Processes that have it open see no change afterwards either. Only an
/// ordinary file writable by this user is replaced. A link, a folder, a pipe or a device is refused, and never opened or
/// followed, even if it appears meanwhile. An abandoned draft is removed.
///
/// Readable only by its owner (mode 0600). Its name is `.NAME.flowviz-` and a random number, and no existing file has that name:
/// a draft never opens or removes the file of another. A killed process leaves its draft. No other process removes that draft,
/// since it might still be in use. Only ``RuntimeFolder`` does, since it can tell which drafts in its folder are not.
///
/// Links among the folders of the path are followed. Another user with write access to the last of them can put another file at
/// the path.
package struct FileDraft: ~Copyable {
    let descriptor: FileDescriptor
    /// The draft's path.
    let name: String
    private let path: String
    private var isPlaced = false

    /// Begins a file.
    ///
    /// - Throws: ``TraceFileError/system(operation:path:reason:)`` if no file can be made at `path`, or the existing one must not
    ///   be replaced.
    package init(for path: String) throws(TraceFileError) {
        try self.init(for: path) { .random(in: .min ... .max) }
    }

    /// - Parameter number: Generates the number in the name; called again if that name is taken.
    init(for path: String, number: () -> UInt64) throws(TraceFileError) {
        try FileDraft.check(path)
        let last = path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:)) ?? path.startIndex
        let shown = String(path[last...].unicodeScalars.prefix(FileDraft.shownLength))
        (descriptor, name) = try FileDraft.make("\(path[..<last]).\(shown).flowviz-", for: path, number: number)
        self.path = path
    }

    /// Begins a temporary file, which is removed with the draft.
    init(in folder: String) throws(TraceFileError) {
        path = folder
        (descriptor, name) = try FileDraft.make("\(folder)/.flowviz-", for: folder) { .random(in: .min ... .max) }
    }

    deinit {
        // Another process may have put a different file there.
        if !isPlaced, descriptor.isFile(at: name) { unlink(name) }
    }

    /// Writes the whole content of the file.
    ///
    /// - Throws: ``TraceFileError/system(operation:path:reason:)`` if not all of it can be written.
    package func write(_ bytes: [UInt8]) throws(TraceFileError) {
        try checkLimit(bytes.count)
        // Some file systems report a failed write only on closing.
        guard descriptor.write(bytes, at: 0), close(fcntl(descriptor.number, F_DUPFD_CLOEXEC, 3)) == 0 else {
            throw FileDraft.failure(path)
        }
    }

    /// Makes a new file readable by all users, as for a service that collects it for another user. A replacement keeps the mode
    /// and group of the old file instead: its permissions were deliberate.
    ///
    /// - Throws: ``TraceFileError/system(operation:path:reason:)`` if the system refuses.
    package func allowReading() throws(TraceFileError) {
        var (mode, older): (mode_t, stat) = (0o644, stat())
        if lstat(path, &older) == 0, older.st_mode & S_IFMT == S_IFREG {
            mode = older.st_mode & 0o666
            // If the group cannot be kept, no other group gets access.
            if fchown(descriptor.number, .max, older.st_gid) != 0 { mode &= 0o606 }
        }
        guard fchmod(descriptor.number, mode) == 0 else { throw FileDraft.failure(path) }
    }

    /// Checks whether this process may write `size` bytes; at the limit, a signal would end it.
    ///
    /// - Throws: ``TraceFileError/system(operation:path:reason:)`` if it may not.
    func checkLimit(_ size: Int) throws(TraceFileError) {
        var limit = rlimit()
        guard getrlimit(FileDraft.fileSize, &limit) == 0, limit.rlim_cur < UInt64(size) else { return }
        throw .system(
            operation: "reserve \(size) bytes for", path: path,
            reason: "this process may write no more than \(limit.rlim_cur) bytes; raise 'ulimit -f', or give a smaller size")
    }

    /// Moves the draft to its path.
    ///
    /// - Throws: ``TraceFileError/system(operation:path:reason:)`` if the system refuses; the draft is removed then.
    package consuming func publish() throws(TraceFileError) {
        guard rename(name, path) == 0 else { throw FileDraft.failure(path) }
        isPlaced = true
    }

    /// Whether a file has the name of a draft.
    package static func isName(_ name: String) -> Bool { name.hasPrefix(".") && name.contains(".flowviz-") }

    #if canImport(Glibc)
        private static let fileSize = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else  // Musl, Darwin
        private static let fileSize = RLIMIT_FSIZE
    #endif

    /// The number of characters of the file's name in the name of its draft. Each has at most four bytes, which leaves room for
    /// the rest.
    private static let shownLength = 24
    private static let attempts = 16

    /// Checks whether a file may be made or replaced at `path`.
    private static func check(_ path: String) throws(TraceFileError) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            guard errno == ENOENT else { throw failure(path) }
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: guard access(path, W_OK) == 0 else { throw failure(path) }
        case S_IFLNK: throw refusal(path, "it is a link; name the file it leads to")
        case S_IFDIR: throw refusal(path, "it is a folder; name a file in it")
        default: throw refusal(path, "it is not an ordinary file; name another")
        }
    }

    private static func make(
        _ start: String, for path: String, number: () -> UInt64
    ) throws(TraceFileError) -> (FileDescriptor, String) {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
        var left = attempts
        while true {
            let name = start + String(number(), radix: 36)
            left -= 1
            do {
                return (try FileDescriptor(name, flags: flags, operation: "write", name: path), name)
            } catch {
                var status = stat()
                guard left > 0, lstat(name, &status) == 0 else { throw advised(error) }
            }
        }
    }

    private static func failure(_ path: String) -> TraceFileError {
        advised(FileDescriptor.failure("write", path))
    }

    private static func refusal(_ path: String, _ reason: String) -> TraceFileError {
        .system(operation: "write", path: path, reason: reason)
    }

    private static func advised(_ error: TraceFileError) -> TraceFileError {
        guard case .system(_, let path, let reason) = error else { return error }
        return refusal(path, "\(reason); choose another file or folder")
    }
}
