import LibC

/// Captures standard error while the screen is open, and writes it afterwards.
///
/// Captures only if standard error is a terminal. A writer never waits: text beyond the pipe's capacity is lost. Of the text read
/// from the pipe, at least the last 32 KiB are kept. ``replay()`` may be called in a signal handler.
struct CapturedErrors {
    /// The original standard error; none if it is not captured.
    private var original = Descriptor.none
    /// The read end of the pipe that replaces standard error.
    private(set) var reader = Descriptor.none
    private var text = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    private var count = 0

    private static let capacity = 65_536

    /// Starts capturing, if standard error is a terminal.
    init() throws(TerminalError) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        let pipe = try Pipe()
        original = Descriptor(number: fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3))
        guard original != .none else {
            let number = errno
            pipe.close()
            throw .system(call: "fcntl", number: number)
        }
        reader = pipe.reader
        text = .allocate(byteCount: CapturedErrors.capacity, alignment: 1)
        dup2(pipe.writer.number, STDERR_FILENO)
        pipe.writer.close()
    }

    /// Reads text from the pipe, dropping the oldest if there is too much.
    mutating func collect() {
        guard let start = text.baseAddress else { return }
        while true {
            if count > text.count / 2 {
                memmove(start, start + (count - text.count / 2), text.count / 2)
                count = text.count / 2
            }
            let read = reader.read(into: UnsafeMutableRawBufferPointer(start: start + count, count: text.count - count))
            guard read > 0 else { return }
            count += read
        }
    }

    /// Writes the captured text to the original standard error.
    mutating func replay() {
        guard let start = text.baseAddress else { return }
        collect()
        original.write(UnsafeRawBufferPointer(start: start, count: count))
        count = 0
    }

    /// Restores standard error; safe in a signal handler.
    func release() {
        guard original != .none else { return }
        dup2(original.number, STDERR_FILENO)
    }

    mutating func close() {
        guard text.baseAddress != nil else { return }
        release()
        replay()
        original.close()
        reader.close()
        text.deallocate()
        self = .none
    }

    private init(nothing: Void) {}

    /// Captures nothing.
    static var none: CapturedErrors { CapturedErrors(nothing: ()) }
}
