import LibC

/// An open file, closed when its last owner releases it.
///
/// A traced program opens and closes files too, and may close every descriptor that it does not know. So this object remembers
/// the identity of its file, and never closes another file.
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

    /// Opens a file for reading: flowviz opens all its input here. Opening neither waits for a pipe nor acquires a terminal; the
    /// caller must refuse anything but an ordinary file.
    ///
    /// - Parameter flags: Further flags, such as `O_NOFOLLOW`.
    /// - Throws: ``TraceFileError/system(operation:path:reason:)``.
    package convenience init(reading path: String, _ flags: Int32 = 0) throws(TraceFileError) {
        try self.init(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY | flags, operation: "open")
    }

    deinit {
        if isOurs { close(number) }
    }

    /// Whether the number still belongs to this file.
    package var isOurs: Bool { identity != nil && FileIdentity(of: number) == identity }

    /// The same open file with a number from 3 on. In a program started without standard streams, the file could get a number
    /// from 0 to 2, and the program would print into it.
    static func lifted(_ number: Int32) -> Int32 {
        guard (0...2).contains(number) else { return number }
        let lifted = fcntl(number, F_DUPFD_CLOEXEC, 3)
        let error = errno
        close(number)
        errno = error
        return lifted
    }

    /// The size of the file in bytes; 0 if unknown.
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

    /// The allocated size in bytes; 0 if unknown.
    var room: Int {
        var status = stat()
        return fstat(number, &status) == 0 ? Int(clamping: status.st_blocks).multipliedReportingOverflow(by: 512).partialValue : 0
    }

    /// The offset of the first stored byte at or after an offset, `Int.max` for none; the offset itself if unknown.
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

    /// Whether another descriptor refers to the same file.
    func isSame(as other: FileDescriptor) -> Bool { identity != nil && identity == other.identity }

    /// Whether a path names this file itself, and not a link to it.
    package func isFile(at path: String) -> Bool {
        var (mine, its) = (stat(), stat())
        return fstat(number, &mine) == 0 && lstat(path, &its) == 0 && mine.st_dev == its.st_dev && mine.st_ino == its.st_ino
    }

    /// Takes a shared lock, which ``isLeft`` and ``lockExclusively()`` see, until this process and its forked copies have ended.
    ///
    /// - Returns: Whether no process held an exclusive lock.
    @discardableResult
    package func hold() -> Bool { flock(number, LOCK_SH | LOCK_NB) == 0 }

    /// Locks the file or folder exclusively until this object is released, without waiting.
    ///
    /// - Returns: Whether no process held a lock.
    package func lockExclusively() -> Bool { flock(number, LOCK_EX | LOCK_NB) == 0 }

    /// Whether no process holds a lock on the file. An empty file counts as locked, since it is still being made.
    var isLeft: Bool {
        guard size > 0, lockExclusively() else { return false }
        // Unlocked immediately, since other processes check in the same way.
        flock(number, LOCK_UN)
        return true
    }

    /// Reads up to `buffer.count` bytes at an offset; the rest of the buffer stays unchanged. Returns the number of bytes read.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        var done = 0
        while done < buffer.count {
            let count = pread(number, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            done += count
        }
        return done
    }

    /// Writes bytes at an offset; unwritten bytes of the file stay unchanged.
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

/// The identity of an open file.
///
/// A descriptor's number does not suffice: once the descriptor is closed, the next opened file gets its number.
struct FileIdentity: Hashable, Sendable {
    private let device: dev_t
    private let inode: ino_t

    /// Reads the identity of the file with this number; `nil` if there is none.
    init?(of number: Int32) {
        var status = stat()
        guard fstat(number, &status) == 0 else { return nil }
        device = status.st_dev
        inode = status.st_ino
    }
}
