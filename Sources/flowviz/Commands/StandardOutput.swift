#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Data on the standard output; a reader that has gone away ends the program quietly, any other failure with exit code 1.
final class StandardOutput {
    private var buffer: [UInt8] = []
    private let beforeExit: () -> Void

    /// - Parameter beforeExit: What is still to be done when nothing more can be written.
    init(beforeExit: @escaping () -> Void = {}) {
        self.beforeExit = beforeExit
    }

    deinit {
        flush()
    }

    /// Writes a line.
    func line(_ text: String) {
        lines(text + "\n")
    }

    /// Writes lines that have their ends.
    func lines(_ text: String) {
        bytes(text.utf8)
    }

    /// Writes bytes.
    func bytes(_ bytes: some Sequence<UInt8>) {
        buffer.append(contentsOf: bytes)
        if buffer.count > 60_000 { flush() }
    }

    /// Hands over what is written so far.
    func flush() {
        var start = 0
        while start < buffer.count {
            let written = buffer[start...].withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if written > 0 {
                start += written
            } else if errno == EPIPE {
                beforeExit()
                exit(0)
            } else if errno != EINTR {
                StandardError.line("flowviz: cannot write the output: \(String(cString: strerror(errno))); write it elsewhere")
                beforeExit()
                exit(1)
            }
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
