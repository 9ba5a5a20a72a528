import CFlowStack

/// The parts of an ELF image in memory that tell addresses in its file, and its build id.
///
/// The system copies them: the program may unload the image meanwhile. No number in it is trusted.
struct ElfImage {
    /// The difference between an address in memory and the same address in the file.
    let bias: UInt64
    /// The build id in lower-case hexadecimal; empty if it has none.
    let buildID: String

    private static let segmentLimit = 64
    private static let noteLimit: UInt64 = 4096
    private static let largestPage: UInt64 = 1 << 16
    private static let loaded: UInt32 = 1
    private static let executable: UInt32 = 1
    private static let note: UInt32 = 4
    /// The type of a note with a build id.
    private static let buildIDNote: UInt32 = 3
    private static let idLimit = 64

    private struct Segment {
        let type: UInt32
        let flags: UInt32
        let offset: UInt64
        let address: UInt64
        let size: UInt64
    }

    /// Reads the image of a range with code; `nil` if it is no image that is known here.
    init?(of range: CodeRange, read: (UInt64, Int) -> [UInt8]? = ElfImage.memory) {
        guard let base = range.base, let segments = ElfImage.segments(at: base, read) else { return nil }
        // A range begins with the page in which its segment begins.
        let code = segments.first { segment in
            segment.type == ElfImage.loaded && segment.flags & ElfImage.executable != 0
                && segment.offset < range.offset.saturatingSum(ElfImage.largestPage)
                && range.offset < segment.offset.saturatingSum(segment.size)
        }
        guard let code else { return nil }
        bias = range.start &- range.offset &+ code.offset &- code.address
        var id = ""
        for segment in segments where segment.type == ElfImage.note && id.isEmpty {
            let size = Int(min(segment.size, ElfImage.noteLimit))
            if let notes = read(bias &+ segment.address, size) { id = ElfImage.buildID(in: notes) }
        }
        buildID = id
    }

    /// A copy of this process's memory; `nil` if some of it cannot be read.
    static func memory(_ address: UInt64, _ count: Int) -> [UInt8]? {
        var isRead = false
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            isRead = flowviz_stack_copy(address, buffer.baseAddress, count) != 0
            initialized = isRead ? count : 0
        }
        return isRead ? bytes : nil
    }

    /// The segments of a 64-bit image of this machine's byte order.
    private static func segments(at base: UInt64, _ read: (UInt64, Int) -> [UInt8]?) -> [Segment]? {
        guard let header = read(base, 64), header.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return nil }
        let table: UInt64 = number(header, 32)
        let size = Int(number(header, 54) as UInt16)
        let count = min(Int(number(header, 56) as UInt16), segmentLimit)
        guard size >= 56, size <= 256, count > 0, let bytes = read(base &+ table, size * count) else { return nil }
        return (0..<count).map { index in
            let at = index * size
            return Segment(
                type: number(bytes, at), flags: number(bytes, at + 4), offset: number(bytes, at + 8),
                address: number(bytes, at + 16),
                size: number(bytes, at + 32))
        }
    }

    private static func buildID(in notes: [UInt8]) -> String {
        var at = 0
        while at + 12 <= notes.count {
            let (name, length) = (Int(number(notes, at) as UInt32), Int(number(notes, at + 4) as UInt32))
            let (begin, isOwn) = (at + 12 + padded(name), number(notes, at + 8) as UInt32 == buildIDNote)
            guard name <= notes.count, length <= notes.count, begin + length <= notes.count else { return "" }
            if isOwn, notes[(at + 12)..<(at + 12 + name)].elementsEqual("GNU\0".utf8) {
                return notes[begin..<begin + min(length, idLimit)].map(hex).joined()
            }
            at = begin + padded(length)
        }
        return ""
    }

    private static func padded(_ count: Int) -> Int { (count + 3) & ~3 }

    private static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

    private static func number<Number: FixedWidthInteger & BitwiseCopyable>(_ bytes: [UInt8], _ at: Int) -> Number {
        bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: at, as: Number.self)) }
    }
}
