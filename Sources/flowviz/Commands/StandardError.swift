import FlowTrace

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Messages to the user on the standard error.
enum StandardError {
    /// Writes a line; what would break it or command the terminal is made visible.
    static func line(_ text: String) {
        var bytes = Array(VisibleText.line(text).utf8)
        bytes.append(10)
        _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
