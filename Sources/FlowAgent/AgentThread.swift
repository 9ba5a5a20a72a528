import CFlowAgent
import FlowTrace
import LibC

/// The agent's thread in a traced process, which ends with the process.
///
/// It keeps the trace open and locked while the process lives, and answers viewers. Its descriptors are in a separate table, out
/// of the program's reach (Linux 5.9 and later, unless a sandbox forbids it). Elsewhere they are in the program's table, with
/// high numbers, and ``ViewerServer`` checks them before each use. If the program closes them, viewers no longer find the
/// process, and on an overlay file system its trace may look abandoned.
enum AgentThread {
    /// The thread's argument.
    private final class Place: Sendable {
        let trace: String
        let socket: String
        let gates: GateTable?

        init(_ trace: String, _ socket: String, _ gates: GateTable?) {
            (self.trace, self.socket, self.gates) = (trace, socket, gates)
        }

        func serve(_ trace: Int32, _ listener: Int32) {
            let trace = FileDescriptor(owning: trace, path: self.trace)
            let listener = FileDescriptor(owning: listener, path: socket)
            // The file was just made: if it is no trace, another process has replaced it.
            guard let trace = try? TraceFile(trace) else { return }
            ViewerServer(listener: listener, process: getpid(), trace: trace, gates: gates).run()
        }
    }

    /// What records into the trace.
    private final class Writer: Sendable {
        let recorder: Recorder
        let suite: SuiteReports?

        init(recorder: Recorder, suite: SuiteReports?) { (self.recorder, self.suite) = (recorder, suite) }
    }

    /// Holds a trace while this process lives, and regularly records a sign of life.
    ///
    /// - Parameters:
    ///   - recorder: The writer of the trace, which is never released.
    ///   - suite: The tests of the process, if it runs any.
    /// - Returns: Only once the trace is held.
    /// - Throws: ``FlowTrace/TraceFileError`` if the trace cannot be held.
    static func hold(_ trace: String, writtenBy recorder: Recorder, reading suite: SuiteReports? = nil) throws(TraceFileError) {
        var failed: UnsafePointer<CChar>?
        let writer = Unmanaged.passRetained(Writer(recorder: recorder, suite: suite))
        let error = flowviz_agent_start_thread(
            trace, nil, 0,
            { _, _, context in
                guard let context else { return }
                let writer = Unmanaged<Writer>.fromOpaque(context).takeUnretainedValue()
                while flowviz_agent_rest(250) {
                    writer.recorder.beat()
                    writer.suite?.readOn()
                }
            }, writer.toOpaque(), &failed)
        if error == 0 { return }
        writer.release()
        throw failure(failed, trace, error)
    }

    /// Holds a trace while this process lives, and answers viewers at `socket`.
    ///
    /// - Parameter gates: The stages that viewers may hold; `nil` without control.
    /// - Returns: Only once the trace is held, and viewers can connect.
    /// - Throws: ``FlowTrace/TraceFileError`` if the trace cannot be held, or viewers cannot connect.
    static func hold(_ trace: String, answeringAt socket: String, _ gates: GateTable?) throws(TraceFileError) {
        var failed: UnsafePointer<CChar>?
        let error = try UnixSocket.withAddress(socket) { address, length in
            let place = Unmanaged.passRetained(Place(trace, socket, gates))
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
