import FlowTrace

/// Finds the functions of addresses in the symbol tables of an ELF file.
struct ELFSymbols {
    private static let rowSize = 24
    /// The most rows that are read, of all tables.
    private static let mostRows = 8 << 20
    private static let rowsAtOnce = 1 << 16
    private static let longestName = 4_096
    /// The sizes of a function that has none in its row.
    private static let assumedSize: UInt64 = 1 << 20
    /// The types of the tables: all symbols, and the symbols that other images link to.
    private static let tables: [UInt32] = [2, 11]

    /// The row of a function.
    private struct Row {
        var start: UInt64
        var name: Int
    }

    /// The mangled names of the functions that contain addresses.
    ///
    /// - Complexity: O(symbols · log addresses).
    static func names(of addresses: [UInt64], in file: ELFFile) -> [UInt64: String] {
        let sorted = Array(Set(addresses)).sorted()
        var (names, left): ([UInt64: String], Int) = ([:], mostRows)
        for type in tables {
            for table in file.sections where table.type == type {
                let missing = sorted.filter { names[$0] == nil }
                guard !missing.isEmpty, file.sections.indices.contains(table.link) else { continue }
                let strings = file.sections[table.link]
                let found = rows(of: missing, in: table, of: file, &left)
                for (address, row) in found { names[address] = name(row, in: strings, of: file) }
            }
        }
        return names
    }

    private static func rows(
        of addresses: [UInt64], in table: ELFFile.Section, of file: ELFFile, _ left: inout Int
    ) -> [UInt64: Row] {
        var found: [UInt64: Row] = [:]
        let count = min(table.size / rowSize, left)
        left -= count
        for first in stride(from: 0, to: count, by: rowsAtOnce) {
            let here = min(rowsAtOnce, count - first)
            let bytes = file.bytes(at: table.offset + first * rowSize, count: here * rowSize)
            for start in stride(from: 0, to: bytes.count - bytes.count % rowSize, by: rowSize) {
                fold(bytes, start, addresses, &found)
            }
            guard bytes.count == here * rowSize else { break }
        }
        return found
    }

    /// Gives each address in a row's function the row, unless it has a nearer one.
    private static func fold(_ bytes: [UInt8], _ start: Int, _ addresses: [UInt64], _ found: inout [UInt64: Row]) {
        let (isFunction, section) = (bytes[start + 4] & 0xF == 2, bytes.number(at: start + 6, 2))
        guard isFunction, section != 0 else { return }
        let (begin, size) = (bytes.number(at: start + 8, 8), bytes.number(at: start + 16, 8))
        let end = begin.addingReportingOverflow(size == 0 ? assumedSize : size)
        guard !end.overflow else { return }
        var index = addresses.partitioningIndex { $0 >= begin }
        while index < addresses.count, addresses[index] < end.partialValue {
            if found[addresses[index]].map({ $0.start < begin }) ?? true {
                found[addresses[index]] = Row(start: begin, name: Int(bytes.number(at: start, 4)))
            }
            index += 1
        }
    }

    private static func name(_ row: Row, in strings: ELFFile.Section, of file: ELFFile) -> String? {
        guard row.name < strings.size else { return nil }
        let bytes = file.bytes(at: strings.offset + row.name, count: min(longestName, strings.size - row.name))
        let name = bytes.prefix { $0 != 0 }
        return name.isEmpty || name.count == bytes.count ? nil : String(decoding: name, as: UTF8.self)
    }
}
