#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A pipe within this process; neither end blocks, and child processes do not get them.
struct Pipe: Sendable {
    /// Where bytes come out.
    let reader: Descriptor
    /// Where bytes go in.
    let writer: Descriptor

    /// Makes a pipe.
    init() throws(TerminalError) {
        var ends: (Int32, Int32) = (-1, -1)
        let result = withUnsafeMutableBytes(of: &ends) { pipe($0.assumingMemoryBound(to: Int32.self).baseAddress) }
        guard result == 0 else { throw .system(call: "pipe", number: errno) }
        for end in [ends.0, ends.1] {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        reader = Descriptor(number: ends.0)
        writer = Descriptor(number: ends.1)
    }

    /// Closes both ends.
    func close() {
        reader.close()
        writer.close()
    }
}
