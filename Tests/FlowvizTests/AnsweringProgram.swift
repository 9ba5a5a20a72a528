import FlowTestSupport
import Testing

@testable import FlowSystem
@testable import FlowTrace

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A program's end of a connection to a viewer.
enum AnsweringProgram {
    /// Answers a viewer as a program that writes a file does.
    static func connect(to file: TraceFile, at path: String) throws -> (
        viewer: ViewerConnection, program: FileDescriptor
    ) {
        let listener = try UnixSocket.listening(at: path)
        let welcome = WireMessage.welcome(
            process: file.process, startTime: file.startTime, wallClock: file.wallClock, path: file.path)
        var (viewer, program): (ViewerConnection?, FileDescriptor?)
        onThreads(2) { index in
            guard index == 0 else {
                viewer = try? ViewerConnection(path)
                return
            }
            let connection = FileDescriptor(owning: accept(listener.number, nil, nil), path: path)
            _ = send(connection.number, welcome.encoded, welcome.encoded.count, Int32(MSG_NOSIGNAL))
            program = connection
        }
        return (try #require(viewer), try #require(program))
    }
}
