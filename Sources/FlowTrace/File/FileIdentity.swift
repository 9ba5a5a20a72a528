#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Which open file a descriptor's number stands for.
///
/// A number alone does not tell: once somebody in the process has closed it, it is given to the next file that is opened.
struct FileIdentity: Hashable, Sendable {
    private let device: dev_t
    private let inode: ino_t

    /// What the number stands for now, `nil` where it stands for nothing.
    init?(of number: Int32) {
        var status = stat()
        guard fstat(number, &status) == 0 else { return nil }
        device = status.st_dev
        inode = status.st_ino
    }
}
