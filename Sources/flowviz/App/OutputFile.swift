#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Writes files whole, and says in one line what went wrong.
enum OutputFile {
    /// Writes `text` to a file, replacing what was there.
    static func write(_ text: String, to path: String) throws(OutputError) {
        guard let file = fopen(path, "w") else { throw OutputError(path: path, number: errno) }
        let written = text.utf8.withContiguousStorageIfAvailable { fwrite($0.baseAddress, 1, $0.count, file) }
        let count = written ?? Array(text.utf8).withUnsafeBufferPointer { fwrite($0.baseAddress, 1, $0.count, file) }
        let number = errno
        guard fclose(file) == 0, count == text.utf8.count else { throw OutputError(path: path, number: number) }
    }
}
