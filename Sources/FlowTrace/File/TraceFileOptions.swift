/// The size of a trace file, and the policy when it is full.
public struct TraceFileOptions: Hashable, Sendable {
    /// The size of the file in bytes, reserved up front, so that a full disk is found before the program runs.
    public var size: Int
    /// Whether the newest records replace the oldest; otherwise recording stops and counts the missed records.
    public var isRing: Bool

    /// The default size: some eight million records.
    public static let defaultSize = 256 << 20
    /// The smallest size: the header and a handful of chunks.
    public static let minimumSize = 1 << 20
    /// The largest size: as many chunks as a file may have.
    public static let maximumSize = TraceFormat.chunkLimit * TraceFormat.chunkSize

    /// Checks whether a file of this size can be made; an existing file stays as it is.
    ///
    /// - Throws: ``TraceFileError`` if it cannot be made, or the disk has no room for it beside the existing file.
    public func check(_ path: String) throws(TraceFileError) {
        try checkSize()
        let chunks = TraceFormat.chunkCount(size: size)
        try FileMemory.check(path, size: TraceFormat.fileSize(chunks: chunks))
    }

    /// Checks whether a trace can have this size.
    ///
    /// - Throws: ``TraceFileError/size(bytes:allowed:)`` if it cannot.
    func checkSize() throws(TraceFileError) {
        let allowed = TraceFileOptions.minimumSize...TraceFileOptions.maximumSize
        guard allowed.contains(size) else { throw .size(bytes: size, allowed: allowed) }
    }

    public init(size: Int = defaultSize, isRing: Bool = false) {
        self.size = size
        self.isRing = isRing
    }
}

/// A number of bytes as people write it: `1000000`, `64K`, `256M`, `2G`, in powers of 1024.
public struct ByteCount: Hashable, Sendable {
    public let bytes: Int

    /// Parses a number of bytes; `nil` if the text is not such a number, or the number is too large.
    public init?(_ text: String) {
        let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
        let unit = text.last.flatMap { units[Character($0.uppercased())] }
        guard let number = Int(unit == nil ? text : String(text.dropLast())), number > 0 else { return nil }
        let (bytes, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
        guard !overflow else { return nil }
        self.bytes = bytes
    }
}
