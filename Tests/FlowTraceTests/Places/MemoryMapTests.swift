import Testing

@testable import FlowTrace

/// The map of a process's memory, and the images in it.
@Suite("Modules of a program")
struct MemoryMapTests {
    private static let text = """
        55e4c0000000-55e4c0010000 r--p 00000000 fe:00 253911                     /usr/bin/a b (deleted)
        55e4c0010000-55e4c0030000 r-xp 00010000 fe:00 253911                     /usr/bin/a b (deleted)
        55e4c0030000-55e4c0040000 rw-p 00030000 fe:00 253911                     /usr/bin/a b (deleted)
        7f0000000000-7f0000001000 r-xp 00000000 00:00 0
        7f0000100000-7f0000101000 r-xp 00000000 00:00 0                          [vdso]
        7f0000200000-7f0000210000 r-xp 00000000 fe:00 7                          /lib/new\\012line.so
        7f0000300000-7f0000310000 r-xp 00004000 fe:00 8                          /lib/tail.so
        nonsense
        7f-7e r-xp 0 fe:00 8 /lib/back.so
        """

    private static var ranges: [CodeRange] { MemoryMap.code(in: Array(text.utf8)) }

    @Test func `code of files is found, with where its file begins`() {
        let expected = [
            CodeRange(
                start: 0x55e4_c001_0000, end: 0x55e4_c003_0000, offset: 0x10000, base: 0x55e4_c000_0000, path: "/usr/bin/a b"),
            CodeRange(
                start: 0x7f00_0020_0000, end: 0x7f00_0021_0000, offset: 0, base: 0x7f00_0020_0000, path: "/lib/new\nline.so"),
            CodeRange(start: 0x7f00_0030_0000, end: 0x7f00_0031_0000, offset: 0x4000, base: nil, path: "/lib/tail.so"),
        ]
        #expect(MemoryMapTests.ranges == expected)
    }

    /// An image with one segment of code at another address than its offset, and notes.
    private static func image(bias: UInt64, notes: [UInt8]) -> [UInt64: [UInt8]] {
        var header = [UInt8](repeating: 0, count: 64)
        header.replaceSubrange(0..<6, with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
        func put(_ number: UInt64, _ count: Int, at offset: Int, in bytes: inout [UInt8]) {
            for index in 0..<count { bytes[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(index))) }
        }
        put(64, 8, at: 32, in: &header)
        put(56, 2, at: 54, in: &header)
        put(2, 2, at: 56, in: &header)
        var table = [UInt8](repeating: 0, count: 112)
        for (index, words) in [[1, 5, 0x10040, 0x11040, 0x1000], [4, 4, 0x300, 0x300, UInt64(notes.count)]].enumerated() {
            let at = index * 56
            put(words[0], 4, at: at, in: &table)
            put(words[1], 4, at: at + 4, in: &table)
            put(words[2], 8, at: at + 8, in: &table)
            put(words[3], 8, at: at + 16, in: &table)
            put(words[4], 8, at: at + 32, in: &table)
        }
        let base: UInt64 = 0x55e4_c000_0000
        return [base: header, base + 64: table, bias + 0x300: notes]
    }

    private static let notes: [UInt8] =
        [4, 0, 0, 0, 1, 0, 0, 0, 9, 0, 0, 0] + Array("GNU\0".utf8) + [7, 0, 0, 0]
        + [4, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0] + Array("GNU\0".utf8) + [0xAB, 0x0C, 0xFF, 0]

    @Test func `an image says where its code belongs, and its build id`() throws {
        let bias: UInt64 = 0x55e4_c000_0000 - 0x1000
        let memory = MemoryMapTests.image(bias: bias, notes: MemoryMapTests.notes)
        let image = try #require(
            ElfImage(of: MemoryMapTests.ranges[0]) { address, count in memory[address].map { Array($0.prefix(count)) } })
        #expect(image.bias == bias && image.buildID == "ab0cff")
    }

    @Test func `an image that is gone or damaged is none`() {
        #expect(ElfImage(of: MemoryMapTests.ranges[0]) { _, _ in nil } == nil)
        #expect(ElfImage(of: MemoryMapTests.ranges[2]) { _, count in [UInt8](repeating: 0xFF, count: count) } == nil)
        for seed in 0..<1_000 {
            var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
            let memory = MemoryMapTests.image(bias: 0x55e4_c000_0000 - 0x1000, notes: MemoryMapTests.notes)
            _ = ElfImage(of: MemoryMapTests.ranges[0]) { address, count in
                guard var bytes = memory[address] else { return [UInt8](repeating: 0xFF, count: count) }
                state = state &* 6_364_136_223_846_793_005 &+ 1
                bytes[Int(state >> 33) % bytes.count] ^= UInt8(truncatingIfNeeded: state >> 20)
                return Array((bytes + [UInt8](repeating: 0, count: count)).prefix(count))
            }
        }
    }

    @Test func `known modules keep their numbers when the map is read again`() {
        var map = ModuleMap()
        map.update(MemoryMapTests.ranges) { _ in nil }
        #expect(map.modules.map(\.number) == [1, 2, 3])
        map.update(Array(MemoryMapTests.ranges.dropFirst())) { _ in nil }
        #expect(map.modules.map(\.number) == [1, 2, 3])

        let addresses: [UInt64] = [0x7f00_0020_0010, 0x7f00_0021_0000]
        let frames = addresses.withUnsafeBufferPointer { map.frames($0) }
        #expect(frames == [CodeFrame(module: 2, address: 0x10), CodeFrame(module: 2, address: 0x10000)])
    }

    @Test func `the map is read the more rarely, the more often an address is unknown, and the frame is the last`() {
        var map = ModuleMap()
        let frames = [1, 2].withUnsafeBufferPointer { map.frames($0) }
        #expect(frames == [CodeFrame(module: 0, address: 1)])
        for _ in 0..<10_000 { _ = [3].withUnsafeBufferPointer { map.frames($0) } }
        #expect(map.readings < 20)
    }

    @Test func `a reader of this process finds its own code, with a build id`() throws {
        let code = try #require(MemoryMap.codeOfThisProcess())
        let address = UInt64(UInt(bitPattern: unsafeBitCast(here as @convention(c) () -> Void, to: UnsafeRawPointer.self)))
        let own = try #require(code.first { ($0.start..<$0.end).contains(address) })
        #expect(own.path.hasSuffix(".xctest") || own.path.contains("PackageTests"))
        #expect(ElfImage.memory(8, 8) == nil, "memory that is not mapped")
    }
}

private func here() {}
