import LibC

/// A trace that a viewer cannot open, as in another container: what the process sends of it, in a file without a name.
///
/// The process never waits: what it cannot send in time is left out and counted as overwritten.
///
/// - Important: Belongs to one thread.
public final class ReceivedTrace {
    /// The file, to be read as if the process wrote it.
    public let file: TraceFile
    /// Whether nothing more will come.
    public private(set) var isAtEnd = false
    /// Why what came could not be kept, as when the disk is full; nothing is read from then on.
    public private(set) var failure: TraceFileError?

    private let connection: ViewerConnection
    private let descriptor: FileDescriptor
    private var bytes: [UInt8] = []
    private let size: Int
    /// The most bytes taken at once, so that a frame is drawn now and then.
    private static let pumpLimit = 16 << 20

    /// Asks for the trace and waits for its beginning.
    ///
    /// - Throws: ``TraceFileError`` where none comes, or there is no place for it.
    public init(_ connection: ViewerConnection) throws(TraceFileError) {
        self.connection = connection
        let draft = try FileDraft(in: ReceivedTrace.folder)
        descriptor = draft.descriptor
        connection.say(.ask)
        var waiting: [UInt8] = []
        guard let page = ReceivedTrace.firstPage(connection, &waiting) else {
            throw .system(operation: "attach to", path: connection.tracePath, reason: "it does not send what it records")
        }
        guard descriptor.write(page, at: 0) else { throw FileDescriptor.failure("write", descriptor.path) }
        file = try TraceFile(draft.name)
        size = TraceFormat.fileSize(chunks: file.chunkCount)
        try draft.checkLimit(size)
        guard ftruncate(descriptor.number, off_t(size)) == 0 else { throw FileDescriptor.failure("reserve", descriptor.path) }
        bytes = waiting
        apply()
    }

    /// Reads what has come.
    ///
    /// - Parameter milliseconds: How long to wait for something; 0 for not at all.
    public func pump(milliseconds: Int32 = 0) {
        var item = pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0)
        guard !isAtEnd, poll(&item, 1, milliseconds) > 0 else { return }
        var taken = 0
        while !isAtEnd, taken < ReceivedTrace.pumpLimit {
            guard let more = connection.receive(isWaiting: false) else { break }
            guard !more.isEmpty else {
                isAtEnd = true
                break
            }
            taken += more.count
            bytes += more
            apply()
        }
    }

    /// Applies whole messages; anything else ends the connection.
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
                guard descriptor.write(content, at: Int(offset)) else {
                    failure = FileDescriptor.failure("write", descriptor.path)
                    isAtEnd = true
                    break
                }
            case .message, .nonsense: isAtEnd = true
            case .incomplete:
                bytes.removeFirst(start)
                return
            }
        }
    }

    /// The header page; what follows it stays in `waiting`. The header ends the first round, and everything is kept until then.
    private static func firstPage(_ connection: ViewerConnection, _ waiting: inout [UInt8]) -> [UInt8]? {
        while waiting.count < 1 << 16, let more = connection.receive(isWaiting: true), !more.isEmpty {
            waiting += more
            switch WireMessage.decode(waiting[...]) {
            case .message(.data(0, let page), let length) where page.count == TraceFormat.pageSize:
                waiting.removeFirst(length)
                return page
            case .message, .nonsense: return nil
            case .incomplete: continue
            }
        }
        return nil
    }

    private static var folder: String {
        let folder = getenv("TMPDIR").map { String(cString: $0) } ?? ""
        return folder.isEmpty ? "/tmp" : folder
    }
}
