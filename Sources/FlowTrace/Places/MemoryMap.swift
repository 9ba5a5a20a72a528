import CFlowStack
import LibC

/// A range of the process's memory that has code of a file.
struct CodeRange: Equatable {
    let start: UInt64
    let end: UInt64
    /// The offset of the range in its file.
    let offset: UInt64
    /// The address at which the beginning of the file is mapped; `nil` if it is not.
    let base: UInt64?
    /// The path of the file.
    let path: String
}

/// The lines of `/proc/self/maps`.
///
/// It is read, because asking the loader takes the loader's lock, which a thread holds while it runs a library's constructor.
enum MemoryMap {
    /// The largest map that is read, in bytes.
    private static let limit = 16 << 20
    private static let deleted = " (deleted)"

    /// The ranges with code of this process's files, by address; `nil` if they cannot be read.
    static func codeOfThisProcess() -> [CodeRange]? {
        let error = errno
        defer { errno = error }
        let number = flowviz_stack_open_map()
        guard number >= 0 else { return nil }
        defer { close(number) }
        var text: [UInt8] = []
        while text.count < limit {
            let read = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
                let read = LibC.read(number, buffer.baseAddress, buffer.count)
                if read > 0 { text.append(contentsOf: buffer[..<read]) }
                return read
            }
            guard read > 0 else { return read == 0 ? code(in: text) : nil }
        }
        return nil
    }

    /// The ranges with code of files in the text of a map.
    static func code(in text: [UInt8]) -> [CodeRange] {
        var ranges: [CodeRange] = []
        // The beginning of the file of the last lines.
        var beginning: (path: ArraySlice<UInt8>, base: UInt64)?
        for line in text.split(separator: UInt8(ascii: "\n")) {
            guard let mapping = Mapping(line) else { continue }
            if mapping.offset == 0 { beginning = (mapping.path, mapping.start) }
            guard mapping.isCode else { continue }
            let base = beginning.flatMap { $0.path == mapping.path ? $0.base : nil }
            ranges.append(
                CodeRange(
                    start: mapping.start, end: mapping.end, offset: mapping.offset, base: base, path: path(mapping.path)))
        }
        return ranges.sorted { $0.start < $1.start }
    }

    /// The path without the kernel's remark that the file is gone, and with its line breaks.
    private static func path(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        let path = text.hasSuffix(deleted) ? String(text.dropLast(deleted.count)) : text
        return path.utf8.contains(UInt8(ascii: "\\"))
            ? path.split(separator: "\\012", omittingEmptySubsequences: false).joined(separator: "\n") : path
    }

    /// A line of the map about a file.
    private struct Mapping {
        let start: UInt64
        let end: UInt64
        let isCode: Bool
        let offset: UInt64
        let path: ArraySlice<UInt8>

        init?(_ line: ArraySlice<UInt8>) {
            // start-end, permissions, offset, device and inode stand before the path.
            let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 5)
            guard parts.count == 6, let dash = parts[0].firstIndex(of: UInt8(ascii: "-")) else { return nil }
            guard let start = Mapping.number(parts[0][..<dash]), let end = Mapping.number(parts[0][(dash + 1)...]), start < end,
                let offset = Mapping.number(parts[2]), parts[1].count >= 4
            else { return nil }
            let path = parts[5].drop { $0 == UInt8(ascii: " ") }
            guard path.first == UInt8(ascii: "/") else { return nil }
            self.start = start
            self.end = end
            isCode = parts[1][parts[1].startIndex + 2] == UInt8(ascii: "x")
            self.offset = offset
            self.path = path
        }

        private static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
            UInt64(String(decoding: digits, as: UTF8.self), radix: 16)
        }
    }
}
