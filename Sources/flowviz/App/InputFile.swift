#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Reads short texts whole.
enum InputFile {
    /// The text of a file, or of the standard input where `path` is `-`.
    ///
    /// - Parameter limit: The most bytes; one more is read, so that the reader can tell that it is too long.
    /// - Throws: ``Failure`` where it cannot be read.
    static func text(_ path: String, limit: Int) throws(Failure) -> String {
        let descriptor = path == "-" ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while bytes.count <= limit {
            let count = read(descriptor, &chunk, chunk.count)
            guard count >= 0 else { throw failure(path) }
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        return String(decoding: bytes.prefix(limit + 1), as: UTF8.self)
    }

    private static func failure(_ path: String) -> Failure {
        Failure("cannot read '\(path)': \(String(cString: strerror(errno))); name a file with a chain")
    }
}
