#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A program that ran to its end without a terminal, and its output.
public struct ProgramRun: Sendable {
    /// Its end.
    public let status: ExitStatus
    /// Its standard output.
    public let output: String
    /// Its standard error.
    public let errors: String

    /// The lines of the standard error.
    public var errorLines: [String] {
        errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast(errors.hasSuffix("\n") ? 1 : 0).map(String.init)
    }

    /// Runs a program with nothing to read and waits for its end.
    ///
    /// - Parameter environment: All of it; nothing is inherited.
    public init(_ executable: String, _ arguments: [String] = [], environment: [String: String]) throws {
        let output = try Stream()
        let errors = try Stream()
        let process = try Child.start(executable, arguments, environment: environment, ownSession: false) { actions in
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, output.writer, 1)
            posix_spawn_file_actions_adddup2(&actions, errors.writer, 2)
        }
        output.closeWriter()
        errors.closeWriter()
        Stream.readAll([output, errors])
        var number: Int32 = 0
        waitpid(process, &number, 0)
        status = ExitStatus(waitStatus: number)
        self.output = String(decoding: output.bytes, as: UTF8.self)
        self.errors = String(decoding: errors.bytes, as: UTF8.self)
    }

    /// A pipe from the program and its bytes.
    private final class Stream {
        private(set) var bytes: [UInt8] = []
        let writer: Int32
        private let reader: Int32
        private var isAtEnd = false

        init() throws {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { throw SystemFailure(call: "pipe", number: errno) }
            (reader, writer) = (ends[0], ends[1])
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }

        deinit {
            close(reader)
        }

        func closeWriter() {
            close(writer)
        }

        /// Reads all streams to their ends.
        static func readAll(_ streams: [Stream]) {
            while true {
                let open = streams.filter { !$0.isAtEnd }
                guard !open.isEmpty else { return }
                var items = open.map { pollfd(fd: $0.reader, events: Int16(POLLIN), revents: 0) }
                waitForOutput(&items)
                for (item, stream) in zip(items, open) where item.revents != 0 { stream.read() }
            }
        }

        private func read() {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            #if canImport(Glibc)
                let count = Glibc.read(reader, &buffer, buffer.count)
            #elseif canImport(Musl)
                let count = Musl.read(reader, &buffer, buffer.count)
            #else
                let count = Darwin.read(reader, &buffer, buffer.count)
            #endif
            if count > 0 { bytes.append(contentsOf: buffer.prefix(count)) } else { isAtEnd = true }
        }
    }
}
