import FlowTrace
import LibC

/// A pipe for a program's output.
package final class OutputPipe: Sendable {
    private let reading: FileDescriptor

    /// Makes a pipe.
    ///
    /// - Returns: The pipe, and the writing end for the program. Release the writing end after starting the program; otherwise
    ///   the pipe never ends.
    package static func make() throws(Failure) -> (pipe: OutputPipe, end: FileDescriptor) {
        let (reading, writing) = try Pipe.make()
        return (OutputPipe(reading), writing)
    }

    private init(_ reading: FileDescriptor) {
        _ = fcntl(reading.number, F_SETFL, O_NONBLOCK)
        self.reading = reading
    }

    /// The bytes that have arrived; empty at the end of the output, `nil` if none are available.
    package func read() -> [UInt8]? {
        let room = 1 << 16
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
            repeat { count = LibC.read(reading.number, buffer.baseAddress, room) } while count < 0 && errno == EINTR
            filled = max(0, count)
        }
        return count < 0 && errno == EAGAIN ? nil : bytes
    }

    /// Waits until the pipe can be read, at most `milliseconds`; without limit if negative.
    package func wait(milliseconds: Int32) {
        var polled = pollfd(fd: reading.number, events: Int16(POLLIN), revents: 0)
        _ = poll(&polled, 1, milliseconds)
    }
}

/// Makes pipes. Child processes inherit neither end unless it is passed to them.
package enum Pipe {
    package static func make() throws(Failure) -> (reading: FileDescriptor, writing: FileDescriptor) {
        var numbers: [Int32] = [-1, -1]
        guard LibC.pipe(&numbers) == 0 else {
            throw Failure("cannot make a pipe: \(String(cString: strerror(errno))); close some files")
        }
        for number in numbers { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
        return (FileDescriptor(owning: numbers[0], path: "a pipe"), FileDescriptor(owning: numbers[1], path: "a pipe"))
    }
}
