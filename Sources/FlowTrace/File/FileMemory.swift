import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A new file of fixed size in memory, shared with whoever opens it.
///
/// All its blocks are taken at creation: a disk without room is an error then, and never a signal in the traced program later.
final class FileMemory: @unchecked Sendable {  // raw memory: every place has one writer, and is committed by an atomic store
    let base: UnsafeMutableRawPointer
    let size: Int
    private let descriptor: FileDescriptor

    /// Creates the file; one that is there makes way for it once it is made, and whoever has that one open keeps it as it is.
    ///
    /// - Throws: ``TraceFileError`` where it cannot be made, or the disk has no room. What was there stays then.
    init(creating path: String, size: Int) throws(TraceFileError) {
        let draft = FileMemory.draft(of: path)
        descriptor = try FileMemory.create(path, at: draft)
        descriptor.hold()
        self.size = size
        do {
            try FileMemory.reserve(descriptor, size: size)
            base = try FileMemory.map(descriptor, size: size)
        } catch {
            unlink(draft)
            throw error
        }
        guard rename(draft, path) == 0 else {
            let failure = FileDescriptor.failure("create", path)
            munmap(base, size)
            unlink(draft)
            throw failure
        }
    }

    /// Where a file stands until it has all its room; what another process makes has another name.
    private static func draft(of path: String) -> String {
        "\(path).\(getpid())"
    }

    /// Never touches a file that is there: another process may have it in its memory, and would end by that. Nor is a link replaced, which
    /// somebody may have put there for a reason.
    private static func create(_ path: String, at draft: String) throws(TraceFileError) -> FileDescriptor {
        var status = stat()
        guard lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            throw .system(operation: "create", path: path, reason: "it is no ordinary file; remove it")
        }
        // Left by a process that had the same number and was ended in the middle of this.
        unlink(draft)
        return try FileDescriptor(draft, flags: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, operation: "create", name: path)
    }

    private static func map(_ descriptor: FileDescriptor, size: Int) throws(TraceFileError) -> UnsafeMutableRawPointer {
        let mapped = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.number, 0)
        guard let mapped, mapped != MAP_FAILED else { throw FileDescriptor.failure("map", descriptor.path) }
        return mapped
    }

    /// Whether a file of that size can be made, beside one that is there; none is left.
    ///
    /// - Throws: ``TraceFileError`` where it cannot.
    static func check(_ path: String, size: Int) throws(TraceFileError) {
        let draft = draft(of: path)
        let descriptor = try create(path, at: draft)
        defer { unlink(draft) }
        try reserve(descriptor, size: size)
    }

    deinit {
        munmap(base, size)
    }

    /// Takes `size` bytes of the disk.
    private static func reserve(_ descriptor: FileDescriptor, size: Int) throws(TraceFileError) {
        var limit = rlimit()
        // Who asks for more than the limit gets a signal that ends the program.
        guard getrlimit(FileMemory.fileSize, &limit) != 0 || limit.rlim_cur > UInt64(size) else {
            throw .system(
                operation: "reserve \(size) bytes for", path: descriptor.path,
                reason: "this process may write no more than \(limit.rlim_cur) bytes; give a smaller size")
        }
        #if canImport(Glibc)
            let status = posix_fallocate(descriptor.number, 0, off_t(size))
            guard status != ENOSPC else { throw .noSpace(path: descriptor.path, bytes: size) }
            guard status == 0 else {
                throw .system(operation: "reserve", path: descriptor.path, reason: String(cString: strerror(status)))
            }
        #else
            var store = fstore_t(
                fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0, fst_length: off_t(size),
                fst_bytesalloc: 0)
            guard fcntl(descriptor.number, F_PREALLOCATE, &store) == 0 else { throw .noSpace(path: descriptor.path, bytes: size) }
            guard ftruncate(descriptor.number, off_t(size)) == 0 else {
                throw FileDescriptor.failure("reserve", descriptor.path)
            }
        #endif
    }

    /// A number or record that this process wrote.
    func load<Item>(_ offset: Int, as type: Item.Type) -> Item {
        (base + offset).load(as: type)
    }

    #if canImport(Glibc)
        private static let fileSize = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
        private static let fileSize = RLIMIT_FSIZE
    #endif

    /// Writes a number that is not yet committed.
    func store<Number: BitwiseCopyable>(_ number: Number, at offset: Int) {
        (base + offset).storeBytes(of: number, as: Number.self)
    }

    /// Adds to a number that several threads add to.
    func add(_ number: UInt64, at offset: Int) {
        (base + offset).assumingMemoryBound(to: Atomic<UInt64>.self).pointee.add(number, ordering: .relaxed)
    }

    /// Writes a number so that what was written before it is seen by whoever sees it.
    func commit(_ number: UInt64, at offset: Int) {
        (base + offset).assumingMemoryBound(to: Atomic<UInt64>.self).pointee.store(number, ordering: .releasing)
    }

    /// Writes a number so that what was written before it is seen by whoever sees it.
    func commit(_ number: UInt32, at offset: Int) {
        (base + offset).assumingMemoryBound(to: Atomic<UInt32>.self).pointee.store(number, ordering: .releasing)
    }

    /// Has the pages of a range made before they are written. Returns whether the system can.
    func populate(from offset: Int, count: Int) -> Bool {
        #if canImport(Glibc)
            let end = min(offset + count, size)
            guard end > offset else { return true }
            return madvise(base + offset, end - offset, 23) == 0  // MADV_POPULATE_WRITE, Linux 5.14; older kernels say no
        #else
            return false
        #endif
    }
}
