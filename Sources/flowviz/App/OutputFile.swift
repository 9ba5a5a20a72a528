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
        let bytes = Array(text.utf8)
        var number: Int32 = fwrite(bytes, 1, bytes.count, file) == bytes.count ? 0 : errno
        // What is still in the file's own buffer may fail only now.
        if fclose(file) != 0, number == 0 { number = errno }
        guard number == 0 else { throw OutputError(path: path, number: number) }
    }
}
