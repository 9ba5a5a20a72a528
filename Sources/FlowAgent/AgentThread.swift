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
        let writer: TraceWriter?

        init(_ trace: String, _ socket: String, _ gates: GateTable?, _ writer: TraceWriter?) {
            (self.trace, self.socket, self.gates, self.writer) = (trace, socket, gates, writer)
        }

        func serve(_ trace: Int32, _ listener: Int32) {
            let trace = FileDescriptor(owning: trace, path: self.trace)
            let listener = FileDescriptor(owning: listener, path: socket)
            // The file was just made: if it is no trace, another process has replaced it.
            guard let trace = try? TraceFile(trace) else { return }
            ViewerServer(listener: listener, process: getpid(), trace: trace, gates: gates, writer: writer).run()
            // The trace stays open and locked, and gets its signs of life, although no viewer can connect any more.
            guard let writer else { return }
            while flowviz_agent_rest(TraceWriter.interval) { writer.beat() }
            withExtendedLifetime(trace) {}
        }
    }

    /// Holds a trace while this process lives, and regularly records a sign of life.
    ///
    /// - Parameters:
    ///   - writer: Writes the trace.
    ///   - gates: The stages that viewers may hold, who connect beside the trace; `nil` for no viewers.
    /// - Returns: Only once the trace is held.
    /// - Throws: ``FlowTrace/TraceFileError`` if the trace cannot be held.
    static func hold(_ trace: String, by writer: TraceWriter, _ gates: GateTable?) throws(TraceFileError) {
        let socket = ViewerConnection.socket(beside: trace)
        // The program is traced even if viewers cannot connect, for example because the path is too long.
        if let gates, (try? hold(trace, answeringAt: socket, gates, by: writer)) != nil { return }
        var failed: UnsafePointer<CChar>?
        let writer = Unmanaged.passRetained(writer)
        let error = flowviz_agent_start_thread(
            trace, nil, 0,
            { _, _, context in
                guard let context else { return }
                let writer = Unmanaged<TraceWriter>.fromOpaque(context).takeUnretainedValue()
                while flowviz_agent_rest(TraceWriter.interval) { writer.beat() }
            }, writer.toOpaque(), &failed)
        if error == 0 { return }
        writer.release()
        throw failure(failed, trace, error)
    }

    /// Holds a trace while this process lives, and answers viewers at `socket`.
    ///
    /// - Parameters:
    ///   - gates: The stages that viewers may hold; `nil` without control.
    ///   - writer: Records a sign of life from time to time; `nil` for a trace that needs none.
    /// - Returns: Only once the trace is held, and viewers can connect.
    /// - Throws: ``FlowTrace/TraceFileError`` if the trace cannot be held, or viewers cannot connect.
    static func hold(
        _ trace: String, answeringAt socket: String, _ gates: GateTable?, by writer: TraceWriter? = nil
    ) throws(TraceFileError) {
        var failed: UnsafePointer<CChar>?
        let error = try UnixSocket.withAddress(socket) { address, length in
            let place = Unmanaged.passRetained(Place(trace, socket, gates, writer))
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
