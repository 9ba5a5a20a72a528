import FlowTrace

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Tells viewers which trace this process writes.
///
/// One thread waits for them and does nothing else; the traced threads never know. A viewer that says anything but hello is dropped.
final class AgentSocket: Sendable {
    private let path: String
    private let trace: String

    /// Answers at `path` from now on.
    ///
    /// - Throws: ``FlowTrace/TraceFileError`` where it cannot listen.
    init(_ path: String, serving trace: String) throws(TraceFileError) {
        self.path = path
        self.trace = trace
        let file = try TraceFile(trace)
        let listener = try UnixSocket.listening(at: path)
        start(dup(listener.number), file)
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
