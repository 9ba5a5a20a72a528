import LibC

/// An open file, closed with its last owner.
///
/// In a traced program others close and open files too, perhaps every number that they do not know. So it remembers which file it
/// is, and never closes another.
package final class FileDescriptor: Sendable {
    package let number: Int32
    package let path: String
    private let identity: FileIdentity?

    /// Takes over an open file.
    ///
    /// - Parameter path: The name for errors.
    package init(owning number: Int32, path: String) {
        self.number = number
        self.path = path
        identity = FileIdentity(of: number)
    }

    /// Opens a file.
    ///
    /// - Parameter name: The name for errors, if not the path.
    /// - Throws: ``TraceFileError/system(operation:path:reason:)``.
    convenience init(_ path: String, flags: Int32, operation: String, name: String? = nil) throws(TraceFileError) {
        let number = FileDescriptor.lifted(open(path, flags | O_CLOEXEC, 0o600))
        guard number >= 0 else { throw FileDescriptor.failure(operation, name ?? path) }
        self.init(owning: number, path: name ?? path)
    }

    /// Opens a file for reading: flowviz opens all its input here. It does not wait for a pipe or take over a terminal; the
    /// caller has to refuse anything but an ordinary file.
    ///
    /// - Parameter flags: Further flags, such as `O_NOFOLLOW`.
    /// - Throws: ``TraceFileError/system(operation:path:reason:)``.
    package convenience init(reading path: String, _ flags: Int32 = 0) throws(TraceFileError) {
        try self.init(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY | flags, operation: "open")
    }

    deinit {
        if isOurs { close(number) }
    }

    /// Whether the number still belongs to the file that it was given for.
    package var isOurs: Bool { identity != nil && FileIdentity(of: number) == identity }

    /// The same open file with a number from 3 on. If the program was started without one of the standard files, the system gives
    /// out 0 to 2, and printed text would be written into the file.
    static func lifted(_ number: Int32) -> Int32 {
        guard (0...2).contains(number) else { return number }
        let lifted = fcntl(number, F_DUPFD_CLOEXEC, 3)
        let error = errno
        close(number)
        errno = error
        return lifted
    }

    /// The size of the file in bytes; 0 if the system does not say.
    var size: Int {
        var status = stat()
        return fstat(number, &status) == 0 ? Int(status.st_size) : 0
    }

    /// `SEEK_DATA`, which Swift's libc does not have.
    #if canImport(Glibc) || canImport(Musl)
        private static let seekData: Int32 = 3
    #else
        private static let seekData: Int32 = 4
    #endif

    /// How many bytes the system keeps for it; 0 if it does not tell.
    var room: Int {
        var status = stat()
        return fstat(number, &status) == 0 ? Int(clamping: status.st_blocks).multipliedReportingOverflow(by: 512).partialValue : 0
    }

    /// The offset of the first stored byte at or after an offset, `Int.max` for none; the offset itself if the system does not
    /// tell.
    func firstData(from offset: Int) -> Int {
        let found = lseek(number, off_t(offset), FileDescriptor.seekData)
        if found >= 0 { return Int(found) }
        return errno == ENXIO ? .max : offset
    }

    /// Whether it is an ordinary file.
    package var isRegular: Bool { type == S_IFREG }
    /// Whether it is a folder.
    package var isFolder: Bool { type == S_IFDIR }

    private var type: mode_t? {
        var status = stat()
        return fstat(number, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Whether a read may block: a pipe, a socket, or a device other than the null device.
    package var makesWait: Bool {
        var (mine, null) = (stat(), stat())
        guard fstat(number, &mine) == 0 else { return false }
        switch mine.st_mode & S_IFMT {
        case S_IFIFO, S_IFSOCK, S_IFBLK: return true
        case S_IFCHR: return stat("/dev/null", &null) != 0 || mine.st_rdev != null.st_rdev
        default: return false
        }
    }

    /// Whether another descriptor is of the same file.
    func isSame(as other: FileDescriptor) -> Bool { identity != nil && identity == other.identity }

    /// Whether it is the file that a path names, which is no link then.
    package func stands(at path: String) -> Bool {
        var (mine, its) = (stat(), stat())
        return fstat(number, &mine) == 0 && lstat(path, &its) == 0 && mine.st_dev == its.st_dev && mine.st_ino == its.st_ino
    }

    /// Shows ``isLeft`` and ``takeAlone()`` that somebody needs the file, until this process and its copies have ended, wherever they run.
    ///
    /// - Returns: Whether no process held it exclusively before.
    @discardableResult
    package func hold() -> Bool { flock(number, LOCK_SH | LOCK_NB) == 0 }

    /// Locks the file or folder exclusively until this object is released, without waiting.
    ///
    /// - Returns: Whether no process held it.
    package func takeAlone() -> Bool { flock(number, LOCK_EX | LOCK_NB) == 0 }

    /// Whether no process holds the file. An empty one is just being made.
    var isLeft: Bool {
        guard size > 0, takeAlone() else { return false }
        // Others ask in the same way.
        flock(number, LOCK_UN)
        return true
    }

    /// Reads up to `buffer.count` bytes at an offset; bytes of the buffer beyond the end of the file keep their values. Returns
    /// the number of bytes read.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        var done = 0
        while done < buffer.count {
            let count = pread(number, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            done += count
        }
        return done
    }

    /// Writes bytes at an offset; refused bytes stay as they were.
    ///
    /// - Returns: Whether all of them were written; otherwise `errno` has the reason.
    @discardableResult
    func write(_ bytes: [UInt8], at offset: Int) -> Bool {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(number, $0.baseAddress.map { $0 + done }, bytes.count - done, off_t(offset + done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    /// The failure of the last system call.
    static func failure(_ operation: String, _ path: String) -> TraceFileError {
        .system(operation: operation, path: path, reason: String(cString: strerror(errno)))
    }
}

/// Which open file a descriptor's number belongs to.
///
/// A number alone does not suffice: once the program has closed it, the next file that is opened gets it.
struct FileIdentity: Hashable, Sendable {
    private let device: dev_t
    private let inode: ino_t

    /// The file that the number belongs to now, `nil` for none.
    init?(of number: Int32) {
        var status = stat()
        guard fstat(number, &status) == 0 else { return nil }
        device = status.st_dev
        inode = status.st_ino
    }
}
