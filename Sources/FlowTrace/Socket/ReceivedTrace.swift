import LibC

/// A copy, received through a socket, of a trace file that the viewer cannot open, for example in another container. It is kept
/// in an unnamed file.
///
/// The process never waits: records that it cannot send in time are skipped and counted as overwritten. The size that the process
/// claims may be false, so at most a budget of bytes is kept.
///
/// - Important: Belongs to one thread.
public final class ReceivedTrace {
    /// The file, to be read as if the process wrote it.
    public let file: TraceFile
    /// Whether the transfer has ended.
    public private(set) var isAtEnd = false
    /// The failure to store received bytes, as on a full disk; nothing more is read after it.
    public private(set) var failure: TraceFileError?

    private let connection: ViewerConnection
    private let descriptor: FileDescriptor
    private var bytes: [UInt8] = []
    private let size: Int
    private let budget: Int
    /// The chunk-sized parts of the file with data; the others take no space.
    private var filled: Set<Int> = []
    /// The most bytes read in one call, so that frames are drawn in between.
    private static let pumpLimit = 16 << 20

    /// The default limit of one trace in bytes: 1 GiB, sixteen times the default recording of a program.
    public static let budget = 1 << 30

    /// Requests the trace and waits for its beginning, unless the connection already has it.
    ///
    /// - Parameters:
    ///   - connection: The process that writes it.
    ///   - budget: The most bytes of it kept.
    /// - Throws: ``TraceFileError`` if no trace comes, or there is no room for it.
    public init(_ connection: ViewerConnection, budget: Int = ReceivedTrace.budget) throws(TraceFileError) {
        self.connection = connection
        self.budget = budget
        let draft = try FileDraft(in: ReceivedTrace.folder)
        descriptor = draft.descriptor
        guard let beginning = connection.beginning() else {
            throw .system(operation: "attach to", path: connection.tracePath, reason: "it does not send its records")
        }
        guard descriptor.write(beginning.page, at: 0) else { throw FileDescriptor.failure("write", descriptor.path) }
        // Not opened by its name, which another file may have by now. Messages use the program's path.
        let copy = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 3)
        file = try TraceFile(FileDescriptor(owning: copy, path: connection.tracePath))
        size = TraceFormat.fileSize(chunks: file.chunkCount)
        try draft.checkLimit(size)
        guard ftruncate(descriptor.number, off_t(size)) == 0 else { throw FileDescriptor.failure("reserve", descriptor.path) }
        bytes = beginning.rest
        apply()
    }

    /// Reads received bytes.
    ///
    /// - Parameter milliseconds: The time to wait for bytes; 0 not to wait.
    public func pump(milliseconds: Int32 = 0) {
        var item = pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)
        guard !isAtEnd, poll(&item, 1, milliseconds) > 0 else { return }
        var taken = 0
        while !isAtEnd, taken < ReceivedTrace.pumpLimit {
            guard let more = connection.receive() else { break }
            guard !more.isEmpty else {
                isAtEnd = true
                break
            }
            taken += more.count
            bytes += more
            apply()
        }
    }

    /// Applies complete messages; an invalid one ends the connection.
    private func apply() {
        var start = 0
        while !isAtEnd {
            switch WireMessage.decode(bytes[start...]) {
            case .message(.data(let offset, let content), let length):
                start += length
                guard offset <= UInt64(size), content.count <= size - Int(offset) else {
                    isAtEnd = true
                    break
                }
                guard fits(content.count, at: Int(offset)) else {
                    fail(.system(operation: "keep", path: connection.tracePath, reason: "it sends more than \(budget >> 20) MiB"))
                    break
                }
                guard descriptor.write(content, at: Int(offset)) else {
                    fail(FileDescriptor.failure("write", descriptor.path))
                    break
                }
            case .message, .nonsense: isAtEnd = true
            case .incomplete:
                bytes.removeFirst(start)
                return
            }
        }
    }

    /// Reserves room for received bytes. Returns whether the budget allows it.
    private func fits(_ count: Int, at offset: Int) -> Bool {
        guard count > 0 else { return true }
        filled.formUnion(offset / TraceFormat.chunkSize...(offset + count - 1) / TraceFormat.chunkSize)
        return filled.count <= budget / TraceFormat.chunkSize
    }

    private func fail(_ failure: TraceFileError) {
        self.failure = failure
        isAtEnd = true
    }

    private static var folder: String {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        return folder.isEmpty ? "/tmp" : folder
    }
}
