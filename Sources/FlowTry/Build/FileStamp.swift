import LibC

/// Identifies a version of a file.
struct FileStamp: Equatable {
    private let seconds: Int
    private let nanoseconds: Int
    private let size: Int
    private let number: UInt64

    /// Returns `nil` if there is no such file.
    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Glibc) || canImport(Musl)
            let time = status.st_mtim
        #else
            let time = status.st_mtimespec
        #endif
        (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec))
        (size, number) = (Int(status.st_size), UInt64(status.st_ino))
    }

    /// Whether the file was changed after another.
    func isNewer(than other: FileStamp) -> Bool { (seconds, nanoseconds) > (other.seconds, other.nanoseconds) }

    /// Whether the file was last changed before a time, in seconds since 1970.
    func isOlder(than time: Int) -> Bool { seconds < time }

    /// A text that differs for every version.
    var text: String { "\(seconds).\(nanoseconds) \(size) \(number)" }
}
