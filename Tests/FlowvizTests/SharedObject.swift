import Foundation

/// The loader's view of a 64-bit, little-endian ELF file: the libraries that it needs, and the folders to search for them.
struct SharedObject {
    let needed: [String]
    /// The folders of its run path.
    let searched: [String]

    private enum Tag: UInt64 {
        case needed = 1
        case strings = 5
        case searched = 29
    }

    private struct Broken: Error {
        let path: String
    }

    /// - Throws: An error if the file cannot be read, or is not of this kind.
    init(path: String) throws {
        let bytes = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
        func number<Number: FixedWidthInteger>(_ type: Number.Type, at offset: UInt64) throws -> UInt64 {
            guard offset < bytes.count, bytes.count - Int(offset) >= MemoryLayout<Number>.size else { throw Broken(path: path) }
            return bytes.withUnsafeBytes { UInt64(Number(littleEndian: $0.loadUnaligned(fromByteOffset: Int(offset), as: type))) }
        }
        guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { throw Broken(path: path) }

        let headers = try number(UInt64.self, at: 32)
        let segments = try (0..<number(UInt16.self, at: 56)).map { index in
            let header = headers + index * 56
            return (
                kind: try number(UInt32.self, at: header), offset: try number(UInt64.self, at: header + 8),
                address: try number(UInt64.self, at: header + 16), size: try number(UInt64.self, at: header + 32)
            )
        }
        guard let dynamic = segments.first(where: { $0.kind == 2 }) else { throw Broken(path: path) }
        let entries = try stride(from: dynamic.offset, to: dynamic.offset + dynamic.size, by: 16).map { entry in
            (tag: Tag(rawValue: try number(UInt64.self, at: entry)), value: try number(UInt64.self, at: entry + 8))
        }
        guard let table = entries.first(where: { $0.tag == .strings })?.value,
            let loaded = segments.first(where: { $0.kind == 1 && $0.address <= table && table < $0.address + $0.size })
        else { throw Broken(path: path) }
        let strings = Int(loaded.offset + (table - loaded.address))
        func texts(_ tag: Tag) -> [String] {
            entries.filter { $0.tag == tag }.map { entry in
                String(decoding: bytes[(strings + Int(entry.value))...].prefix { $0 != 0 }, as: UTF8.self)
            }
        }
        needed = texts(.needed)
        let origin = (path as NSString).deletingLastPathComponent
        searched = texts(.searched).flatMap { $0.split(separator: ":") }.map { String($0.replacing("$ORIGIN", with: origin)) }
    }

    /// The names of all libraries that a program loads, directly or through its libraries.
    ///
    /// A library outside a run path belongs to the system; only its name is listed.
    static func loaded(by program: String) throws -> Set<String> {
        var names: Set<String> = []
        var open = [program]
        while let path = open.popLast() {
            let object = try SharedObject(path: path)
            for name in object.needed where names.insert(name).inserted {
                let found = object.searched.map { "\($0)/\(name)" }.first { FileManager.default.fileExists(atPath: $0) }
                open += found.map { [$0] } ?? []
            }
        }
        return names
    }
}
