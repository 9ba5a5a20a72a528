import FlowTrace
import LibC

/// A pipe for what a program prints.
final class OutputPipe {
    private let reading: FileDescriptor
    private var writing: FileDescriptor?

    init() throws(Failure) {
        var numbers: [Int32] = [-1, -1]
        guard pipe(&numbers) == 0 else {
            throw Failure("cannot make a pipe: \(String(cString: strerror(errno))); close some files")
        }
        for number in numbers { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(numbers[0], F_SETFL, O_NONBLOCK)
        reading = FileDescriptor(owning: numbers[0], path: "a pipe")
        writing = FileDescriptor(owning: numbers[1], path: "a pipe")
    }

    /// Where the program writes.
    var end: Int32 { writing?.number ?? -1 }

    /// Lets go of the end that the program has, so that this one sees its end.
    func closeEnd() { writing = nil }

    /// What has come; empty at the end, `nil` if nothing came yet.
    func read() -> [UInt8]? {
        let room = 1 << 16
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
            repeat { count = LibC.read(reading.number, buffer.baseAddress, room) } while count < 0 && errno == EINTR
            filled = max(0, count)
        }
        return count < 0 && errno == EAGAIN ? nil : bytes
    }

    /// Waits until something can be read, for some milliseconds at most; without end if negative.
    func wait(milliseconds: Int32) {
        var polled = pollfd(fd: reading.number, events: Int16(POLLIN), revents: 0)
        _ = poll(&polled, 1, milliseconds)
    }
}
