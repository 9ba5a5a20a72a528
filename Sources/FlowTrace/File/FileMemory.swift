import LibC
internal import Synchronization

/// A new file of fixed size in memory, shared with every process that opens it.
///
/// All its blocks are reserved at creation: a full disk is an error then, and never a signal in the traced program later.
final class FileMemory: @unchecked Sendable {  // raw memory: every word has one writer, and is committed by an atomic store
    let base: UnsafeMutableRawPointer
    let size: Int
    /// Called after each write other than that of a record, by the thread that wrote: for tests, which find in the file what a
    /// process killed at that moment leaves.
    @exclusivity(unchecked) var onWrite: ((_ bytes: Range<Int>) -> Void)?
    /// Kept open for the lock on the file.
    private let descriptor: LockedBox<FileDescriptor?>

    /// Creates the file. An existing one is replaced when the new one is complete, and stays unchanged for processes that have it
    /// open.
    ///
    /// - Throws: ``TraceFileError`` if the file cannot be made, or the disk has no room. Then an existing file stays.
    init(creating path: String, size: Int) throws(TraceFileError) {
        let draft = try FileDraft(for: path)
        draft.descriptor.hold()
        descriptor = LockedBox(draft.descriptor)
        self.size = size
        try FileMemory.reserve(draft, size: size)
        base = try FileMemory.map(draft.descriptor, size: size)
        try draft.publish()
    }

    /// Closes the descriptor; the file stays mapped. Another process must hold the lock for this one.
    func closeDescriptor() {
        // Closed outside the lock.
        _ = descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
    }

    private static func map(_ descriptor: FileDescriptor, size: Int) throws(TraceFileError) -> UnsafeMutableRawPointer {
        let mapped = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.number, 0)
        guard let mapped, mapped != MAP_FAILED else { throw FileDescriptor.failure("map", descriptor.path) }
        return mapped
    }

    /// Checks whether a file of that size can be made beside an existing one. Leaves no file behind.
    ///
    /// - Throws: ``TraceFileError`` if it cannot.
    static func check(_ path: String, size: Int) throws(TraceFileError) {
        let draft = try FileDraft(for: path)
        try reserve(draft, size: size)
    }

    deinit { munmap(base, size) }

    /// Reserves `size` bytes of the disk.
    private static func reserve(_ draft: borrowing FileDraft, size: Int) throws(TraceFileError) {
        try draft.checkLimit(size)
        let descriptor = draft.descriptor
        #if canImport(Glibc) || canImport(Musl)
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

    /// Reads a number or record. Another process of this user may have overwritten it: no value may lead to an access outside the
    /// file.
    func load<Item>(_ offset: Int, as type: Item.Type) -> Item { (base + offset).load(as: type) }

    /// Writes an uncommitted number.
    func store<Number: BitwiseCopyable>(_ number: Number, at offset: Int) {
        (base + offset).storeBytes(of: number, as: Number.self)
        onWrite?(offset..<offset + MemoryLayout<Number>.size)
    }

    /// Writes uncommitted bytes.
    func copy(_ bytes: ArraySlice<UInt8>, to offset: Int) {
        bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            (base + offset).copyMemory(from: start, byteCount: bytes.count)
        }
        onWrite?(offset..<offset + bytes.count)
    }

    /// Zeroes bytes, after all earlier writes.
    func clear(_ count: Int, at offset: Int) {
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        memset(base + offset, 0, count)
        onWrite?(offset..<offset + count)
    }

    /// Adds to a number atomically.
    func add(_ number: UInt64, at offset: Int) {
        (base + offset).assumingMemoryBound(to: Atomic<UInt64>.self).pointee.wrappingAdd(number, ordering: .relaxed)
        onWrite?(offset..<offset + 8)
    }

    /// Writes a number with release ordering: a reader that sees it also sees everything written before it.
    func commit(_ number: UInt64, at offset: Int) {
        (base + offset).assumingMemoryBound(to: Atomic<UInt64>.self).pointee.store(number, ordering: .releasing)
        onWrite?(offset..<offset + 8)
    }

    /// Writes a number with release ordering: a reader that sees it also sees everything written before it.
    func commit(_ number: UInt32, at offset: Int) {
        (base + offset).assumingMemoryBound(to: Atomic<UInt32>.self).pointee.store(number, ordering: .releasing)
        onWrite?(offset..<offset + 4)
    }

    /// Populates the pages of a range before they are written. Returns whether the system supports that.
    func populate(from offset: Int, count: Int) -> Bool {
        #if canImport(Glibc) || canImport(Musl)
            let end = min(offset + count, size)
            guard end > offset else { return true }
            return madvise(base + offset, end - offset, 23) == 0  // MADV_POPULATE_WRITE, Linux 5.14; older kernels say no
        #else
            return false
        #endif
    }
}
