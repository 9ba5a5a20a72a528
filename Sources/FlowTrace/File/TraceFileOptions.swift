/// How much a trace file keeps, and what it does when that is used up.
public struct TraceFileOptions: Hashable, Sendable {
    /// The size of the file, in bytes; it is taken at once, so that a full disk is found before the program runs.
    public var size: Int
    /// Whether the newest records replace the oldest; otherwise recording stops and counts what it misses.
    public var isRing: Bool

    /// The size where none is given: some eight million records.
    public static let defaultSize = 256 << 20
    /// The smallest size: the header and a handful of chunks.
    public static let minimumSize = 1 << 20
    /// The largest size: as many chunks as a file may have.
    public static let maximumSize = TraceFormat.chunkLimit * TraceFormat.chunkSize

    /// Finds out whether a file of this size can be made; one that is there stays as it is.
    ///
    /// - Throws: ``TraceFileError`` where it cannot be made, or the disk has no room for it beside the one that is there.
    public func check(_ path: String) throws(TraceFileError) {
        try checkSize()
        let chunks = TraceFormat.chunkCount(size: size)
        try FileMemory.check(path, size: TraceFormat.fileSize(chunks: chunks))
    }

    /// Finds out whether a trace can have this size.
    ///
    /// - Throws: ``TraceFileError/size(bytes:allowed:)`` where it cannot.
    func checkSize() throws(TraceFileError) {
        let allowed = TraceFileOptions.minimumSize...TraceFileOptions.maximumSize
        guard allowed.contains(size) else { throw .size(bytes: size, allowed: allowed) }
    }

    /// Creates options.
    public init(size: Int = defaultSize, isRing: Bool = false) {
        self.size = size
        self.isRing = isRing
    }
}
