import LibC

/// Folders that only one user can read or write, so that every file in them comes from that user.
package enum PrivateFolder {
    /// Makes a folder, or uses the existing one.
    ///
    /// - Throws: ``TraceFileError/system(operation:path:reason:)`` if it cannot be made, or is not private to this user.
    package static func make(_ path: String) throws(TraceFileError) {
        if mkdir(path, 0o700) != 0, errno != EEXIST { throw FileDescriptor.failure("make the folder", path) }
        try check(path)
    }

    /// - Throws: ``TraceFileError/system(operation:path:reason:)`` if the folder is missing, or is not private to this user.
    package static func check(_ path: String) throws(TraceFileError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw FileDescriptor.failure("look at", path) }
        try check(status, path)
    }

    /// Opens a folder of this user, for its lock and its contents.
    ///
    /// - Throws: ``TraceFileError/system(operation:path:reason:)`` if it cannot be opened, or is not private to this user.
    package static func open(_ path: String) throws(TraceFileError) -> FileDescriptor {
        try check(path)
        let folder = try FileDescriptor(path, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW, operation: "open")
        var status = stat()
        guard fstat(folder.number, &status) == 0 else { throw FileDescriptor.failure("look at", path) }
        try check(status, path)
        return folder
    }

    private static func check(_ status: stat, _ path: String) throws(TraceFileError) {
        guard let problem = problem(of: status) else { return }
        throw .system(operation: "use", path: path, reason: problem)
    }

    /// The reason why a folder is not private to this user and a remedy, `nil` if it is private.
    private static func problem(of status: stat) -> String? {
        switch status.st_mode & S_IFMT {
        case S_IFDIR: break
        case S_IFLNK: return "it is a link; remove it"
        default: return "it is no folder; remove it"
        }
        guard status.st_uid == geteuid() else { return "it belongs to user \(status.st_uid); remove it" }
        let mode = String(status.st_mode & 0o777, radix: 8)
        if status.st_mode & 0o022 != 0 { return "others may write to it, by its mode \(mode); remove it" }
        if status.st_mode & 0o055 != 0 { return "others may look into it, by its mode \(mode); chmod 700 it" }
        return nil
    }
}

/// The owner of a file.
package enum FileOwner {
    /// Whether the file belongs to this user or to root, who may do everything anyway.
    package static func isTrusted(_ status: stat) -> Bool { status.st_uid == geteuid() || status.st_uid == 0 }
}
