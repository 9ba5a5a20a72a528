import LibC

/// A file descriptor with the operations needed here.
///
/// ``write(_:)``, ``read(into:)`` and ``close()`` may be called in a signal handler.
struct Descriptor: Hashable, Sendable {
    /// Its number; -1 for none.
    let number: Int32

    /// No descriptor.
    static let none = Descriptor(number: -1)

    /// Writes all `bytes`; stops at an error, or if the output stays blocked for a second.
    func write(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes
        while let start = rest.baseAddress, !rest.isEmpty {
            let count = LibC.write(number, start, rest.count)
            if count > 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
            } else if errno == EAGAIN {
                var item = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                guard poll(&item, 1, 1_000) > 0 else { return }
            } else if errno != EINTR {
                return
            }
        }
    }

    /// Reads available bytes into `buffer`. Returns 0 at the end of the input, or if no bytes are available.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int { max(0, LibC.read(number, buffer.baseAddress, buffer.count)) }

    /// Passes all available bytes to `body`; the descriptor must not block.
    func readAll(_ body: (UInt8) -> Void) {
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
            while true {
                let count = read(into: buffer)
                guard count > 0 else { return }
                buffer.prefix(count).forEach(body)
            }
        }
    }

    func close() {
        guard number >= 0 else { return }
        _ = LibC.close(number)
    }
}

extension Descriptor {
    /// Waits until one of several descriptors is readable.
    ///
    /// - Returns: The readable descriptors, and whether the writer of the first is gone; an empty set after a timeout.
    static func wait(
        for descriptors: [Descriptor], until deadline: ContinuousClock.Instant?
    ) -> (ready: Set<Descriptor>, isGone: Bool) {
        var items = descriptors.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
        let remaining = deadline.map { deadline in
            let (seconds, attoseconds) = max(.zero, deadline - .now).components
            // Rounded up, so that a wait does not end early and the caller does not spin.
            return Int32(clamping: seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
        }
        let count = LibC.poll(&items, nfds_t(items.count), remaining ?? -1)
        guard count > 0 else { return ([], false) }
        let ready = items.filter { $0.revents & Int16(POLLIN) != 0 }.map { Descriptor(number: $0.fd) }
        return (Set(ready), items[0].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0)
    }

    static var input: Descriptor { Descriptor(number: STDIN_FILENO) }
    static var output: Descriptor { Descriptor(number: STDOUT_FILENO) }
}

/// A pipe within this process. Neither end blocks or is inherited by child processes.
struct Pipe: Sendable {
    /// The read end.
    let reader: Descriptor
    /// The write end.
    let writer: Descriptor

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

    func close() {
        reader.close()
        writer.close()
    }
}
