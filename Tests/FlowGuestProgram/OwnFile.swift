#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file that only the program writes.
final class OwnFile {
    private var number: Int32
    private var bytes: [UInt8] = []
    private let path: String
    private let belongings: Belongings

    init(_ path: String, of belongings: Belongings) {
        self.path = path
        self.belongings = belongings
        number = belongings.make { open(path, O_RDWR | O_CREAT | O_EXCL, 0o600) }
    }

    deinit {
        check()
        belongings.close(number)
        unlink(path)
    }

    func move(to other: Int32) {
        number = belongings.move(number, to: other)
    }

    func append(_ byte: UInt8) {
        let more = [UInt8](repeating: byte, count: 50)
        guard write(number, more, more.count) == more.count else { fail("a file cannot be written") }
        bytes += more
        check()
    }

    private func check() {
        var found = [UInt8](repeating: 0, count: bytes.count + 100)
        let count = pread(number, &found, found.count, 0)
        guard count == bytes.count, Array(found[..<count]) == bytes else { fail("a file has \(count) bytes of another") }
    }
}
