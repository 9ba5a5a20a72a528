import FlowTrace
import LibC

/// The standard output. If its reader is gone, the program exits silently; any other write error exits with code 1.
///
/// Text for people is escaped, so that control characters from a stranger's trace cannot command the terminal. Output in a
/// format, such as JSON, is written unchanged.
package final class StandardOutput {
    private var buffer: [UInt8] = []
    private let beforeExit: () -> Void

    /// - Parameter beforeExit: Runs before a write error exits the program.
    package init(beforeExit: @escaping () -> Void = {}) { self.beforeExit = beforeExit }

    deinit {
        flush()
    }

    /// Writes a line for people. Line breaks and control characters are escaped.
    package func line(_ text: String) { verbatim(line: VisibleText.line(text)) }

    /// Writes lines for people, which already have their line breaks. Control characters are escaped.
    package func lines(_ text: String) { verbatim(VisibleText.lines(text).utf8) }

    /// Writes a line in a format, such as JSON, unchanged.
    package func verbatim(line: String) { verbatim((line + "\n").utf8) }

    /// Writes the bytes of a format unchanged: JSON, SVG, Perfetto, Swift, or a frame with its colours.
    package func verbatim(_ bytes: some Sequence<UInt8>) {
        buffer.append(contentsOf: bytes)
        if buffer.count > 60_000 { flush() }
    }

    package func flush() {
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

/// Writes messages for the user to the standard error.
package enum StandardError {
    /// Writes a line. Line breaks and control characters are escaped.
    package static func line(_ text: String) {
        write(VisibleText.line(text) + "\n")
    }

    /// Writes text without an end of the line, such as a question.
    package static func prompt(_ text: String) { write(VisibleText.line(text)) }

    /// Erases some columns before the cursor of a terminal.
    package static func erase(columns: Int) {
        for _ in 0..<columns { write("\u{8} \u{8}") }
    }

    private static func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = bytes.withUnsafeBytes { LibC.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

/// The three files with which a process starts.
package enum StandardFiles {
    /// Opens `/dev/null` in place of each closed file. Otherwise a trace, a terminal or a socket would get its number, and
    /// messages would be printed into it.
    ///
    /// Each replacement is opened in the wrong direction, so reading and writing still fail. It is closed on exec, so child
    /// processes find the file closed.
    package static func reserveClosed() {
        for (number, wrongWay) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(number, F_GETFD) < 0 {
            // `open` returns the lowest free number, which is this one.
            _ = open("/dev/null", wrongWay | O_CLOEXEC)
        }
    }
}
