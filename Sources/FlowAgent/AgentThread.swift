import CFlowAgent
import FlowTrace
import LibC

/// The agent's thread in a traced process, which ends with it.
///
/// It holds the trace open and locked while the process lives, and answers viewers. Its descriptors are in a separate table,
/// which the program can neither close nor be given (Linux from 5.9 on, unless a sandbox forbids it). Elsewhere they are in the
/// program's table, with high numbers, and ``ViewerServer`` checks them before each use. If the program closes them, viewers no
/// longer find it, and on an overlay file system its trace may be mistaken for an abandoned one.
enum AgentThread {
    /// The thread's argument.
    private final class Place: Sendable {
        let trace: String
        let socket: String

        init(_ trace: String, _ socket: String) {
            self.trace = trace
            self.socket = socket
        }

        func serve(_ trace: Int32, _ listener: Int32) {
            let trace = FileDescriptor(owning: trace, path: self.trace)
            let listener = FileDescriptor(owning: listener, path: socket)
            // It was made a moment ago: if it is no trace, somebody has replaced the file.
            guard let trace = try? TraceFile(trace) else { return }
            ViewerServer(listener: listener, process: getpid(), trace: trace).run()
        }
    }

    /// Holds a trace while this process lives, and marks in it again and again that the process does.
    ///
    /// - Parameter recorder: The writer of the trace. It is never released.
    /// - Returns: When it is held.
    /// - Throws: ``FlowTrace/TraceFileError`` if it cannot be.
    static func hold(_ trace: String, writtenBy recorder: Recorder) throws(TraceFileError) {
        var failed: UnsafePointer<CChar>?
        let writer = Unmanaged.passRetained(recorder)
        let error = flowviz_agent_start_thread(
            trace, nil, 0,
            { _, _, writer in
                guard let writer else { return }
                let recorder = Unmanaged<Recorder>.fromOpaque(writer).takeUnretainedValue()
                while flowviz_agent_rest() { recorder.beat() }
            }, writer.toOpaque(), &failed)
        if error == 0 { return }
        writer.release()
        throw failure(failed, trace, error)
    }

    /// Holds a trace while this process lives, and answers viewers at `socket`.
    ///
    /// - Returns: When it is held, and viewers can connect.
    /// - Throws: ``FlowTrace/TraceFileError`` if it cannot be, or nobody can connect.
    static func hold(_ trace: String, answeringAt socket: String) throws(TraceFileError) {
        var failed: UnsafePointer<CChar>?
        let error = try UnixSocket.withAddress(socket) { address, length in
            let place = Unmanaged.passRetained(Place(trace, socket))
            let error = flowviz_agent_start_thread(
                trace, address, length,
                { trace, listener, place in
                    guard let place else { return }
                    Unmanaged<Place>.fromOpaque(place).takeRetainedValue().serve(trace, listener)
                }, place.toOpaque(), &failed)
            if error != 0 { place.release() }
            return error
        }
        if error != 0 { throw failure(failed, socket, error) }
    }

    private static func failure(_ operation: UnsafePointer<CChar>?, _ path: String, _ error: Int32) -> TraceFileError {
        .system(operation: operation.map { String(cString: $0) } ?? "hold", path: path, reason: String(cString: strerror(error)))
    }
}
