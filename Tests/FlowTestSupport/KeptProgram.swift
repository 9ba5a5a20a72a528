#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A program with a pipe to its standard input and one from its output. No other process has their other ends.
public final class KeptProgram {
    /// Its process number, valid until ``wait()`` returns.
    public let process: pid_t
    private var input: Int32
    private let output: Int32

    /// Starts a program.
    public init(_ executable: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        let (input, output) = (try KeptProgram.pipe(), try KeptProgram.pipe())
        process = try Child.start(executable, arguments, environment: environment, ownSession: false) { actions in
            posix_spawn_file_actions_adddup2(&actions, input.reading, 0)
            posix_spawn_file_actions_adddup2(&actions, output.writing, 1)
        }
        close(input.reading)
        close(output.writing)
        (self.input, self.output) = (input.writing, output.reading)
    }

    deinit {
        endInput()
        close(output)
    }

    /// Ends its input.
    public func endInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// Writes to its input.
    public func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            #if canImport(Glibc)
                _ = Glibc.write(input, bytes.baseAddress, bytes.count)
            #elseif canImport(Musl)
                _ = Musl.write(input, bytes.baseAddress, bytes.count)
            #else
                _ = Darwin.write(input, bytes.baseAddress, bytes.count)
            #endif
        }
    }

    /// Reads the next printed line, without its line break.
    public func line() -> String { read { $0.last == UInt8(ascii: "\n") } }

    /// Reads its output until no live process could print more.
    public func rest() -> String { read { _ in false } }

    /// Waits for its end.
    public func wait() -> ExitStatus {
        var number: Int32 = 0
        waitpid(process, &number, 0)
        return ExitStatus(waitStatus: number)
    }

    private func read(until isDone: ([UInt8]) -> Bool) -> String {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while !isDone(bytes), Self.read(output, &byte) { bytes.append(byte) }
        if isDone(bytes) { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func read(_ descriptor: Int32, _ byte: inout UInt8) -> Bool {
        #if canImport(Glibc)
            Glibc.read(descriptor, &byte, 1) == 1
        #elseif canImport(Musl)
            Musl.read(descriptor, &byte, 1) == 1
        #else
            Darwin.read(descriptor, &byte, 1) == 1
        #endif
    }

    /// Programs that other threads start in the meantime must not inherit the pipe: they would keep it open.
    private static func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Glibc) || canImport(Musl)
            // pipe2 is not imported.
            #if canImport(Musl)
                let kind = SOCK_STREAM | SOCK_CLOEXEC
            #else
                let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            #endif
            guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemFailure(call: "socketpair", number: errno) }
        #else
            guard Darwin.pipe(&ends) == 0 else { throw SystemFailure(call: "pipe", number: errno) }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        #endif
        return (ends[0], ends[1])
    }
}
