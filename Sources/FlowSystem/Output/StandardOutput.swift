import FlowTrace
import LibC

/// The standard output; a reader that has gone away ends the program quietly, any other failure with exit code 1.
///
/// There are two ways to it. What people read is made visible: whatever a stranger has put into it, it commands no terminal. What has a
/// form of its own, which says itself what its bytes are, goes out as it is.
package final class StandardOutput {
    private var buffer: [UInt8] = []
    private let beforeExit: () -> Void

    /// - Parameter beforeExit: What is still to be done when nothing more can be written.
    package init(beforeExit: @escaping () -> Void = {}) { self.beforeExit = beforeExit }

    deinit {
        flush()
    }

    /// Writes a line for people; it stays one, and commands nothing.
    package func line(_ text: String) { formatted(line: VisibleText.line(text)) }

    /// Writes lines for people, which have their ends; they command nothing.
    package func lines(_ text: String) { formatted(VisibleText.lines(text).utf8) }

    /// Writes a line of a form of its own, as JSON.
    package func formatted(line: String) { formatted((line + "\n").utf8) }

    /// Writes bytes of a form of its own: JSON, SVG, Perfetto's, Swift, a frame with its colours.
    package func formatted(_ bytes: some Sequence<UInt8>) {
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

/// Messages to the user on the standard error.
package enum StandardError {
    /// Writes a line; what would break it or command the terminal is made visible.
    package static func line(_ text: String) {
        var bytes = Array(VisibleText.line(text).utf8)
        bytes.append(10)
        _ = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

/// The files that a program is started with.
package enum StandardFiles {
    /// Keeps the numbers of those that were closed from what is opened later: of a trace, a terminal or a socket none is printed into.
    ///
    /// What is opened there instead cannot be used either, so that reading and writing fail as they would; and programs that are started from
    /// here find closed what was closed.
    package static func reserveClosed() {
        for (number, wrongWay) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(number, F_GETFD) < 0 {
            // Gets this number: it is the lowest that is free.
            _ = open("/dev/null", wrongWay | O_CLOEXEC)
        }
    }
}
