import FlowTrace

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Tells viewers which trace this process writes.
///
/// One thread waits for them and sends the trace to those who ask for it; the traced threads never know. A viewer that says anything else
/// is dropped.
final class AgentSocket: Sendable {
    private let path: String
    private let trace: String

    /// Answers at `path` from now on.
    ///
    /// - Throws: ``FlowTrace/TraceFileError`` where it cannot listen.
    init(_ path: String, serving trace: String) throws(TraceFileError) {
        // From here on both are removed with this object, also where one of the next lines throws.
        self.path = path
        self.trace = trace
        let file = try TraceFile(trace)
        let listener = try UnixSocket.listening(at: path)
        start(listener.release(), file)
    }

    deinit {
        unlink(path)
        unlink(trace)
    }

    /// Waits on a thread of its own, which ends with the process.
    private func start(_ listener: Int32, _ trace: TraceFile) {
        DetachedThread.run { ViewerServer(listener: listener, process: getpid(), trace: trace).run() }
    }
}
