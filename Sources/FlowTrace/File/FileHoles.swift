/// The stretches of a file that hold nothing and take no room, as they are come by from its start on.
struct FileHoles {
    private let file: FileDescriptor
    /// Where the stretch ends that was found last.
    private var end = 0

    init(_ file: FileDescriptor) {
        self.file = file
    }

    /// Whether there is no chunk at an offset because the file has nothing there; asked for one after the other.
    ///
    /// What a system says of holes is believed only where there is no chunk to be read.
    mutating func hides(chunkAt offset: Int) -> Bool {
        if offset + TraceFormat.chunkSize <= end { return true }
        var magic: UInt64 = 0
        _ = withUnsafeMutableBytes(of: &magic) { file.read(into: $0, at: offset + TraceFormat.ChunkHeader.magic) }
        guard magic != TraceFormat.ChunkHeader.magicValue else { return false }
        end = file.firstData(from: offset)
        return offset + TraceFormat.chunkSize <= end
    }
}
