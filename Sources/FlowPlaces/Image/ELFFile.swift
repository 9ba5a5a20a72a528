import FlowTrace

/// The parts of an ELF file that names of code need: build id and symbols. Reads files of 64 bits, little-endian.
///
/// The file is untrusted: every offset is checked, and each table is read up to a limit.
struct ELFFile {
    /// A part of the file.
    struct Section {
        let type: UInt32
        let address: UInt64
        let offset: Int
        let size: Int
        let link: Int
    }

    static let headerSize = 64
    private static let mostSections = 4_096
    private static let mostNotes = 1 << 16

    private let file: FileDescriptor
    let sections: [Section]
    /// The parts with notes, of a file whose sections were removed.
    private let noteSegments: [(offset: Int, size: Int)]

    /// - Returns: `nil` if it is no such file.
    init?(_ file: FileDescriptor) {
        let header = file.bytes(at: 0, count: ELFFile.headerSize)
        guard header.count == ELFFile.headerSize, header.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return nil }
        self.file = file
        sections = ELFFile.sections(of: file, header)
        noteSegments = ELFFile.noteSegments(of: file, header)
    }

    /// The rows of a table, whose place is in the header.
    private static func rows(
        of file: FileDescriptor, at offset: UInt64, count: UInt64, size: UInt64, atLeast least: Int
    ) -> [[UInt8]] {
        guard let offset = Int(exactly: offset), let size = Int(exactly: size), (least...256).contains(size) else { return [] }
        let bytes = file.bytes(at: offset, count: min(Int(clamping: count), mostSections) * size)
        return stride(from: 0, to: bytes.count - bytes.count % size, by: size).map { Array(bytes[$0..<$0 + size]) }
    }

    private static func sections(of file: FileDescriptor, _ header: [UInt8]) -> [Section] {
        let rows = rows(
            of: file, at: header.number(at: 40, 8), count: header.number(at: 60, 2), size: header.number(at: 58, 2), atLeast: 64)
        return rows.map {
            Section(
                type: UInt32($0.number(at: 4, 4)), address: $0.number(at: 16, 8), offset: Int(clamping: $0.number(at: 24, 8)),
                size: Int(clamping: $0.number(at: 32, 8)), link: Int($0.number(at: 40, 4)))
        }
    }

    private static func noteSegments(of file: FileDescriptor, _ header: [UInt8]) -> [(offset: Int, size: Int)] {
        let rows = rows(
            of: file, at: header.number(at: 32, 8), count: header.number(at: 56, 2), size: header.number(at: 54, 2), atLeast: 56)
        return rows.filter { $0.number(at: 0, 4) == 4 }.map {
            (Int(clamping: $0.number(at: 8, 8)), Int(clamping: $0.number(at: 32, 8)))
        }
    }

    /// The build id in lower-case hexadecimal digits; `nil` if the file has none.
    var buildID: String? {
        for segment in noteSegments {
            let notes = file.bytes(at: segment.offset, count: min(segment.size, ELFFile.mostNotes))
            if let id = ELFFile.buildID(in: notes) { return id }
        }
        return nil
    }

    /// The build id among notes: length of the name, length of the content, type, name, content, each aligned to 4 bytes.
    static func buildID(in notes: [UInt8]) -> String? {
        var position = 0
        while position + 12 <= notes.count {
            let (name, size) = (Int(notes.number(at: position, 4)), Int(notes.number(at: position + 4, 4)))
            let content = position + 12 + (name + 3) / 4 * 4
            guard content + size <= notes.count else { return nil }
            let isGNU = name == 4 && Array(notes[position + 12..<position + 16]) == Array("GNU\0".utf8)
            if isGNU, notes.number(at: position + 8, 4) == 3, size > 0 {
                return notes[content..<content + size].map(hexadecimal).joined()
            }
            position = content + (size + 3) / 4 * 4
        }
        return nil
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return byte < 16 ? "0\(digits)" : digits
    }

    /// The bytes of the file.
    func bytes(at offset: Int, count: Int) -> [UInt8] { file.bytes(at: offset, count: count) }
}

extension FileDescriptor {
    /// Up to `count` bytes at an offset.
    func bytes(at offset: Int, count: Int) -> [UInt8] {
        guard count > 0, offset >= 0, offset.addingReportingOverflow(count).overflow == false else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
        }
    }
}

extension [UInt8] {
    /// A little-endian number of up to 8 bytes; missing bytes are 0.
    func number(at position: Int, _ width: Int) -> UInt64 {
        var number: UInt64 = 0
        for index in (position..<Swift.min(position + width, count)).reversed() { number = number << 8 | UInt64(self[index]) }
        return number
    }
}
