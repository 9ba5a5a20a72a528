import LibC

/// A trace file open for reading, even while a program writes it.
///
/// No number in it is trusted: an impossible one is an error if the file cannot be read without it; otherwise the damaged part is
/// skipped.
///
/// - Complexity: Opening reads one page.
public final class TraceFile: Sendable {
    public let path: String
    /// The id of the writing process.
    public let process: Int32
    /// The name of the program.
    public let name: String
    /// The machine's monotonic clock at time 0, in nanoseconds.
    public let startTime: UInt64
    /// The wall clock at time 0, in nanoseconds since 1970.
    public let wallClock: UInt64
    /// Whether the newest records replace the oldest.
    public let isRing: Bool
    /// The system's id of the boot during which it was written; empty if unknown.
    public let boot: String

    /// The difference between the times of this object and the written times, in nanoseconds.
    private let shift: Int64
    package let descriptor: FileDescriptor
    let chunkCount: Int
    private let dataStart: Int
    /// The names of addresses that are not in the file.
    public let foundNames: FoundNames

    /// Opens a file.
    ///
    /// - Throws: ``TraceFileError`` if it is not a trace that this version can read.
    public convenience init(_ path: String) throws(TraceFileError) {
        try self.init(FileDescriptor(reading: path))
    }

    /// Reads an open file.
    ///
    /// - Throws: ``TraceFileError`` if it is not a trace that this version can read.
    package init(_ descriptor: FileDescriptor) throws(TraceFileError) {
        typealias Header = TraceFormat.Header
        let path = descriptor.path
        self.descriptor = descriptor
        foundNames = FoundNames()
        guard !descriptor.isFolder else { throw .isFolder(path: path) }
        guard descriptor.isRegular else { throw .notATrace(path: path) }
        let page = UnsafeMutableRawBufferPointer.allocate(byteCount: TraceFormat.pageSize, alignment: 8)
        defer { page.deallocate() }
        guard descriptor.read(into: page, at: 0) == page.count, page.load(as: UInt64.self) == TraceFormat.magic else {
            throw .notATrace(path: path)
        }
        let mark = page.load(fromByteOffset: Header.endianMark, as: UInt32.self)
        guard mark != TraceFormat.endianMark.byteSwapped else { throw .byteOrder(path: path) }
        let major = page.load(fromByteOffset: Header.major, as: UInt16.self)
        guard major == TraceFormat.major else { throw .version(path: path, found: Int(major), known: Int(TraceFormat.major)) }
        func number(_ offset: Int) -> Int { Int(page.load(fromByteOffset: offset, as: UInt32.self)) }
        guard mark == TraceFormat.endianMark, number(Header.chunkSize) == TraceFormat.chunkSize,
            number(Header.recordSize) == TraceFormat.recordSize
        else { throw .damaged(path: path, what: "chunks or records of another size") }
        let chunks = number(Header.chunkCount)
        guard (1...TraceFormat.chunkLimit).contains(chunks), number(Header.dataStart) == TraceFormat.dataStart(chunks: chunks)
        else {
            throw .damaged(path: path, what: "\(chunks) chunks that begin at \(number(Header.dataStart))")
        }
        chunkCount = chunks
        dataStart = number(Header.dataStart)
        self.path = path
        shift = 0
        process = page.load(fromByteOffset: Header.process, as: Int32.self)
        startTime = page.load(fromByteOffset: Header.startTime, as: UInt64.self)
        wallClock = page.load(fromByteOffset: Header.wallClock, as: UInt64.self)
        isRing = page.load(fromByteOffset: Header.flags, as: UInt32.self) & TraceFormat.Flags.ring != 0
        func text(_ offset: Int, _ length: Int) -> String {
            String(decoding: page[offset..<offset + length].prefix { $0 != 0 }, as: UTF8.self)
        }
        name = text(Header.name, Header.nameLength)
        boot = text(Header.boot, Header.bootLength)
    }

    private init(_ file: TraceFile, since start: UInt64) {
        (path, process, name, boot, isRing) = (file.path, file.process, file.name, file.boot, file.isRing)
        (descriptor, chunkCount, dataStart) = (file.descriptor, file.chunkCount, file.dataStart)
        foundNames = file.foundNames
        let own = file.writtenStart
        shift = own >= start ? Int64(clamping: own - start) : -Int64(clamping: start - own)
        (startTime, wallClock) = (start, TraceFile.moved(TraceFile.moved(file.wallClock, by: file.shift), by: -shift))
    }

    /// The same file with another time 0, so that several files share a clock. Records before the new time 0 move to it.
    ///
    /// - Parameter start: The machine's monotonic clock at the new time 0, in nanoseconds.
    public func timed(since start: UInt64) -> TraceFile { start == startTime ? self : TraceFile(self, since: start) }

    private static func moved(_ time: UInt64, by shift: Int64) -> UInt64 {
        let (sum, isOut) =
            shift < 0 ? time.subtractingReportingOverflow(shift.magnitude) : time.addingReportingOverflow(shift.magnitude)
        return isOut ? shift < 0 ? 0 : .max : sum
    }

    /// The start time as written in the file.
    private var writtenStart: UInt64 { TraceFile.moved(startTime, by: shift) }

    /// Converts a time written in the file.
    func time(_ written: UInt64) -> UInt64 { TraceFile.moved(written, by: shift) }

    /// A moment of the shared clock as a time in the file; `nil` if it lies before the file's time 0.
    func written(_ time: UInt64) -> UInt64? { shift > 0 && time < shift.magnitude ? nil : TraceFile.moved(time, by: -shift) }

    /// The number of records that the program has dropped so far.
    public var missed: Int { Int(clamping: word(at: TraceFormat.Header.missed)) }

    /// Whether newer records have overwritten the oldest.
    public var hasWrapped: Bool { overwritten > 0 }

    /// The number of records that a ring has overwritten so far.
    var overwritten: Int { Int(clamping: word(at: TraceFormat.Header.overwritten)) }

    /// The time of the last overwritten record, in nanoseconds since time 0.
    package var overwrittenUntil: UInt64 { time(word(at: TraceFormat.Header.overwrittenUntil)) }

    /// The number of facts of the graph that found no room. Facts may fill half of a ring; the first ones are kept.
    public var lostFacts: Int { Int(clamping: word(at: TraceFormat.Header.lostFacts)) }

    /// The number of calls to `fork` so far; the children are not traced.
    public var forks: Int { Int(clamping: word(at: TraceFormat.Header.forks)) }

    /// Whether the program has closed the trace.
    public var isClosed: Bool { word(at: TraceFormat.Header.isClosed) & 0xFFFF_FFFF != 0 }

    /// Whether no process writes it any more, even after a crash.
    package var isAbandoned: Bool { descriptor.isLeft }

    /// The traced command and its arguments; empty if unknown.
    public var command: [String] {
        firstItem { if case .command(let words) = $0 { words } else { nil } } ?? []
    }

    /// The end of recording; `nil` if it goes on or was interrupted.
    public var endTime: TraceTime? {
        firstItem { if case .end(let time) = $0 { TraceTime(nanoseconds: self.time(time)) } else { nil } }
    }

    /// The last time at which the program is known to have been recording; `nil` if unknown.
    public var knownUntil: TraceTime? {
        if let endTime { return endTime }
        let alive = word(at: TraceFormat.Header.alive)
        return alive > 0 ? TraceTime(nanoseconds: time(alive)) : nil
    }

    /// The current time on the clock of the records (``time(_:)``) while a process writes the file; otherwise the largest time.
    var present: UInt64 {
        guard !isClosed, !isAbandoned else { return .max }
        let now = TraceClock.machineNanoseconds()
        return now > writtenStart ? now - writtenStart : 0
    }

    /// Whether it has, or had, any events.
    package var hasEvents: Bool { directory().slots.contains { $0.type == TraceFormat.Slot.events } }

    /// The time of the last record, found without reading the whole file: only the newest unfinished chunks are read.
    ///
    /// - Complexity: O(chunks), and 2 MiB read at most.
    public var lastTime: TraceTime {
        let slots = directory().slots.filter { $0.type == TraceFormat.Slot.events }
        let open = slots.filter { $0.lastTime == nil }.sorted { $0.firstTime > $1.firstTime }.prefix(TraceFile.lookedInto)
        let times = slots.map { $0.lastTime ?? $0.firstTime } + open.compactMap { chunk($0.index)?.lastTime }
        return TraceTime(nanoseconds: times.max().map(time) ?? 0)
    }

    /// The most open chunks read for the time of their last record.
    private static let lookedInto = 32

    /// The code of its stacks: as much as has been written.
    ///
    /// - Complexity: O(facts).
    public var code: TracedCode {
        var code = TracedCode()
        let _: Void? = firstItem { item in
            code.add(item)
            return nil
        }
        return code
    }

    /// The first result of `wanted` among the facts. Reads chunks of facts only up to the one with the result.
    private func firstItem<Wanted>(_ wanted: (MetadataItem) -> Wanted?) -> Wanted? {
        var copy: ChunkCopy?
        for slot in directory().slots where slot.type == TraceFormat.Slot.metadata {
            read(chunk: slot.index, into: &copy)
            if let found = copy?.items(from: 0).items.lazy.compactMap(wanted).first { return found }
        }
        return nil
    }

    /// Moves all committed records to the end of `sink`, in order of time, then thread, then position.
    ///
    /// - Returns: The records that could not be moved.
    @discardableResult
    public func read(into sink: inout some RecordSink) -> TraceGaps {
        var cursor = TraceCursor(self)
        cursor.read(into: &sink)
        var gaps = TraceGaps()
        gaps.missed = missed
        gaps.overwritten = cursor.overtaken
        gaps.lostFacts = lostFacts
        gaps.unreadableChunks = cursor.unreadableChunks
        (gaps.timesBack, gaps.unknownRecords) = (sink.timesBack, sink.unknownRecords)
        return gaps
    }

    /// Frees the unused space of a finished trace. Does nothing if another file has taken its place.
    ///
    /// - Parameter ifLeft: Whether to do so only if no process has mapped the file, since a signal would kill its writer.
    /// - Important: Without `ifLeft`, call it only after the last writer has exited.
    /// - Throws: ``TraceFileError/system(operation:path:reason:)`` if the system refuses.
    public func trim(ifLeft: Bool = false) throws(TraceFileError) {
        let own = try FileDescriptor(path, flags: O_RDWR | O_NOFOLLOW | O_NONBLOCK, operation: "shorten")
        guard own.isSame(as: descriptor), !ifLeft || own.isLeft else { return }
        let claimed = Int(clamping: word(at: TraceFormat.Header.nextChunk))
        guard claimed < chunkCount else { return }
        guard ftruncate(own.number, off_t(dataStart + claimed * TraceFormat.chunkSize)) == 0 else {
            throw FileDescriptor.failure("shorten", path)
        }
    }

    /// The number of chunks begun, at most the capacity of the file.
    var claimed: Int { min(chunkCount, Int(clamping: word(at: TraceFormat.Header.nextChunk))) }

    /// A snapshot of the slots in use.
    func directory() -> TraceDirectory { TraceDirectory(descriptor, count: claimed, chunksStart: dataStart) }

    /// The number of used slots that lie beyond the end of a truncated file.
    var slotsCutOff: Int {
        max(0, claimed - (descriptor.size - TraceFormat.pageSize) / TraceFormat.Slot.size)
    }

    /// A copy of a chunk in the given use; `nil` if that was overwritten, or is damaged.
    func chunk(_ claim: ChunkClaim) -> ChunkCopy? {
        var copy: ChunkCopy?
        read(claim, into: &copy)
        return copy
    }

    /// Replaces `copy` by a chunk in the given use, or by `nil` if that was overwritten or is damaged.
    func read(_ claim: ChunkClaim, into copy: inout ChunkCopy?) {
        guard claim.slot < chunkCount, isThere(claim) else {
            copy = nil
            return
        }
        read(chunk: claim.slot, into: &copy)
        if let read = copy, read.thread != claim.thread || read.firstTime != claim.time { copy = nil }
    }

    /// Whether a chunk is still in the given use. Reads only the chunk's header.
    private func isThere(_ claim: ChunkClaim) -> Bool {
        typealias Header = TraceFormat.ChunkHeader
        return withUnsafeTemporaryAllocation(byteCount: Header.size, alignment: 8) { header in
            guard descriptor.read(into: header, at: offset(ofChunk: claim.slot)) == header.count else { return false }
            return header.load(fromByteOffset: Header.thread, as: UInt32.self) == claim.thread
                && header.load(fromByteOffset: Header.firstTime, as: UInt64.self) == claim.time
        }
    }

    /// Whether the directory still lists a chunk in the given use.
    func holds(_ claim: ChunkClaim) -> Bool {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: TraceFormat.Slot.size, alignment: 8)
        defer { bytes.deallocate() }
        let read = descriptor.read(into: bytes, at: TraceFormat.offset(ofSlot: claim.slot))
        guard read == bytes.count else { return false }
        return DirectorySlot(index: claim.slot, at: 0, in: UnsafeRawBufferPointer(bytes))?.claim == claim
    }

    /// The current chunk at an index, `nil` if there is none.
    func chunk(_ index: Int) -> ChunkCopy? {
        var copy: ChunkCopy?
        read(chunk: index, into: &copy)
        return copy
    }

    /// Replaces `copy` by the current chunk at an index; by `nil` if there is none.
    func read(chunk index: Int, into copy: inout ChunkCopy?) {
        ChunkCopy.read(descriptor, at: offset(ofChunk: index), into: &copy)
    }

    /// The offset of a chunk.
    func offset(ofChunk index: Int) -> Int { dataStart + index * TraceFormat.chunkSize }

    /// Bytes of the file; zero beyond its end.
    func bytes(at offset: Int, count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        _ = bytes.withUnsafeMutableBytes { descriptor.read(into: $0, at: offset) }
        return bytes
    }

    private func word(at offset: Int) -> UInt64 {
        var word: UInt64 = 0
        _ = withUnsafeMutableBytes(of: &word) { descriptor.read(into: $0, at: offset) }
        return word
    }
}

/// The records that could not be read from a trace file.
public struct TraceGaps: Hashable, Sendable {
    /// The number of records that the recorder dropped.
    public var missed = 0
    /// The number of records that the ring had overwritten.
    public var overwritten = 0
    /// The number of facts of the graph that found no room.
    public var lostFacts = 0
    /// The number of unreadable chunks of 64 KiB.
    public var unreadableChunks = 0
    /// The number of records whose time lies before that of an earlier record of their thread.
    public var timesBack = 0
    /// The number of records and items of unknown kinds.
    public var unknownRecords = 0

    /// Creates the gaps of a complete trace: none.
    public init() {}
}
